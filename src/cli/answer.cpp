#include "cli/answer.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.hpp"
#include "base/memory.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "modelica/modelica.hpp"
#include "report/json.hpp"

namespace trammel::cli {
namespace {

int status_of(const Error& error) {
  if (error.where.file.starts_with("-p ")) return wrong_usage;  // an expression on the command line
  switch (error.kind) {
    case Kind::name:   // a name that stands in no file came from the command line
    case Kind::usage:  // what a model asks for and nobody offers is a matter of its text
      return error.where.file.empty() ? wrong_usage : wrong_model;
    case Kind::io:
      return wrong_usage;
    case Kind::integration:
      return stopped_early;
    default:
      return wrong_model;
  }
}

void say(const Error& error) {
  // What cannot be read or written is named in the sentence already.
  const std::string text = error.kind != Kind::io ? error.what()
                           : error.hint.empty()   ? error.message
                                                  : error.message + ". Try: " + error.hint;
  fmt::print(stderr, "{} {}\n", alarming("error:"), text);
}

// What a person or a program gets to know about an error; `all` that a text has, if they are several.
int tell(const Error& error, bool json, const std::vector<Error>& all = {}) {
  if (json) {
    report::Json object = {{"trammel", version}};
    object.update(report::to_json(error));
    for (const Error& one : all)
      if (all.size() > 1) object["errors"].push_back(report::to_json(one)["error"]);
    const std::string text = report::text(object) + "\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  } else if (all.empty()) {
    say(error);
  } else {
    for (const Error& one : all) say(one);
  }
  return status_of(error);
}

int carry_out(const Arguments& arguments) {
  switch (arguments.command) {
    case Command::simulate:
      return simulate(arguments);
    case Command::analyze:
      return analyze(arguments);
    case Command::methods:
      return methods(arguments);
    case Command::compare:
      return compare(arguments);
    case Command::sweep:
      return sweep(arguments);
    case Command::show:
      return show(arguments);
    case Command::reproduce:
      return reproduce(arguments);
    case Command::none:
      break;
  }
  cli::print(arguments.answer);
  return success;
}

}  // namespace

int answer(int argc, char** argv) {
  const bool json = wants_json(argc, argv);
  try {
    return carry_out(parse(argc, argv));
  } catch (const modelica::Errors& errors) {
    return tell(errors, json, errors.all);
  } catch (const Error& error) {
    return tell(error, json);
  } catch (const std::bad_alloc&) {
    return tell(Error(Kind::structure, "the model needs more memory than there is"), json);
  } catch (const std::exception& unexpected) {
    return tell(Error(Kind::structure, fmt::format("internal error: {}", unexpected.what()), {},
                      "please report this, with the model"),
                json);
  }
}

}  // namespace trammel::cli

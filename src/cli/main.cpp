// cli/main.cpp: the trammel program: arguments to calls, nothing else.
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

namespace {

using namespace trammel;

int status_of(const Error& error) {
  if (error.where.file.starts_with("-p ")) return cli::wrong_usage;  // an expression on the command line
  switch (error.kind) {
    case Kind::name:   // a name that stands in no file came from the command line
    case Kind::usage:  // what a model asks for and nobody offers is a matter of its text
      return error.where.file.empty() ? cli::wrong_usage : cli::wrong_model;
    case Kind::io:
      return cli::wrong_usage;
    case Kind::integration:
      return cli::stopped_early;
    default:
      return cli::wrong_model;
  }
}

void print(const Error& error) {
  // What cannot be read or written is named in the sentence already.
  const std::string text = error.kind != Kind::io ? error.what()
                           : error.hint.empty()   ? error.message
                                                  : error.message + ". Try: " + error.hint;
  fmt::print(stderr, "{} {}\n", cli::alarming("error:"), text);
}

// What a person or a program gets to know about an error; `all` that a text has, if they are several.
int tell(const Error& error, bool json, const std::vector<Error>& all = {}) {
  if (json) {
    report::Json object = {{"trammel", cli::version}};
    object.update(report::to_json(error));
    for (const Error& one : all)
      if (all.size() > 1) object["errors"].push_back(report::to_json(one)["error"]);
    const std::string text = report::text(object) + "\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  } else if (all.empty()) {
    print(error);
  } else {
    for (const Error& one : all) print(one);
  }
  return status_of(error);
}

int run(const cli::Arguments& arguments) {
  switch (arguments.command) {
    case cli::Command::simulate:
      return cli::simulate(arguments);
    case cli::Command::analyze:
      return cli::analyze(arguments);
    case cli::Command::methods:
      return cli::methods(arguments);
    case cli::Command::compare:
      return cli::compare(arguments);
    case cli::Command::sweep:
      return cli::sweep(arguments);
    case cli::Command::show:
      return cli::show(arguments);
    case cli::Command::reproduce:
      return cli::reproduce(arguments);
    case cli::Command::none:
      break;
  }
  cli::print(arguments.answer);
  return cli::success;
}

int answer(int argc, char** argv) {
  const bool json = cli::wants_json(argc, argv);
  try {
    return run(cli::parse(argc, argv));
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

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();
  try {
    return answer(argc, argv);
  } catch (...) {  // not even an error could be told
    return cli::wrong_model;
  }
}

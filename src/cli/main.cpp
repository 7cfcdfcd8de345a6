// cli/main.cpp: the trammel program: arguments to calls, nothing else.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "report/json.hpp"

namespace {

using namespace trammel;

int status_of(const Error& error) {
  switch (error.kind) {
    case Kind::name:  // a name that stands in no file came from the command line
      return error.where.file.empty() ? cli::wrong_usage : cli::wrong_model;
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

// What a person or a program gets to know about an error.
int tell(const Error& error, bool json) {
  if (json) {
    report::Json object = {{"trammel", cli::version}};
    object.update(report::to_json(error));
    const std::string text = report::text(object) + "\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  } else {
    // What cannot be read or written is named in the sentence already.
    const std::string text = error.kind != Kind::io ? error.what()
                             : error.hint.empty()   ? error.message
                                                    : error.message + ". Try: " + error.hint;
    fmt::print(stderr, "{} {}\n", cli::alarming("error:"), text);
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
    case cli::Command::reproduce:
      throw Error(Kind::usage, "'trammel reproduce' is not available yet");
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
  try {
    return answer(argc, argv);
  } catch (...) {  // not even an error could be told
    return cli::wrong_model;
  }
}

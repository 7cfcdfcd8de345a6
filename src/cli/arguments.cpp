#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/completion.hpp"
#include "cli/flags.hpp"
#include "cli/manual.hpp"
#include "cli/pattern.hpp"
#include "cli/plot.hpp"
#include "cli/version.hpp"
#include "pipeline/option_table.hpp"

namespace trammel::cli {
namespace {

constexpr const char* examples = R"(Examples:
  trammel simulate crank.mo                             integrate as the model's experiment annotation says
  trammel simulate crank.mo -o crank.csv --points 1000  and write the trajectory
  trammel simulate crank.mo -p L=0.4 --at 0.5,1 --json  one object for a program to read
  trammel simulate lib.mo drive.mo --model Drive.Test   a model and its libraries
  trammel simulate crank.mo --report crank.html --open  plots, equations, animation, in a browser
  trammel analyze crank.mo                              index, hidden constraints, free start values
  trammel sweep crank.mo -p L=0.3:0.05:0.5 -o table.csv one run per value
  trammel sweep crank.mo -p L=0.3:0.001:0.5 -o results  many runs, in a folder: interrupted, it goes on where it was
  trammel show crank.trammel --plot x,y                 what simulate -o crank.trammel has saved
  trammel methods                                       formulations and methods

Exit status: 0 success; 1 the model is wrong or has no solution as stated; 2 wrong usage, or a file cannot be read
or written; 3 the integration stopped before the end or its result could not be certified (what was computed is
written), or a published number is not met.)";

constexpr const char* first_help =
    R"(trammel simulate MODEL.mo     integrate it (--report FILE.html: everything about the run, for a browser)
trammel analyze MODEL.mo      what its equations hide
trammel --help                all commands; the guide is docs/guide/README.md
)";

std::optional<double> number_in(const std::string& text) {
  if (text == "true") return 1;  // Boolean parameters
  if (text == "false") return 0;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

double to_number(const std::string& text, const std::string& option) {
  if (const auto value = number_in(text)) return *value;
  throw Error(Kind::usage, fmt::format("{} needs a number after '=', not {}", option, quote(text)));
}

// T1,T2,...
void add_times(const std::string& text, std::vector<double>& times) {
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string part = text.substr(from, comma - from);
    char* end = nullptr;
    const double t = std::strtod(part.c_str(), &end);
    if (part.empty() || *end != '\0' || !std::isfinite(t))
      throw Error(
          Kind::usage,
          fmt::format("--at needs times, finite numbers with commas between them, not {}", quote(part)));
    times.push_back(t);
    from = comma + 1;
  }
}

// Where the name of a parameter ends: at the last '=' if a number is behind it
// (a quoted Modelica name may hold one, which is given without its quotes), else at the first outside of
// quotes.
std::size_t equals_in(const std::string& text) {
  const std::size_t last = text.rfind('=');
  if (last == std::string::npos || number_in(text.substr(last + 1))) return last;
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '\'') quoted = !quoted;
    if (text[k] == '=' && !quoted) return k;
  }
  return last;
}

// NAME=TEXT at the last '=' for other options: a quoted Modelica name may hold one.
std::vector<std::pair<std::string, std::string>> pairs(const std::vector<std::string>& texts,
                                                       const std::string& option) {
  std::vector<std::pair<std::string, std::string>> result;
  for (const std::string& text : texts) {
    const std::size_t equals = option == "-p" ? equals_in(text) : text.rfind('=');
    if (equals == std::string::npos || equals == 0)
      throw Error(Kind::usage, fmt::format("{} needs NAME=VALUE, not {}", option, quote(text)));
    result.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return result;
}

std::vector<std::pair<std::string, double>> assignments(const std::vector<std::string>& texts,
                                                        const std::string& option) {
  std::vector<std::pair<std::string, double>> result;
  for (const auto& [name, value] : pairs(texts, option)) result.emplace_back(name, to_number(value, option));
  return result;
}

// -p NAME=VALUE: a number, or else an expression, which the model's names give a meaning.
void take_parameters(const std::vector<std::string>& texts, Arguments& result) {
  for (const auto& [name, value] : pairs(texts, "-p")) {
    if (const auto number = number_in(value))
      result.parameters.emplace_back(name, *number);
    else if (value.find_first_not_of(' ') == std::string::npos)
      throw Error(Kind::usage, fmt::format("-p {} has no value", name), {}, fmt::format("-p {}=VALUE", name));
    else
      result.values.emplace_back(name, value);
  }
}

// A first word that is no command gets an answer that lists them.
void check_command(const CLI::App& app, int argc, const char* const* argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == argv[1]) return;
    names.push_back(command->get_name());
  }
  throw Error(Kind::usage, fmt::format("there is no command called {}", quote(argv[1])), {},
              fmt::format("one of: {}", listed(names, names.size())));
}

// The first word that looks like an option and is none of the command's, and the option that it resembles.
[[noreturn]] void refuse_words(const CLI::App& app, int argc, const char* const* argv,
                               const CLI::ParseError& wrong) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (int i = 1; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string_view(argv[i]).find('='));
    if (!word.starts_with("--") || word == "--" || std::ranges::find(names, word) != names.end()) continue;
    const std::string* const near = nearest_name(word, names);
    throw Error(Kind::usage,
                fmt::format("there is no option {}{}", quote(word),
                            near != nullptr ? fmt::format("; did you mean {}?", quote(*near)) : ""),
                {}, fmt::format("trammel {}--help", chosen.empty() ? "" : command.get_name() + " "));
  }
  throw Error(Kind::usage, wrong.what(), {}, "trammel --help");
}

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() > end.size() && std::string_view(text).substr(text.size() - end.size()) == end;
}

void check(const Arguments& arguments) {
  const auto refuse = [](const std::string& message, const std::string& hint = {}) {
    throw Error(Kind::usage, message, {}, hint);
  };
  if (arguments.report.empty() && (arguments.open || !arguments.against.empty()))
    refuse(fmt::format("{} needs a report", arguments.open ? "--open" : "--against"), "--report FILE.html");
  if (!arguments.report.empty() && !ends_with(arguments.report, ".html"))
    refuse(fmt::format("the file name {} of the report does not end in .html", quote(arguments.report)),
           "--report FILE.html");
  const bool picture = is_picture(arguments.output);
  const bool known =
      std::ranges::any_of(std::initializer_list<const char*>{".csv", ".json", ".mat", ".trammel"},
                          [&](const char* end) { return ends_with(arguments.output, end); });
  if (!arguments.output.empty() && !picture && !known && arguments.command != Command::sweep)
    refuse(fmt::format("the file name {} ends neither in .csv nor in .json", quote(arguments.output)),
           "-o FILE.csv, .json, .mat or .trammel; -o FILE.svg for a plot");
  if (picture && arguments.plots.empty())
    refuse(fmt::format("nothing to draw in {}", quote(arguments.output)), "--plot X,Y says which variables");
  if (!arguments.plots.empty() && !picture && arguments.json)
    refuse("a plot in the terminal and --json do not go together", "-o FILE.svg");
  if (arguments.interval && !(*arguments.interval > 0)) refuse("--interval must be greater than zero");
  if (arguments.points && *arguments.points < 2) refuse("--points must be at least 2: the start and the end");
  for (const auto& [name, value] : {std::pair{"--start-time", arguments.start_time},
                                    {"--stop-time", arguments.stop_time},
                                    {"--interval", arguments.interval}})
    if (value && !std::isfinite(*value)) refuse(fmt::format("{} must be a finite number", name));
}

void add_options(CLI::App& command, Arguments& into, Raw& raw) {
  add_model_options(command, into, raw);
  if (command.get_name() != "analyze") {
    add_solver_options(command, into, raw);
    add_output_options(command, into, raw);
  } else {
    add_analysis_options(command, into);
  }
  if (command.get_name() == "sweep")
    add_sweep_options(command, into);
  else
    add_report_options(command, into);
  add_talk_options(command, into);
  command.footer(examples);
}

// A command needs its own options only: those of all take a million instructions each. Manual, completion
// and help need them all.
bool asks_for_everything(int argc, const char* const* argv) { return argc < 2 || argv[1][0] == '-'; }

CLI::App& add_command(CLI::App& app, const char* name, const char* what, Command command, Arguments& into) {
  CLI::App& added = *app.add_subcommand(name, what);
  added.callback([&into, command] { into.command = command; });
  return added;
}

}  // namespace

Arguments parse(int argc, const char* const* argv) {
  Arguments result;
  Raw raw;
  std::string shell;
  bool manual = false;
  CLI::App app("Solves differential-algebraic equations as their authors write them.", "trammel");
  app.footer(examples);
  app.set_version_flag("--version", fmt::format("trammel {}", version));
  app.add_option("--completion", shell, "print a completion script for the shell")
      ->type_name("bash|zsh|fish")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  app.add_flag("--manual", manual, "print the manual page, for man");
  const bool everything = asks_for_everything(argc, argv);
  for (CLI::App* command :
       {&add_command(app, "simulate", "integrate and report", Command::simulate, result),
        &add_command(app, "analyze", "say what the equations hide; integrate nothing", Command::analyze,
                     result),
        &add_command(app, "compare", "formulations x methods side by side", Command::compare, result),
        &add_command(app, "sweep", "one model, many parameters: a table with one row per run", Command::sweep,
                     result)})
    if (everything || command->get_name() == argv[1]) add_options(*command, result, raw);
  CLI::App& show = add_command(app, "show", "a solution that -o FILE.trammel has saved: tables and pictures",
                               Command::show, result);
  show.add_option("FILE", result.files, "the saved solution")->required()->expected(1);
  show.add_option("--run", result.run, "of a sweep: FILE is the folder that sweep --trajectories wrote")
      ->type_name("N");
  add_output_options(show, result, raw);
  add_talk_options(show, result);
  CLI::App& reproduce =
      add_command(app, "reproduce", "published tables and figures, made again beside the printed numbers",
                  Command::reproduce, result);
  reproduce.add_option("ID", result.ids, "which ones (default: all)");
  reproduce.add_flag("--list", result.list, "which there are; run nothing");
  reproduce.add_option("--write", result.write, "write pages with figures into this folder")
      ->type_name("DIR");
  add_talk_options(reproduce, result);
  add_talk_options(
      add_command(app, "methods", "formulations and methods, what fits what", Command::methods, result),
      result);
  check_command(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    result.answer = chosen.empty() ? app.help() : chosen.front()->help();
    return result;
  } catch (const CLI::CallForVersion& call) {
    result.answer = std::string(call.what()) + "\n";
    return result;
  } catch (const CLI::ExtrasError& wrong) {
    refuse_words(app, argc, argv, wrong);
  } catch (const CLI::ParseError& wrong) {
    throw Error(Kind::usage, wrong.what(), {}, "trammel --help");
  }
  if (!shell.empty() || manual) {
    result.answer = manual ? manual_page(app) : completion(app, shell);
    return result;
  }
  if (argc < 2) {
    result.answer = first_help;
    return result;
  }
  if (result.command == Command::none) throw Error(Kind::usage, "no command was given", {}, "trammel --help");
  const bool needs_model = result.command != Command::reproduce && result.command != Command::methods &&
                           result.command != Command::show;
  if (needs_model && result.files.empty() && result.model.empty())
    throw Error(Kind::usage, "FILE is required", {}, "trammel --help");
  if (result.command == Command::sweep)
    result.swept = pairs(raw.parameters, "-p");
  else
    take_parameters(raw.parameters, result);
  result.starts = assignments(raw.starts, "--start");
  result.inputs = pairs(raw.inputs, "--input");
  for (std::size_t k = 0; k < raw.settings.size(); ++k)
    if (!raw.settings[k].empty())
      result.settings.emplace_back(pipeline::option_table()[k].name, raw.settings[k]);
  for (const std::string& text : raw.at) add_times(text, result.at);
  for (const std::string& text : raw.shown) add_patterns(text, result.shown);
  check(result);
  result.words.assign(argv + 1, argv + argc);
  return result;
}

bool wants_json(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--json") return true;
  return false;
}

}  // namespace trammel::cli

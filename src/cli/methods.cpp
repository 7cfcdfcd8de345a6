// cli/methods.cpp: `trammel methods`, from the catalogs.
#include "pipeline/methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "pipeline/stabilizations.hpp"
#include "report/json.hpp"

namespace trammel::cli {
namespace {

report::Json to_json() {
  report::Json object = {{"trammel", version},
                         {"status", "success"},
                         {"formulations", report::Json::array()},
                         {"stabilizations", report::Json::array()},
                         {"methods", report::Json::array()}};
  for (const pipeline::FormulationEntry& entry : pipeline::formulations())
    object["formulations"].push_back(
        {{"name", entry.name}, {"summary", entry.summary}, {"source", entry.source}});
  for (const pipeline::Stabilization& known : pipeline::stabilizations())
    object["stabilizations"].push_back(
        {{"name", known.name}, {"summary", known.summary}, {"source", known.source}});
  for (const pipeline::MethodEntry& method : pipeline::methods())
    object["methods"].push_back({{"name", method.name},
                                 {"order", method.order},
                                 {"adaptive", method.adaptive},
                                 {"max_index", method.max_index},
                                 {"takes", method.takes},
                                 {"formulations", method.formulations},
                                 {"source", method.source}});
  return object;
}

// Words separated by commas, in lines that fit a terminal.
std::string wrapped(const std::vector<std::string>& words, std::size_t indent) {
  constexpr std::size_t width = 100;
  std::string text;
  std::size_t column = indent;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) {
      text += ",";
      const bool full = column + words[i].size() + 2 > width;
      text += full ? "\n" + std::string(indent, ' ') : " ";
      column = full ? indent : column + 2;
    }
    text += words[i];
    column += words[i].size();
  }
  return text;
}

// Methods that go with the same formulations stand together.
std::string page() {
  const std::vector<pipeline::FormulationEntry> formulations = pipeline::formulations();
  std::size_t widest = 0;
  for (const pipeline::FormulationEntry& entry : formulations) widest = std::max(widest, entry.name.size());
  std::string text = strong("formulations") + "\n";
  for (const pipeline::FormulationEntry& entry : formulations)
    text += fmt::format("  {:<{}}  {} [{}]\n", entry.name, widest, entry.summary, entry.source);
  text += "\n" + strong("stabilizations") + " of methods for the underlying ODE, after each step\n";
  for (const pipeline::Stabilization& known : pipeline::stabilizations())
    text += fmt::format("  {:<{}}  {} [{}]\n", known.name, widest, known.summary, known.source);
  std::map<std::vector<std::string>, std::vector<pipeline::MethodEntry>> groups;
  for (const pipeline::MethodEntry& method : pipeline::methods())
    groups[method.formulations].push_back(method);
  for (const auto& [fitting, methods] : groups) {
    text += "\n" + strong("methods for") + " " + wrapped(fitting, 12) + "\n";
    for (const pipeline::MethodEntry& method : methods)
      text += fmt::format("  {:<{}}  order {:<3} {} steps [{}]\n", method.name, widest, method.order,
                          method.adaptive ? "adaptive" : "constant", method.source);
  }
  return text +
         "\n`auto`, the default, chooses for you and says why. Keys in brackets: docs/references.bib.\n";
}

}  // namespace

int methods(const Arguments& arguments) {
  std::string names;  // --quiet: names only, for scripts
  for (const pipeline::MethodEntry& method : pipeline::methods()) names += method.name + "\n";
  print(arguments.json ? report::text(to_json()) + "\n" : arguments.quiet ? names : page());
  return success;
}

}  // namespace trammel::cli

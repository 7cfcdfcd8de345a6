// cli/methods.cpp: `trammel methods`, from the catalogs.
#include "pipeline/methods.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "report/json.hpp"

namespace trammel::cli {
namespace {

report::Json to_json() {
  report::Json object = {{"trammel", version},
                         {"status", "success"},
                         {"formulations", report::Json::array()},
                         {"methods", report::Json::array()}};
  for (const pipeline::FormulationEntry& entry : pipeline::formulations())
    object["formulations"].push_back(
        {{"name", entry.name}, {"summary", entry.summary}, {"source", entry.source}});
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

std::string page() {
  std::string text = strong("formulations") + "\n";
  for (const pipeline::FormulationEntry& entry : pipeline::formulations())
    text += fmt::format("  {:<20}{} [{}]\n", entry.name, entry.summary, entry.source);
  text +=
      "\n" + strong(fmt::format("{:<22}{:>5}  {:<9} {}", "methods", "order", "steps", "formulations")) + "\n";
  for (const pipeline::MethodEntry& method : pipeline::methods())
    text +=
        fmt::format("  {:<20}{:>5}  {:<9} {} [{}]\n", method.name, method.order,
                    method.adaptive ? "adaptive" : "constant", listed(method.formulations), method.source);
  return text + "\n`auto`, the default, chooses both and says why. Keys in brackets: docs/references.bib.\n";
}

}  // namespace

int methods(const Arguments& arguments) {
  std::string names;  // --quiet: names only, for scripts
  for (const pipeline::MethodEntry& method : pipeline::methods()) names += method.name + "\n";
  print(arguments.json ? report::text(to_json()) + "\n" : arguments.quiet ? names : page());
  return success;
}

}  // namespace trammel::cli

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

int methods(const Arguments& arguments) {
  const std::vector<pipeline::MethodEntry> all = pipeline::methods();
  if (arguments.json) {
    report::Json object = {{"trammel", version}, {"status", "success"}, {"methods", report::Json::array()}};
    for (const pipeline::MethodEntry& method : all)
      object["methods"].push_back({{"name", method.name},
                                   {"order", method.order},
                                   {"adaptive", method.adaptive},
                                   {"takes", method.takes},
                                   {"max_index", method.max_index},
                                   {"source", method.source}});
    print(report::text(object) + "\n");
    return success;
  }
  std::string text;
  if (arguments.quiet) {  // names only, for scripts
    for (const pipeline::MethodEntry& method : all) text += method.name + "\n";
  } else {
    text = strong(fmt::format("{:<24}{:>5}  {:<9} {:<22} {}", "method", "order", "steps", "works on",
                              "source")) +
           "\n";
    for (const pipeline::MethodEntry& method : all)
      text += fmt::format("{:<24}{:>5}  {:<9} {:<22} {}\n", method.name, method.order,
                          method.adaptive ? "adaptive" : "constant", listed(method.takes), method.source);
  }
  print(text);
  return success;
}

}  // namespace trammel::cli

// cli/reproduce.cpp: `trammel reproduce`.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/version.hpp"
#include "experiments/experiment.hpp"
#include "experiments/page.hpp"
#include "report/json.hpp"

namespace trammel::cli {

int reproduce(const Arguments& arguments) {
  std::vector<const experiments::Experiment*> wanted;
  for (const std::string& id : arguments.ids) wanted.push_back(&experiments::find_experiment(id));
  if (wanted.empty())
    for (const experiments::Experiment& experiment : experiments::catalog()) wanted.push_back(&experiment);
  if (arguments.list) {
    std::string lines;
    for (const experiments::Experiment* one : wanted)
      lines += fmt::format("{:28}  {}: {}\n", one->id, one->document, one->title);
    print(lines);
    return success;
  }
  std::vector<experiments::Reproduction> all;
  for (const experiments::Experiment* one : wanted) {
    all.push_back(experiments::reproduce(*one));
    if (!arguments.json && !arguments.quiet) print(experiments::text(all.back()));
  }
  if (!arguments.write.empty()) experiments::write_pages(all, arguments.write);
  const bool good = std::ranges::all_of(all, &experiments::Reproduction::as_expected);
  if (arguments.json) {
    report::Json object = {{"trammel", version}, {"status", good ? "success" : "not met"}};
    for (const experiments::Reproduction& one : all)
      object["experiments"].push_back(experiments::to_json(one));
    print(report::text(object) + "\n");
  } else if (!arguments.quiet) {
    print(experiments::summary(all) + "\n");
  }
  return good ? success : stopped_early;
}

}  // namespace trammel::cli

// cli/compare.cpp: `trammel compare`.
#include "pipeline/compare.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/version.hpp"
#include "report/json.hpp"

namespace trammel::cli {
namespace {

report::Json number(double value) {
  return std::isfinite(value) ? report::Json(value) : report::Json(nullptr);
}

report::Json to_json(const pipeline::Comparison& table) {
  using report::Json;
  Json rows = Json::array();
  for (const pipeline::ComparisonRow& row : table.rows) {
    Json drift = Json::array();
    for (const double level : row.drift) drift.push_back(number(level));
    rows.push_back({{"formulation", row.formulation},
                    {"method", row.method},
                    {"stabilization", row.stabilization},
                    {"status", row.success ? "success" : "error"},
                    {"message", row.message},
                    {"steps", row.counts.steps},
                    {"rejected", row.counts.rejected},
                    {"function_evaluations", row.counts.function_evaluations},
                    {"seconds", row.seconds},
                    {"difference", number(row.difference)},
                    {"drift", drift}});
  }
  return {{"trammel", version},   {"model", table.model},         {"status", "success"},
          {"index", table.index}, {"tolerance", table.tolerance}, {"runs", rows}};
}

}  // namespace

int compare(const Arguments& arguments) {
  const modelica::Loaded loaded = load(arguments);
  pipeline::Options options = options_of(arguments, loaded);
  options.method = options.formulation = "auto";  // all that are sensible take part
  const pipeline::Comparison table = pipeline::compare(loaded.problem, options);
  if (arguments.json)
    print(report::text(to_json(table)) + "\n");
  else if (!arguments.quiet)
    print(pipeline::text(table));
  return success;
}

}  // namespace trammel::cli

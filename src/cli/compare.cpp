// cli/compare.cpp: `trammel compare`.
#include "pipeline/compare.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/report.hpp"
#include "cli/version.hpp"
#include "report/file.hpp"
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

// Work against accuracy needs more than one tolerance: a hundred times larger and smaller ones, too.
report::Json at_other_tolerances(const modelica::Loaded& loaded, pipeline::Options options,
                                 const pipeline::Comparison& middle) {
  report::Json tables = report::Json::array();
  const pipeline::Options given = options;
  for (const double factor : {100.0, 1.0, 0.01}) {
    options.step.rtol = std::min(given.step.rtol * factor, 1e-2);
    options.step.atol = std::min(given.step.atol * factor, 1e-2);
    if (factor < 1 && options.step.rtol < 1e-12) continue;
    tables.push_back(to_json(factor == 1 ? middle : pipeline::compare(loaded.problem, options)));
  }
  return tables;
}

}  // namespace

int compare(const Arguments& arguments) {
  if (!arguments.report.empty()) report::check_writable(arguments.report);
  const modelica::Loaded loaded = load(arguments);
  pipeline::Options options = options_of(arguments, loaded);
  options.method = options.formulation = "auto";  // all that are sensible take part
  const pipeline::Comparison table = pipeline::compare(loaded.problem, options);
  if (!arguments.report.empty())
    report_comparison(arguments, loaded, at_other_tolerances(loaded, options, table));
  if (arguments.json)
    print(report::text(to_json(table)) + "\n");
  else if (!arguments.quiet)
    print(pipeline::text(table));
  return success;
}

}  // namespace trammel::cli

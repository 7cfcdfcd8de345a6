#include "cli/sweep_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <mutex>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/crew.hpp"
#include "cli/pattern.hpp"
#include "cli/sweep_rows.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "report/file.hpp"
#include "report/json.hpp"

namespace trammel::cli {
namespace {

struct SweepTable {
  const SweepRunner& runner;
  const std::vector<std::string>& shown;  // patterns
  std::vector<pipeline::SweepRow> rows = {};
};

// The variables that are shown: of all runs, since sizes may differ, in the order in which they appear.
std::vector<std::string> shown_names(const SweepTable& sweep) {
  std::vector<std::string> names;
  std::unordered_set<std::string> seen;
  for (const pipeline::SweepRow& row : sweep.rows) {
    if (row.solution.variables.size() == names.size() && row.solution.variables == names) continue;
    for (const std::string& name : row.solution.variables)
      if (seen.insert(name).second) names.push_back(name);
  }
  if (names.empty()) return {};
  std::vector<std::string> shown;
  for (const std::size_t k : matching(names, sweep.shown)) shown.push_back(names[k]);
  return shown;
}

// Parameters, status, how far it got, the variables there and at the times that were asked for.
void write_rows(const SweepTable& sweep, const report::Sink& sink) {
  const std::vector<std::string> names = shown_names(sweep);
  const std::vector<double>& times = sweep.runner.times();
  std::string line;
  for (const Axis& axis : sweep.runner.runs().axes()) line += csv_cell(axis.name) + ",";
  sink(line + "status,time" + csv_names(names, times) + ",message\n");
  for (std::size_t k = 0; k < sweep.rows.size(); ++k) {
    const pipeline::SweepRow& row = sweep.rows[k];
    line.clear();
    for (const auto& [name, value] : sweep.runner.runs().at(k).parameters)
      line += report::number(value) + ",";
    line += status(row) + ",";
    if (row.ran && row.refusal.empty()) line += report::number(row.solution.t_end);
    sink(line + csv_values(row, names, times) + "," + csv_cell(sentence(row)) + "\n");
  }
}

report::Json table_as_json(const SweepTable& sweep) {
  report::Json runs = report::Json::array();
  const std::vector<std::string> names = shown_names(sweep);
  std::vector<std::optional<std::size_t>> columns;
  const auto object = [&](const std::vector<double>& values) {
    report::Json result = report::Json::object();
    for (std::size_t k = 0; k < names.size(); ++k)
      if (const auto c = columns[k]; c && *c < values.size())
        result[names[k]] = std::isfinite(values[*c]) ? report::Json(values[*c]) : report::Json(nullptr);
    return result;
  };
  for (std::size_t k = 0; k < sweep.rows.size(); ++k) {
    const pipeline::SweepRow& row = sweep.rows[k];
    columns = places(row, names);
    report::Json parameters = report::Json::object();
    for (const auto& [name, value] : sweep.runner.runs().at(k).parameters) parameters[name] = value;
    report::Json one = {{"parameters", parameters}, {"status", status(row)}};
    if (row.ran && row.refusal.empty()) {
      one["time"] = row.solution.t_end;
      one["variables"] = object(row.solution.last);
      one["samples"] = report::Json::array();
      for (const solution::Sample& sample : row.solution.samples)
        one["samples"].push_back({{"time", sample.time}, {"variables", object(sample.values)}});
      one["steps"] = row.solution.counts.steps;
    }
    if (const std::string why = sentence(row); !why.empty()) one["message"] = why;
    runs.push_back(std::move(one));
  }
  return {{"trammel", version}, {"model", sweep.runner.model()}, {"status", "success"}, {"runs", runs}};
}

}  // namespace

int sweep_to_table(const Arguments& arguments) {
  if (!arguments.output.empty()) report::check_writable(arguments.output);
  const Combinations runs = combinations_of(arguments);
  watch_for_interrupt();
  SweepRunner runner(arguments, read_sources(arguments), runs);
  runner.prepare();
  SweepTable all{.runner = runner, .shown = arguments.shown};
  all.rows.resize(runs.size());
  {
    Progress progress(0, static_cast<double>(runs.size()), !arguments.quiet);
    std::mutex telling;
    std::size_t next = 0, done = 0;
    on_threads(arguments.threads, runs.size(), [&](int) {
      std::size_t k = 0;
      {
        const std::lock_guard lock(telling);
        if (next >= all.rows.size() || interrupted()) return false;
        k = next++;
      }
      pipeline::SweepRow row = runner.run(k);
      const std::lock_guard lock(telling);
      all.rows[k] = std::move(row);
      progress.show_runs(++done);
      return true;
    });
  }
  std::string table;
  if (!arguments.output.empty())
    report::write_file(arguments.output, [&](const report::Sink& sink) { write_rows(all, sink); });
  else
    write_rows(all, [&](std::string_view piece) { table += piece; });
  std::size_t good = 0;
  for (const pipeline::SweepRow& row : all.rows) good += status(row) == "success";
  if (arguments.json)
    print(report::text(table_as_json(all)) + "\n");
  else if (!arguments.output.empty() && !arguments.quiet)
    print(fmt::format("{}: {} of {} succeeded\n", strong(runner.model()), good,
                      counted(all.rows.size(), "run")));
  else if (arguments.output.empty())
    print(table);
  return good == all.rows.size() ? success : stopped_early;
}

}  // namespace trammel::cli

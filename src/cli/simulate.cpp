// cli/simulate.cpp: `trammel simulate`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grid.hpp"
#include "cli/pattern.hpp"
#include "cli/plot.hpp"
#include "cli/report.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/solve.hpp"
#include "report/file.hpp"
#include "report/json.hpp"

namespace trammel::cli {
namespace {

using solution::Sample;
using solution::Solution;

// The rows of a file: the grid as far as the run got, and where it stopped if that was before the end.
std::vector<Sample> rows_of(const Solution& run, const std::vector<double>& grid) {
  std::vector<double> events;  // both sides of each
  for (const solution::Event& event : run.events) events.push_back(event.time);
  std::vector<Sample> rows = pick(run.samples, merged(grid, events));
  if (!run.success() && !run.last.empty() && (rows.empty() || rows.back().time < run.t_end))
    rows.push_back({run.t_end, run.last});
  return rows;
}

// Those columns of the rows that --variables asks for.
struct Table {
  std::vector<std::string> names;
  std::vector<Sample> rows;
};

Table narrowed(const Solution& run, std::vector<Sample> rows, const std::vector<std::string>& patterns) {
  if (patterns.empty()) return {run.variables, std::move(rows)};
  Table result;
  const std::vector<std::size_t> places = matching(run.variables, patterns);
  for (const std::size_t k : places) result.names.push_back(run.variables[k]);
  for (Sample& row : rows) {
    std::vector<double> values;
    for (const std::size_t k : places) values.push_back(row.values[k]);
    result.rows.push_back({row.time, std::move(values)});
  }
  return result;
}

void write_trajectory(const std::string& path, const std::string& model, const Table& table) {
  const bool json = path.ends_with(".json");
  report::write_file(path, [&](const report::Sink& sink) {
    if (json)
      report::write_json(version, model, table.names, table.rows, sink);
    else
      report::write_csv(table.names, table.rows, sink);
  });
}

// Leaves out of the object what --variables does not ask for.
void narrow(report::Json& object, const std::vector<std::string>& patterns) {
  if (patterns.empty()) return;
  const auto keep = [&](report::Json& variables) {
    for (auto at = variables.begin(); at != variables.end();)
      at = std::ranges::any_of(patterns, [&](const auto& pattern) { return matches(pattern, at.key()); })
               ? std::next(at)
               : variables.erase(at);
  };
  if (object.contains("variables")) keep(object["variables"]);
  if (object.contains("samples"))
    for (report::Json& sample : object["samples"]) keep(sample["variables"]);
}

// Writes what was asked for. If the disk refuses, the trajectory goes to the folder for temporary files:
// nothing that was computed is lost.
void save(const Arguments& arguments, const std::string& model, const Table& table) {
  try {
    write_trajectory(arguments.output, model, table);
  } catch (const Error& refused) {
    const std::string name = std::filesystem::path(arguments.output).filename().string();
    std::string rescue;
    try {
      rescue = (std::filesystem::temp_directory_path() / ("rescued-" + name)).string();
      write_trajectory(rescue, model, table);
    } catch (const std::exception&) {
      throw refused;
    }
    throw Error(refused.kind, refused.message, refused.where,
                fmt::format("the trajectory was saved as {} instead", quote(rescue)));
  }
}

std::string certificate_line(const solution::Certificate& c) {
  if (c.points == 0) return {};
  const std::string seen = fmt::format("residuals up to {:.1e}, between steps {:.1e} ({}), {} points",
                                       c.worst.residual, c.worst.between_steps, c.worst.equation, c.points);
  std::string text = fmt::format("  {}: {}\n",
                                 !c.holds   ? "not judged, constant steps promise nothing"
                                 : *c.holds ? "certified"
                                            : "not certified",
                                 seen);
  if (c.sensitive)
    text += fmt::format("  sensitive: small changes grow by a factor of about {:.1g}; no digit is promised\n",
                        c.amplification);
  return text;
}

std::string summary(const std::string& model, const Solution& run, const std::vector<Sample>& asked) {
  std::string text = fmt::format("{}: {}", strong(model), run.summary());
  text +=
      fmt::format("  {} with {}{}, {:.3g} s\n", run.choice.formulation, run.choice.method,
                  run.choice.stabilization == "none" ? "" : " and " + run.choice.stabilization, run.seconds);
  text += certificate_line(run.certificate);
  for (const std::string& note : run.notes) text += fmt::format("  note: {}\n", note);
  const auto list = [&](double t, const std::vector<double>& values) {
    constexpr std::size_t most = 20;
    text += fmt::format("at t = {}\n", report::number(t));
    for (std::size_t i = 0; i < values.size() && i < most; ++i)
      text += fmt::format("  {:<20} {:.10g}\n", run.variables[i],
                          std::abs(values[i]) < std::numeric_limits<double>::min() ? 0 : values[i]);
    if (values.size() > most)
      text += fmt::format("  ... and {} more; -o FILE.csv or --json shows all\n", values.size() - most);
  };
  for (const Sample& sample : asked) list(sample.time, sample.values);
  if (asked.empty()) list(run.t_end, run.last);
  return text;
}

struct Wanted {  // times at which the variables are wanted: of --at, and of the file
  std::vector<double> asked, grid;
};

Wanted wanted_times(const Arguments& arguments, const modelica::Loaded& loaded) {
  const double t_start = loaded.problem.t_start, t_end = loaded.problem.t_end;
  Wanted wanted{asked_times(arguments, t_start, t_end), {}};
  if (!arguments.output.empty() && !is_picture(arguments.output))
    wanted.grid = output_grid(arguments, loaded.experiment.interval, t_start, t_end);
  return wanted;
}

// A run that could not make its first step has computed nothing: the model has no solution as stated.
void check_begun(const Solution& run) {
  if (run.counts.steps > 0) return;
  if (run.outcome == solution::Outcome::singular)
    throw Error(Kind::structure, run.message, run.culprits,
                "`trammel analyze`, which says which equations depend on each other");
  if (run.outcome == solution::Outcome::assertion)
    throw Error(Kind::initialization, run.message, run.culprits, "other start values or parameters");
  if (run.outcome == solution::Outcome::not_finite || run.outcome == solution::Outcome::step_too_small)
    throw Error(Kind::initialization, run.message, run.culprits, "other start values, or `trammel analyze`");
}

Solution integrate(const Arguments& arguments, const modelica::Loaded& loaded, const Wanted& wanted) {
  pipeline::Options options = options_of(arguments, loaded);
  options.times = merged(wanted.asked, wanted.grid);
  options.both_sides = !wanted.grid.empty();
  options.dense = !arguments.plots.empty() || !arguments.report.empty();
  watch_for_interrupt();
  Progress progress(loaded.problem.t_start, loaded.problem.t_end, !arguments.quiet);
  options.progress = [&progress](double t, const Counts& counts) {
    progress.show(t, counts.steps);
    return !interrupted();
  };
  Solution run = pipeline::solve(loaded.problem, options);
  check_begun(run);
  run.notes.insert(run.notes.begin(), loaded.notes.begin(), loaded.notes.end());
  return run;
}

// The result is told first, then that it could not be written.
void tell(const Arguments& arguments, const std::string& model, const Solution& run,
          const std::vector<Sample>& samples, const std::optional<Error>& refused) {
  if (arguments.json) {
    report::Json object = {{"trammel", version}, {"model", model}};
    object.update(report::to_json(run, samples));
    narrow(object, arguments.shown);
    if (refused) object.update(report::to_json(*refused));
    return print(report::text(object) + "\n");
  }
  if (!arguments.quiet) print(summary(model, run, samples));
  if (refused) throw Error(*refused);
  if (run.success() && run.certificate.refused())
    fmt::print(stderr, "{} {}\n", alarming("error:"), run.certificate.message);
  if (!run.success()) fmt::print(stderr, "{} {}\n", alarming("error:"), run.message);
}

}  // namespace

int simulate(const Arguments& arguments) {
  for (const std::string& path : {arguments.output, arguments.report})
    if (!path.empty()) report::check_writable(path);
  const modelica::Loaded loaded = load(arguments);
  const std::string& model = loaded.problem.dae.name;
  const Wanted wanted = wanted_times(arguments, loaded);
  check_plots(arguments, loaded.problem.dae);
  matching(pipeline::reported(loaded.problem.dae).names, arguments.shown);  // a slip is told before the run
  const Solution run = integrate(arguments, loaded, wanted);

  std::optional<Error> refused;
  std::string drawn;
  if (!arguments.output.empty() || !arguments.plots.empty() || !arguments.report.empty()) {
    try {
      if (!arguments.output.empty() && !is_picture(arguments.output))
        save(arguments, model, narrowed(run, rows_of(run, wanted.grid), arguments.shown));
      if (!arguments.plots.empty()) drawn = plot(arguments, loaded.problem.dae, run);
      if (!arguments.report.empty())
        report_run(arguments, loaded, run, options_of(arguments, loaded).step.rtol);
    } catch (const Error& error) {
      refused = error;
    }
  }
  tell(arguments, model, run, pick(run.samples, wanted.asked), refused);
  if (refused) return wrong_usage;
  print(drawn);
  return run.success() && !run.certificate.refused() ? success : stopped_early;
}

}  // namespace trammel::cli

// cli/simulate.cpp: `trammel simulate`.
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grid.hpp"
#include "cli/pattern.hpp"
#include "cli/plot.hpp"
#include "cli/report.hpp"
#include "cli/result.hpp"
#include "cli/terminal.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/solve.hpp"
#include "report/file.hpp"

namespace trammel::cli {
namespace {

using solution::Solution;

struct Wanted {  // times at which the variables are wanted: of --at, and of the file
  std::vector<double> asked, grid;
};

Wanted wanted_times(const Arguments& arguments, const modelica::Loaded& loaded) {
  const double t_start = loaded.problem.t_start, t_end = loaded.problem.t_end;
  Wanted wanted{asked_times(arguments, t_start, t_end), {}};
  if (!arguments.output.empty() && !is_picture(arguments.output) && !is_saved_solution(arguments.output))
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

Solution integrate(const Arguments& arguments, const modelica::Loaded& loaded, const Wanted& wanted,
                   std::optional<RunReport>& page) {
  pipeline::Options options = options_of(arguments, loaded);
  options.times = merged(wanted.asked, wanted.grid);
  if (page) {
    options.times = merged(options.times, page->times());
    options.follower = page->follower();
  }
  options.both_sides = !wanted.grid.empty();
  options.dense = !arguments.plots.empty() || is_saved_solution(arguments.output);
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

}  // namespace

int simulate(const Arguments& arguments) {
  for (const std::string& path : {arguments.output, arguments.report})
    if (!path.empty()) report::check_writable(path);
  const modelica::Loaded loaded = load(arguments);
  const std::string& model = loaded.problem.dae.name;
  const Wanted wanted = wanted_times(arguments, loaded);
  check_plots(arguments, loaded.problem.dae);
  matching(pipeline::reported(loaded.problem.dae).names, arguments.shown);  // a slip is told before the run
  std::optional<RunReport> page;
  if (!arguments.report.empty()) page.emplace(arguments, loaded);
  const Solution run = integrate(arguments, loaded, wanted, page);

  std::optional<Error> refused;
  std::string drawn;
  if (!arguments.output.empty() || !arguments.plots.empty() || !arguments.report.empty()) {
    try {
      if (!arguments.output.empty() && !is_picture(arguments.output))
        write_result(arguments, texts_of(loaded.problem.dae, run.variables), run, rows_of(run, wanted.grid));
      if (!arguments.plots.empty()) drawn = plot(arguments, model, report::Units(loaded.problem.dae), run);
      if (page) page->write(run, options_of(arguments, loaded).step.rtol);
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

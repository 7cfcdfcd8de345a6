// cli/simulate.cpp: `trammel simulate`.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
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
#include "petsc/ranks.hpp"
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

namespace {

int simulate_here(const Arguments& arguments) {
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

// SOLVER or SOLVER,N: what has fewer than N unknowns stays on rank 0.
petsc::Settings settings_of(const std::string& text) {
  petsc::Settings settings;
  const std::size_t comma = text.find(',');
  settings.solver = text.substr(0, comma);
  if (comma != std::string::npos) {
    const std::string_view number = std::string_view(text).substr(comma + 1);
    const auto [end, wrong] = std::from_chars(number.data(), number.data() + number.size(), settings.from);
    if (wrong != std::errc() || end != number.data() + number.size() || settings.from < 1)
      throw Error(Kind::usage, fmt::format("--petsc={}: {} is no number of unknowns", text, quote(number)),
                  {}, "--petsc=mumps,500");
  }
  if (std::ranges::find(petsc::solvers(), settings.solver) == petsc::solvers().end())
    throw Error(Kind::usage, fmt::format("--petsc={}: there is no solver {}", text, quote(settings.solver)),
                {}, fmt::format("one of {}", listed(petsc::solvers(), petsc::solvers().size())));
  return settings;
}

void tell_use(const std::vector<petsc::RankUse>& ranks) {
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    fmt::print(stderr,
               "rank {}: {} rows, {} entries, {:.0f} MB at most, {:.0f} orders, {:.1f} MB sent, {:.1f} MB "
               "received\n",
               rank, ranks[rank].rows, ranks[rank].entries, ranks[rank].peak / 1e6, ranks[rank].orders,
               ranks[rank].sent / 1e6, ranks[rank].received / 1e6);
}

int simulate_on_ranks(const Arguments& arguments) {
  const petsc::Settings settings = settings_of(arguments.petsc);
  cluster::Session session;
  petsc::Ranks ranks(session, settings);
  if (session.rank() > 0) {
    ranks.serve();
    return success;
  }
  const int status = simulate_here(arguments);
  if (!arguments.quiet) tell_use(ranks.use());
  return status;
}

}  // namespace

int simulate(const Arguments& arguments) {
  return arguments.petsc.empty() ? simulate_here(arguments) : simulate_on_ranks(arguments);
}

}  // namespace trammel::cli

#include "pipeline/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "integrate/driver.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/setup.hpp"

namespace trammel::pipeline {
namespace {

using solution::Outcome;
using solution::Solution;

struct Interval {
  double start, end;
};

Interval check_interval(const model::Problem& problem, const Options& options) {
  const Interval interval{options.t_start.value_or(problem.t_start), options.t_end.value_or(problem.t_end)};
  if (!std::isfinite(interval.start) || !std::isfinite(interval.end))
    throw Error(Kind::usage,
                fmt::format("the interval from {} to {} is not finite", interval.start, interval.end));
  if (interval.end < interval.start)
    throw Error(Kind::usage,
                fmt::format("the end time {} lies before the start time {}", interval.end, interval.start));
  return interval;
}

integrate::RunOptions check_options(const Options& options) {
  integrate::RunOptions run{options.step, options.projection, options.dense, options.times, options.progress};
  if (options.tolerance) run.step.rtol = run.step.atol = *options.tolerance;
  run.step.fields([](const char* name, double value, double low, double high) {
    if (!(value >= low && value <= high))
      throw Error(Kind::usage,
                  fmt::format("the option {} is {}; it must lie between {} and {}", name, value, low, high));
  });
  if (!std::ranges::is_sorted(run.times)) std::ranges::sort(run.times);
  return run;
}

// One sentence for people about why a run ended.
std::string explain(const integrate::Run& run, const Setup& setup) {
  const std::string equation =
      run.row >= 0 ? quote(setup.instance->system().equation(run.row)) : "an equation";
  switch (run.outcome) {
    case Outcome::finished:
      return fmt::format("finished at t = {:g}", run.t);
    case Outcome::not_finite:
      return fmt::format("stopped at t = {:.6g}: {} gives no finite number from there on", run.t, equation);
    case Outcome::singular:
      return fmt::format(
          "stopped at t = {:.6g}: the equations cannot be solved for the highest derivatives there ({} is at "
          "fault)",
          run.t, equation);
    case Outcome::step_too_small:
      if (run.worst < 0)
        return fmt::format("stopped at t = {:.6g}: the step size became too small ({:.1e})", run.t, run.h);
      return fmt::format(
          "stopped at t = {:.6g}: the step size became too small ({:.1e}); {} could not be followed within "
          "the "
          "tolerance",
          run.t, run.h, quote(setup.state_names[run.worst]));
    case Outcome::too_many_steps:
      return fmt::format("stopped at t = {:.6g}: the limit of steps was reached", run.t);
    case Outcome::interrupted:
      return fmt::format("interrupted at t = {:.6g}", run.t);
    case Outcome::event:
      return fmt::format("an event ended the run at t = {:.6g}", run.t);
  }
  return {};
}

// Methods on the residual meet the index as it is written; beyond the highest that they converge at, a run
// would return numbers that mean nothing.
void require_index(const Choice& choice, const Setup& setup) {
  if (choice.formulation->target != formulation::Target::residual) return;
  const integrate::Method& method = choice.integrator->method;
  const int index = analysis::analyze(setup.dae).index;
  if (index <= method.max_index || method.max_index >= 3) return;
  throw Error(Kind::usage,
              fmt::format("the method {} converges up to index {}, but the equations have index {}",
                          quote(method.name), method.max_index, index),
              {}, "use radau5 or bdf, or the formulation 'underlying_ode'");
}

}  // namespace

Solution solve(const model::Problem& problem, const Options& options) {
  const auto begin = std::chrono::steady_clock::now();
  const Interval interval = check_interval(problem, options);
  const integrate::RunOptions run_options = check_options(options);

  Solution result;
  const analysis::Diagnosis found = analysis::analyze(problem.dae);
  result.index = found.index;
  result.degrees_of_freedom = found.degrees_of_freedom;

  const Choice choice = choose(found, options);
  result.choice = {std::string(choice.formulation->name), std::string(choice.integrator->method.name),
                   run_options.projection.on ? "projection" : "none", choice.reason};
  const bool project = run_options.projection.on;
  Setup setup = set_up(problem, *choice.formulation, interval.start, project, {.engine = options.engine});
  require_index(choice, setup);
  result.variables = setup.reported.names;
  result.notes = setup.instance->system().notes();

  const std::unique_ptr<integrate::Stepper> stepper = choice.integrator->make(*setup.instance);
  std::vector<double> values(result.variables.size());
  const auto output = [&](double t, Vec state, Vec slope) {
    setup.observe(t, state, slope, values);
    result.samples.push_back({t, values});
  };
  setup.instance->counts() = {};
  integrate::Run run =
      integrate::integrate(*setup.instance, choice.integrator->method, *stepper, setup.projector.get(),
                           setup.start, interval.end, run_options, output);

  result.outcome = run.outcome;
  result.message = explain(run, setup);
  result.t_start = interval.start;
  result.t_end = run.t;
  setup.observe(run.t, run.y, run.slope, values);
  result.last = values;
  result.constraint_residual = run.constraint_residual;
  result.counts = setup.instance->counts();
  if (options.dense) result.segments.push_back({std::move(run.trajectory), setup.observe});
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace trammel::pipeline

#include "pipeline/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "formulation/eliminate.hpp"
#include "formulation/underlying_ode.hpp"
#include "integrate/driver.hpp"
#include "integrate/methods/catalog.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/start.hpp"
#include "system/compile.hpp"

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
std::string explain(const integrate::Run& run, const system::System& system, const system::Ode& ode,
                    const model::Dae& dae) {
  const std::string equation = run.row >= 0 ? quote(system.equation(run.row)) : "an equation";
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
    case Outcome::step_too_small: {
      if (run.worst < 0)
        return fmt::format("stopped at t = {:.6g}: the step size became too small ({:.1e})", run.t, run.h);
      const auto& part = ode.state()[run.worst];
      return fmt::format(
          "stopped at t = {:.6g}: the step size became too small ({:.1e}); {} could not be followed within "
          "the tolerance",
          run.t, run.h,
          quote(expr::print_symbol(*dae.graph, dae.variables[part.unknown].id, part.derivative)));
    }
    case Outcome::too_many_steps:
      return fmt::format("stopped at t = {:.6g}: the limit of steps was reached", run.t);
    case Outcome::interrupted:
      return fmt::format("interrupted at t = {:.6g}", run.t);
    case Outcome::event:
      return fmt::format("an event ended the run at t = {:.6g}", run.t);
  }
  return {};
}

}  // namespace

Solution solve(const model::Problem& problem, const Options& options) {
  const auto begin = std::chrono::steady_clock::now();
  const Interval interval = check_interval(problem, options);
  const integrate::RunOptions run_options = check_options(options);
  const integrate::Integrator& integrator =
      integrate::find_integrator(options.method == "auto" ? "dopri5" : options.method);
  const program::CompileOptions compile_options{.engine = options.engine};

  Solution result;
  const analysis::Diagnosis found = analysis::analyze(problem.dae);
  result.index = found.index;
  result.degrees_of_freedom = found.degrees_of_freedom;

  const formulation::Formulation formulation{formulation::Eliminate{}, formulation::UnderlyingOde{}};
  const model::Dae dae = formulation.apply(problem.dae);
  const system::System system = system::compile(dae, system::Form::ode, compile_options);
  system::Instance instance(system);
  const std::vector<double> start = consistent_start(problem, dae, instance.ode(), interval.start);
  auto observer =
      std::make_shared<Observer>(problem.dae, dae, system, program::CompileOptions{.engine = Engine::vm});
  result.variables = observer->names();
  result.notes = system.notes();

  const std::unique_ptr<integrate::Stepper> stepper = integrator.make(instance);
  std::vector<double> values(result.variables.size());
  const auto output = [&](double t, Vec state) {
    (*observer)(t, state, run_options.projection.on, values);
    result.samples.push_back({t, values});
  };
  integrate::Run run = integrate::integrate(instance, integrator.method, *stepper, interval.start, start,
                                            interval.end, run_options, output);

  result.outcome = run.outcome;
  result.message = explain(run, system, instance.ode(), dae);
  result.t_start = interval.start;
  result.t_end = run.t;
  (*observer)(run.t, run.y, false, values);
  result.last = values;
  result.constraint_residual = run.constraint_residual;
  result.counts = instance.counts();
  if (options.dense) {
    const bool project = run_options.projection.on;
    result.segments.push_back({std::move(run.trajectory), [observer, project](double t, Vec state, Out all) {
                                 (*observer)(t, state, project, all);
                               }});
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace trammel::pipeline

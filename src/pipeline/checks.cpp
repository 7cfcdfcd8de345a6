#include "pipeline/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "pipeline/option_table.hpp"

namespace trammel::pipeline {

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
  integrate::RunOptions run{.step = options.step,
                            .projection = options.projection,
                            .dense = options.dense,
                            .times = options.times,
                            .progress = options.progress};
  if (options.tolerance) run.step.rtol = run.step.atol = *options.tolerance;
  Options meant = options;
  meant.step = run.step;
  check_ranges(meant);
  if (!std::ranges::is_sorted(run.times)) std::ranges::sort(run.times);
  return run;
}

// γ = 1/h multiplies what an implicit method leaves of the constraints, its tolerance, by 1/h^c: the
// multipliers drown in it, as they would at index 3. [AQR94, section 1]
void refuse_gain(const Setup& setup, const Choice& choice) {
  if (setup.instance->system().form() != system::Form::residual) return;
  for (const integrate::Gain& gain : setup.plan->gains)
    if (gain.power > 1)
      throw Error(Kind::usage,
                  fmt::format("the formulation {} with the implicit method {} needs a gain that does not "
                              "follow the step size",
                              quote(choice.formulation->name), quote(choice.integrator->method.name)),
                  {}, "give gamma, for example 10, or use the formulation 'ggl'");
}

std::string require_index(const Choice& choice, const Setup& setup) {
  using formulation::Target;
  const Target target = choice.formulation->target;
  if ((target != Target::residual && target != Target::second_order) || choice.formulation->from_array)
    return {};
  const integrate::Method& method = choice.integrator->method;
  const int index = setup.plan->index;
  if (index <= method.max_index) return {};
  if (method.max_index >= 3)
    return fmt::format(
        "the equations have index {} in this form, and {} is known to converge up to index {} only: compare "
        "with the formulation 'underlying_ode'",
        index, quote(method.name), method.max_index);
  throw Error(Kind::usage,
              fmt::format("the method {} converges up to index {}, but the equations have index {}{}{}",
                          quote(method.name), method.max_index, index, method.beyond.empty() ? "" : ": ",
                          method.beyond),
              {}, "use radau5 or bdf, or the formulation 'underlying_ode'");
}

void require_steps(const integrate::Method& method, const integrate::StepOptions& step) {
  if (method.estimate_order == 0 && !step.given())
    throw Error(
        Kind::usage,
        fmt::format("the method {} has no error estimate, so it cannot choose its steps", quote(method.name)),
        {}, "set fixed_step, or give a grid");
}

}  // namespace trammel::pipeline

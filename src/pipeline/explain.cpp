#include "pipeline/explain.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace trammel::pipeline {

using solution::Outcome;

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
          "the tolerance",
          run.t, run.h, quote(setup.state_names[run.worst]));
    case Outcome::too_many_steps:
      return fmt::format("stopped at t = {:.6g}: the limit of steps was reached", run.t);
    case Outcome::interrupted:
      return fmt::format("interrupted at t = {:.6g}", run.t);
    case Outcome::assertion:
      return fmt::format("an assertion failed at t = {:.6g}", run.t);
    case Outcome::event:
      return fmt::format("an event ended the run at t = {:.6g}", run.t);
  }
  return {};
}

Where culprits(const integrate::Run& run, const Setup& setup) {
  Where where;
  if (run.outcome == Outcome::finished || run.outcome == Outcome::interrupted) return where;
  if (run.row >= 0) where.equations.push_back(setup.instance->system().equation(run.row));
  if (run.outcome == Outcome::step_too_small && run.worst >= 0)
    where.variables.push_back(setup.state_names[run.worst]);
  where.time = run.t;
  return where;
}

}  // namespace trammel::pipeline

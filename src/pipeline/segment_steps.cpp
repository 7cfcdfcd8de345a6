// pipeline/segment_steps.cpp: what a segment asks of its steps: tolerances, and times at which they end.
#include <algorithm>

#include "pipeline/segment.hpp"

namespace trammel::pipeline {

// A method that `auto` chose is given the part of the tolerance with which its errors are about the tolerance, as
// far as rounding leaves room. The judge keeps to what was asked for.
void Segment::take_share() {
  constexpr double least = 1e-11;
  const auto part = [&](double& tolerance) {
    tolerance = std::max(choice_.share * tolerance, std::min(tolerance, least));
  };
  part(run_options_.step.rtol);
  part(run_options_.step.atol);
  for (double& own : setup_.start.tolerance) part(own);
}

// In units of themselves, down to what is nothing in any unit.
void Segment::test_by_themselves() {
  constexpr double nothing = 1e-100;
  for (const std::string& name : options_.by_themselves)
    if (const auto at = std::ranges::find(setup_.plan->state_names, name);
        at != setup_.plan->state_names.end())
      setup_.start.nominal[static_cast<std::size_t>(at - setup_.plan->state_names.begin())] *= nothing;
}

// Of all parameters.
std::vector<double> Segment::numbers() const {
  std::vector<double> parameters(static_cast<std::size_t>(setup_.plan->problem->dae.graph->parameters()));
  for (const model::Parameter& parameter : start_.numbers.dae.parameters)
    if (const auto id = static_cast<std::size_t>(parameter.id); id < parameters.size())
      parameters[id] = parameter.value;
  return parameters;
}

// Of a run with events those of its first piece serve all others.
void Segment::end_steps_at_fronts() {
  const Fronts* const fronts = setup_.plan->fronts.get();
  if (fronts == nullptr || fronts->empty() || run_options_.step.given()) return;
  if (start_.stops == nullptr || !start_.stops->has_value()) {
    setup_.observe(setup_.start.t, setup_.start.y, setup_.start.slope, values_);
    run_options_.stops =
        fronts->times(setup_.start.t, start_.until.value_or(start_.interval.end), values_, numbers(), asked_);
    if (start_.stops != nullptr) *start_.stops = run_options_.stops;
  } else {
    run_options_.stops = **start_.stops;
  }
}

void Segment::watch_pulses() {
  const Pulses* const pulses = setup_.plan->pulses.get();
  if (pulses == nullptr || pulses->empty() || run_options_.step.given()) return;
  pulses_.emplace(*pulses, numbers(), asked_, values_.size(),
                  [this](double t, Vec y, Vec slope, Out values) { setup_.observe(t, y, slope, values); });
  if (!pulses_->watches()) return;
  run_options_.passes_over = [this](const integrate::PassedStep& step) { return pulses_->see(step); };
}

// Of jumps that no step gets away from the run is told, and ends.
void Segment::watch_switches(double from) {
  if (driver_->polynomial() != nullptr) {
    values_at(from, values_);
    switches_->see(from, values_, setup_.parameters);
  }
  values_at(driver_->t(), values_);
  switches_->see(driver_->t(), values_, setup_.parameters);
  if (options_.chattering == nullptr) return;
  *options_.chattering = switches_->chattering();
  told_to_end_ = !options_.chattering->empty();
}

// By the distance of the matrix from a singular one, which falls like the square of what is left of a choice.
// Pivots may hide that, and a step may then go through a point where nothing is singular but the choice.
void Segment::see_choice(double t, Vec state) {
  constexpr double little = 0.1;
  system::SingularPoints* const points = system::singular_points(setup_.instance->aside().ode());
  if (points == nullptr) return;
  state_.assign(state.begin(), state.end());
  const double left = points->regularity_at(t, state_);
  faded_ = left >= 0 && left < little;
}

}  // namespace trammel::pipeline

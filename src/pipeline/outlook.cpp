#include "pipeline/outlook.hpp"

#include <fmt/format.h>

#include "integrate/step_effort.hpp"
#include "pipeline/cost.hpp"

namespace trammel::pipeline {
namespace {

// The first look comes after about a millisecond: shorter runs have none. The next ones come each time the work has
// doubled. The forecast of the other choice is rough, so it must be a lot better.
constexpr double first_look = 4e6, better = 0.6;
// What is not as clear is tried where the rest is ten times what that takes; whoever tries must not be slower than this.
constexpr double close = 1.5, trial = 10, slower = 1.1;
// A run begins with short steps that grow: they say nothing of the rest, and neither do a few.
constexpr long beginning = 10, few = 10;

bool is_explicit(const Choice& choice) { return choice.formulation->target == formulation::Target::ode; }

}  // namespace

void Outlook::starts(const Choice& mine, const Choice* next, double t) {
  began_ = seen_effort_ = integrate::step_effort_so_far();
  seen_t_ = t;
  steps_ = 0;
  begins_ = true;
  look_at_ = first_look;
  races_ = rate_ > 0 && !is_explicit(mine);
  watches_ = races_;
  const bool keeps_constraints = facts_.index <= 1 || facts_.linear_constraints;
  if (next == nullptr || !is_explicit(mine) || is_explicit(*next) || !keeps_constraints) return;
  const double my_steps = expected_steps(mine.integrator->method.name, rtol_);
  other_step_ = step_cost(*next->formulation, next->integrator->method.name, facts_);
  if (!(my_steps > 0 && other_step_ > 0)) return;
  steps_ratio_ = expected_steps(next->integrator->method.name, rtol_) / my_steps;
  watches_ = steps_ratio_ > 0;
}

bool Outlook::is_due(double t, double effort) {
  if (begins_ && steps_ == beginning) {
    begins_ = false;
    seen_effort_ = effort;
    seen_t_ = t;
    steps_ = 0;
  }
  return !begins_ && steps_ >= few && effort - began_ >= look_at_;
}

bool Outlook::leaves(double t) {
  ++steps_;
  if (!watches_ || !(t < end_)) return false;
  const double effort = integrate::step_effort_so_far();
  if (!is_due(t, effort)) return false;
  const double rate = (effort - seen_effort_) / (t - seen_t_);
  bool leaves = false;
  if (races_) {
    part_ = rate / rate_;
    leaves = part_ > slower && rate * (end_ - t) > first_look;
    watches_ = leaves;  // it is decided
  } else if (leaves_for_next(t, effort)) {
    leaves = true;
    rate_ = rate;
  }
  look_at_ = 2 * (effort - began_);
  seen_effort_ = effort;
  seen_t_ = t;
  steps_ = 0;
  at_ = t;
  return leaves;
}

bool Outlook::leaves_for_next(double t, double effort) {
  const double to_go = (end_ - t) / (t - seen_t_);  // in units of what was seen since the last look
  const double rest = (effort - seen_effort_) * to_go, set_up = facts_.pieces.set_up;
  const double other = static_cast<double>(steps_) * to_go * steps_ratio_ * other_step_;
  part_ = other / rest;
  return (rest > first_look + set_up && set_up + other < better * rest) ||
         (rest > trial * (first_look + set_up) && set_up + other < close * rest);
}

std::string Outlook::why() const {
  if (races_)
    return fmt::format("it was tried, and took {:.2g} times the work of the choice before, until t = {:.3g}",
                       part_, at_);
  return fmt::format("an implicit method is expected to take {:.2g} of the work from t = {:.3g} on", part_,
                     at_);
}

}  // namespace trammel::pipeline

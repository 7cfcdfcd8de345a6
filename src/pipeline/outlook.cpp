#include "pipeline/outlook.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "integrate/step_effort.hpp"
#include "pipeline/cost.hpp"

namespace trammel::pipeline {
namespace {

// The first look comes after about a millisecond: shorter runs have none. The next ones come each time the work has
// doubled. The forecast of the other choice is rough, so it must be a lot better.
constexpr double first_look = 4e6, better = 0.6;
// What is not as clear is tried where the rest is ten times what that takes; whoever tries must not be slower
// than this.
constexpr double close = 1.5, trial = 10, slower = 1.1;
// A run begins with short steps that grow: they say nothing of the rest, and neither do a few.
constexpr long beginning = 10, few = 10;
// Steps before the fastest mode is looked at, and the part of the method's reach from which it counts as what
// bounds them.
constexpr long steps_before_look = 50;
constexpr double near_border = 0.4;
// One look may have seen a kink, at which steps are short for a moment: the next one, at twice the work, must agree.
constexpr int agreeing = 2;

}  // namespace

bool is_explicit(const Choice& choice) { return choice.formulation->target == formulation::Target::ode; }

void Outlook::starts(const Choice& mine, const Choice* next, double t) {
  began_ = seen_effort_ = integrate::step_effort_so_far();
  seen_t_ = t;
  steps_ = 0;
  begins_ = true;
  look_at_ = first_look;
  races_ = rate_ > 0 && !is_explicit(mine);
  watches_ = races_;
  mine_ = &mine;
  next_ = next;
  returned_ = returns_;
  agreed_ = 0;
  returns_ = bound_ = false;
  all_steps_ = bound_steps_ = 0;
  bound_look_ = steps_before_look;
  bound_t_ = t;
  bound_effort_ = began_;
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

void Outlook::seen(double t, double effort) {
  look_at_ = 2 * (effort - began_);
  seen_effort_ = effort;
  seen_t_ = t;
  steps_ = 0;
  at_ = t;
}

bool Outlook::leaves(double t, const Mode& mode) {
  ++steps_;
  ++all_steps_;
  if (!(t < end_)) return false;
  const double effort = integrate::step_effort_so_far();
  if (is_bound(t, effort, mode)) return true;
  if (!watches_) return leaves_for_explicit(t, effort, mode);
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
  seen(t, effort);
  return leaves;
}

// An explicit method at the border of its stability. The steps since the last look say how long those to come are, and
// what they cost. One that came back because stiffness had gone is left as soon as it is there again.
bool Outlook::is_bound(double t, double effort, const Mode& mode) {
  if (!mode || next_ == nullptr || !is_explicit(*mine_) || is_explicit(*next_) || all_steps_ < bound_look_)
    return false;
  bound_look_ *= 2;
  const double made = static_cast<double>(all_steps_ - bound_steps_), h = (t - bound_t_) / made;
  const double rest = (effort - bound_effort_) / (t - bound_t_) * (end_ - t);
  bound_t_ = t;
  bound_effort_ = effort;
  bound_steps_ = all_steps_;
  const double reach = reach_of(mine_->integrator->method.name);
  const double other = expected_cost(*next_->formulation, next_->integrator->method.name, facts_, rtol_);
  if (!(reach > 0 && other > 0)) return false;
  if (!returned_ && !(facts_.pieces.set_up + other < better * rest)) return false;
  const FastestMode fastest = mode();
  if (!fastest.decays || h * fastest.rate < near_border * reach) return false;
  part_ = other / rest;
  at_ = t;
  return bound_ = true;
}

// Only where stability would not bound its steps: else those of the implicit method may soon be much longer
// than what was seen of them. And not where an explicit method was left for what its steps cost.
bool Outlook::leaves_for_explicit(double t, double effort, const Mode& mode) {
  if (!mode || explicitly_ == nullptr || is_explicit(*mine_) || rate_ > 0) return false;
  look_at_ = std::max(look_at_, patience_);
  if (!is_due(t, effort)) return false;
  const std::string_view method = explicitly_->integrator->method.name;
  const double step = step_cost(*explicitly_->formulation, method, facts_), reach = reach_of(method);
  const double to_go = (end_ - t) / (t - seen_t_), rest = (effort - seen_effort_) * to_go;
  const double ratio = expected_steps(method, rtol_) / expected_steps(mine_->integrator->method.name, rtol_);
  const double steps = static_cast<double>(steps_) * ratio;  // in place of those that were seen
  part_ = (facts_.pieces.set_up + steps * to_go * step) / rest;
  bool leaves = steps > 0 && std::isfinite(steps) && step > 0 && rest > first_look && part_ < better;
  if (leaves) {
    const FastestMode fastest = mode();
    leaves = fastest.rate > 0 && fastest.rate * (t - seen_t_) / steps < near_border * reach;
  }
  seen(t, effort);
  agreed_ = leaves ? agreed_ + 1 : 0;
  leaves = agreed_ == agreeing;
  if (leaves) patience_ *= 4;
  return returns_ = leaves;
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
  if (returns_)
    return fmt::format(
        "it is not stiff any more: an explicit method is expected to take {:.2g} of the work from t = {:.3g} "
        "on",
        part_, at_);
  if (bound_ && returned_) return fmt::format("stability bounds its steps again from t = {:.3g} on", at_);
  if (bound_)
    return fmt::format(
        "stability bounds its steps, and an implicit method is expected to take {:.2g} of the work from t = "
        "{:.3g} on",
        part_, at_);
  if (races_)
    return fmt::format("it was tried, and took {:.2g} times the work of the choice before, until t = {:.3g}",
                       part_, at_);
  return fmt::format("an implicit method is expected to take {:.2g} of the work from t = {:.3g} on", part_,
                     at_);
}

}  // namespace trammel::pipeline

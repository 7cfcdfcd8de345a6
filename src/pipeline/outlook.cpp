#include "pipeline/outlook.hpp"

#include <fmt/format.h>

#include "integrate/step_effort.hpp"
#include "pipeline/cost.hpp"

namespace trammel::pipeline {
namespace {

// The first look comes after about a millisecond: shorter runs have none. The next ones come each time the work has
// doubled. The forecast of the other choice is rough, so it must be a lot better.
constexpr double first_look = 4e6, better = 0.6;
// A run begins with short steps that grow: they say nothing of the rest, and neither do a few.
constexpr long beginning = 10, few = 10;

bool is_explicit(const Choice& choice) { return choice.formulation->target == formulation::Target::ode; }

}  // namespace

void Outlook::starts(const Choice& mine, const Choice* next, double t) {
  watches_ = false;
  began_ = seen_effort_ = integrate::step_effort_so_far();
  seen_t_ = t;
  steps_ = 0;
  begins_ = true;
  look_at_ = first_look;
  const bool keeps_constraints = facts_.index <= 1 || facts_.linear_constraints;
  if (next == nullptr || !is_explicit(mine) || is_explicit(*next) || !keeps_constraints) return;
  const double my_steps = expected_steps(mine.integrator->method.name, rtol_);
  other_step_ = step_cost(*next->formulation, next->integrator->method.name, facts_);
  if (!(my_steps > 0 && other_step_ > 0)) return;
  steps_ratio_ = expected_steps(next->integrator->method.name, rtol_) / my_steps;
  watches_ = steps_ratio_ > 0;
}

bool Outlook::leaves(double t) {
  ++steps_;
  if (!watches_ || !(t < end_)) return false;
  const double effort = integrate::step_effort_so_far(), spent = effort - began_;
  if (begins_ && steps_ == beginning) {
    begins_ = false;
    seen_effort_ = effort;
    seen_t_ = t;
    steps_ = 0;
  }
  if (begins_ || steps_ < few || spent < look_at_) return false;
  const double to_go = (end_ - t) / (t - seen_t_);  // in units of what was seen since the last look
  const double rest = (effort - seen_effort_) * to_go;
  const double other = static_cast<double>(steps_) * to_go * steps_ratio_ * other_step_;
  look_at_ = 2 * spent;
  seen_effort_ = effort;
  seen_t_ = t;
  steps_ = 0;
  part_ = other / rest;
  at_ = t;
  return rest > first_look + facts_.pieces.set_up && facts_.pieces.set_up + other < better * rest;
}

std::string Outlook::why() const {
  return fmt::format("an implicit method is expected to take {:.2g} of the work from t = {:.3g} on", part_,
                     at_);
}

}  // namespace trammel::pipeline

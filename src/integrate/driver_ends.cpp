// integrate/driver_ends.cpp: how a run begins (its first step size), where given steps end and others
// have to, why a run ends, and a run from begin to end.
#include <algorithm>
#include <cmath>
#include <utility>

#include "integrate/driver.hpp"

namespace trammel::integrate {

using solution::Outcome;

// [HNW93, II.4]: a step in which an explicit Euler step would err by about 1 % of the tolerance.
double Driver::first_step() {
  if (!options_.step.grid.empty()) return next_node() - t_;
  if (fixed()) return options_.step.fixed_step;
  if (options_.step.first_step > 0) return options_.step.first_step;
  const double length = t_end_ - t_;
  std::vector<double> slope(n_), other(n_);
  if (!slope_at(t_, y0_, slope)) return 1e-6 * length;
  const std::span<const char> tested = stepper_.tested();
  const double d0 = scale_.norm(y0_, y0_, y0_, tested), d1 = scale_.norm(slope, y0_, y0_, tested);
  // A state that is all but zero, as after an event, says nothing about the step: its tolerance does.
  double h = d0 < 1e-10 || d1 < 1e-10 ? 1e-6 * length : 0.01 * (d0 < 1e-5 ? 1 : d0) / d1;
  h = std::min({h, options_.step.max_step, length});
  for (std::size_t i = 0; i < n_; ++i) y1_[i] = y0_[i] + h * slope[i];
  if (!slope_at(t_ + h, y1_, other)) return 0.1 * h;
  for (std::size_t i = 0; i < n_; ++i) other[i] = (other[i] - slope[i]) / h;
  const double d2 = scale_.norm(other, y0_, y0_, tested), largest = std::max(d1, d2);
  const double by_curvature = largest <= 1e-15
                                  ? std::max(1e-6 * length, 1e-3 * h)
                                  : std::pow(0.01 / largest, 1.0 / std::max(method_.estimate_order, 1));
  const double guess = std::min({100 * h, by_curvature, options_.step.max_step, length});
  return method_.multistep ? by_slope_alone(guess, d0, d1, length) : guess;
}

// Where a step that is not the last one ends, if steps are given: counted from where they began, so that
// rounding does not add up.
double Driver::next_node() const {
  const std::vector<double>& nodes = options_.step.grid;
  if (nodes.empty()) return grid_ + static_cast<double>(on_grid_ + 1) * step_;
  const double passed = t_ + smallest_step();
  const auto next = std::ranges::upper_bound(nodes, passed);
  return next == nodes.end() ? t_end_ : *next;
}

double Driver::next_stop() const {
  const auto next = std::ranges::upper_bound(options_.stops, t_ + smallest_step());
  if (fixed()) return t_end_;
  return std::min({next == options_.stops.end() ? t_end_ : *next, awaited_, t_end_});
}

double Driver::smallest_step() const {
  // Near t = 0 only the interval tells what is small: fast starts of 1e-15 of it do occur (Robertson).
  return std::max(16 * std::numeric_limits<double>::epsilon() * std::fabs(t_), 1e-28 * (t_end_ - t_));
}

// Methods on the residual know no other slope than that of the start.
Attempt Driver::slope_at(double t, Vec y, Out slope) {
  if (slope_.empty()) return stepper_.slope(t, y, slope);
  std::ranges::copy(slope_, slope.begin());
  return {};
}

// Multistep methods on the residual have no other slope to compare with: a curvature y″ of the size y′²/y
// lets a tangent err by a hundredth of the tolerance within this step, whatever time is measured in. Where
// all begins at rest, only the interval is left. A step that is too long costs a few trials; one that is
// too short, dozens of steps. Those on second-order forms begin with a formula of higher order, and with
// shorter steps rounding of positions, divided by h², would be seen in accelerations.
double Driver::by_slope_alone(double guess, double d0, double d1, double length) const {
  const bool higher = method_.estimate_order > 2 &&
                      std::ranges::find(method_.takes, Form::second_order) != method_.takes.end();
  const double power = higher ? 1.0 / std::max(method_.estimate_order, 2) : 0.5, size = std::max(d0, 1.0);
  const double tangent = d1 > 0 ? size * std::pow(0.01 / size, power) / d1 : infinity;
  return std::min({std::max(guess, tangent), 0.01 * length, options_.step.max_step});
}

// True: the step has seen nothing of something that lies in it, and is tried again up to there.
bool Driver::passes_over(double t_new) {
  if (!options_.passes_over || fixed()) return false;
  if (!slope_.empty()) stepper_.end_slope(sample_slope_);
  const std::function<const solution::StepPolynomial&()> inside = [&]() -> const solution::StepPolynomial& {
    if (!published_) publish(t_new);
    return *polynomial_;
  };
  const auto shorter = options_.passes_over(
      {t_, t_new, y0_, slope_, y1_, slope_.empty() ? Vec() : Vec(sample_slope_), inside});
  if (!shorter || !(shorter->end > t_ + 2 * smallest_step()) || !(shorter->end < t_new)) return false;
  ++instance_.counts().rejected;
  awaited_ = shorter->end;
  step_behind_ = std::max(shorter->then, 2 * smallest_step());
  rejected_ = true;
  return true;
}

Outcome Driver::too_small() {
  if (ImplicitPart* part = stepper_.implicit()) run_.trouble.worst = part->trouble().worst;
  if (failure_ || failure_.verdict == Attempt::diverged) look_ahead();
  run_.row = failure_.row;
  switch (failure_.verdict) {
    case Attempt::not_finite:
      return Outcome::not_finite;
    case Attempt::singular:
      return Outcome::singular;
    default:
      return Outcome::step_too_small;
  }
}

void Driver::find_trouble() {
  run_.diverged = failure_.verdict == Attempt::diverged;
  run_.fixed = fixed();
  if (ImplicitPart* part = stepper_.implicit()) {
    // The component that moved most in the step that failed, and not in a look ahead that converged.
    const int worst = std::exchange(run_.trouble, part->trouble()).worst;
    if (worst >= 0) run_.trouble.worst = worst;
  }
  if (run_.worst < 0) run_.worst = scale_.worst();  // steps may dwindle without one that fails
  if (run_.diverged && outcome_ == Outcome::step_too_small && !run_.trouble.columns.empty())
    outcome_ = Outcome::singular;  // as far as rounding lets us see
}

// Steps may shrink towards a point behind which an equation has no value: then that is the reason.
void Driver::look_ahead() {
  const double h = std::min(t_end_ - t_, 1e-6 * std::max(std::fabs(t_), t_end_ - t_start_));
  if (const Attempt beyond = stepper_.attempt(t_, h, y0_, y1_, error_); beyond.verdict == Attempt::not_finite)
    failure_ = beyond;
}

Run integrate(Instance& instance, const Method& method, Stepper& stepper, Projector* projector,
              const Start& start, double t_end, const RunOptions& options, const Output& output) {
  solution::Trajectory trajectory(stepper.size(), method.dense_degree);
  if (options.dense) trajectory.begin(start.t, start.y);
  Driver driver(instance, method, stepper, projector, start, t_end, options, output);
  while (driver.step())
    if (options.dense) trajectory.add(*driver.polynomial());
  Run run = driver.result();
  run.trajectory = std::move(trajectory);
  return run;
}

}  // namespace trammel::integrate

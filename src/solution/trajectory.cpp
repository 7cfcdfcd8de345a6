#include "solution/trajectory.hpp"

#include <algorithm>

namespace trammel::solution {

Trajectory::Trajectory(int size, int degree) : size_(size), degree_(std::max(degree, 1)) {}

void Trajectory::begin(double t, Vec y) {
  times_.assign(1, t);
  values_.assign(y.begin(), y.end());
}

void Trajectory::add(const StepPolynomial& step) {
  times_.push_back(step.to());
  const Vec added = step.values().subspan(static_cast<std::size_t>(size_));
  values_.insert(values_.end(), added.begin(), added.end());
}

Vec Trajectory::at_step(int i) const {
  return Vec(values_).subspan(static_cast<std::size_t>(i) * degree_ * size_, size_);
}

StepPolynomial Trajectory::step(int i) const {
  return {times_[i], times_[i + 1], degree_,
          Vec(values_).subspan(static_cast<std::size_t>(i) * degree_ * size_,
                               static_cast<std::size_t>(degree_ + 1) * size_)};
}

int Trajectory::step_at(double t) const {
  const auto after = std::upper_bound(times_.begin(), times_.end(), t);
  return std::clamp(static_cast<int>(after - times_.begin()) - 1, 0, std::max(steps() - 1, 0));
}

void Trajectory::at(double t, Out y) const {
  if (steps() == 0) return void(std::ranges::copy(at_step(0), y.begin()));
  step(step_at(t)).at(t, y);
}

void Trajectory::slope(double t, Out yp) const {
  if (steps() == 0) return void(std::fill(yp.begin(), yp.end(), 0.0));
  step(step_at(t)).slope(t, yp);
}

}  // namespace trammel::solution

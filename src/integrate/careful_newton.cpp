#include "integrate/careful_newton.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::integrate {
namespace {

// Each iteration costs a matrix, and there is no cheaper way past a kink: many are allowed. Twelve halvings
// bring an iterate that overshoots by a factor of 4000 to the near side.
constexpr int careful_iterations = 25;
constexpr int halvings = 12;
constexpr double enough = 0.01;  // of the tolerance: a third of what ContractionWatch leaves

}  // namespace

CarefulNewton::CarefulNewton(Linearization& model, RealBlock& matrix, const NewtonNorm& norm)
    : model_(model), matrix_(matrix), norm_(norm) {
  for (auto* v : {&y_, &slope_, &r_, &correction_, &trial_, &next_})
    v->resize(static_cast<std::size_t>(model.size()));
}

Attempt CarefulNewton::solve(double t, double c, Vec base, Vec base_slope, const LevelScaling& scaling,
                             Out e) {
  if (const Attempt outcome = residual(t, c, base, base_slope, e); !outcome) return outcome;
  for (int i = 0; i < careful_iterations; ++i) {
    ++model_.counts().newton_iterations;
    model_.evaluate(t, y_, slope_);
    if (const Attempt outcome = matrix_.factor(scaling, c); !outcome) return outcome;
    std::ranges::copy(r_, correction_.begin());
    matrix_.solve(scaling, correction_);
    const double size = norm_(correction_);
    if (!std::isfinite(size)) return {Attempt::diverged, -1};
    if (!shorten(t, c, base, base_slope, scaling, size, e))
      return size <= rounding_ ? Attempt{} : Attempt{Attempt::diverged, -1};
    if (full_step_ && next_size_ <= std::max(enough, rounding_)) return {};
  }
  return {Attempt::diverged, -1};
}

Attempt CarefulNewton::residual(double t, double c, Vec base, Vec base_slope, Vec e) {
  for (std::size_t i = 0; i < e.size(); ++i) {
    y_[i] = base[i] + e[i];
    slope_[i] = base_slope[i] + c * e[i];
  }
  return model_.residual(t, y_, slope_, r_);
}

// Moves e along the correction as far as the next one, with the same matrix, is shorter than this one.
bool CarefulNewton::shorten(double t, double c, Vec base, Vec base_slope, const LevelScaling& scaling,
                            double size, Out e) {
  double fraction = 1;
  for (int i = 0; i < halvings; ++i, fraction /= 2) {
    for (std::size_t k = 0; k < e.size(); ++k) trial_[k] = e[k] - fraction * correction_[k];
    if (!residual(t, c, base, base_slope, trial_)) continue;  // no value there
    full_step_ = fraction == 1;
    std::ranges::copy(r_, next_.begin());
    matrix_.solve(scaling, next_);
    next_size_ = norm_(next_);
    if (next_size_ <= (1 - fraction / 4) * size || (full_step_ && next_size_ <= enough)) {
      std::ranges::copy(trial_, e.begin());
      return true;
    }
  }
  return false;
}

}  // namespace trammel::integrate

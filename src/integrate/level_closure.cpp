#include "integrate/level_closure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel::integrate {

LevelClosure::LevelClosure(Instance& instance)
    : instance_(instance), equations_(instance.residual()), matrix_(equations_.pattern()),
      part_(equations_.pattern()), solver_(linalg::make_solver(equations_.pattern())),
      delta_(static_cast<std::size_t>(equations_.size())),
      one_(static_cast<std::size_t>(equations_.order()) + 1) {}

// Column j is ∂F/∂x_j⁽ᵏ⁾ with k its highest derivative.
Attempt LevelClosure::factor(double t, const StateLevels& x) {
  const linalg::Pattern& p = *matrix_.pattern;
  std::ranges::fill(matrix_.value, 0.0);
  for (std::size_t k = 0; k < one_.size(); ++k) {
    std::ranges::fill(one_, 0.0);
    one_[k] = 1;
    equations_.jacobian(t, x.pointers(), one_, part_);
    for (int j = 0; j < p.columns; ++j)
      if (equations_.highest(j) == static_cast<int>(k))
        for (int i = p.start[j]; i < p.start[j + 1]; ++i) matrix_.value[i] = part_.value[i];
  }
  instance_.counts().jacobian_evaluations -= static_cast<long>(one_.size()) - 1;  // parts of one
  ++instance_.counts().factorizations;
  const int row = solver_->factor(matrix_);
  return row < 0 ? Attempt{} : Attempt{Attempt::singular, row};
}

// Mostly linear: the second change is rounding.
Attempt LevelClosure::solve(double t, StateLevels& x) {
  constexpr int most = 10;
  constexpr double eps = std::numeric_limits<double>::epsilon();
  if (const Attempt outcome = factor(t, x); !outcome) return outcome;
  double before = std::numeric_limits<double>::infinity();
  for (int count = 0; count < most; ++count) {
    equations_.residual(t, x.pointers(), delta_);
    for (std::size_t i = 0; i < delta_.size(); ++i)
      if (!std::isfinite(delta_[i])) return {Attempt::not_finite, static_cast<int>(i)};
    solver_->solve(delta_);
    ++instance_.counts().linear_solves;
    double moved = 0;
    for (int j = 0; j < equations_.size(); ++j) {
      double& own = x.level(equations_.highest(j))[j];
      own -= delta_[static_cast<std::size_t>(j)];
      moved = std::max(moved, std::fabs(delta_[static_cast<std::size_t>(j)]) /
                                  std::max(std::fabs(own), std::numeric_limits<double>::min()));
    }
    if (!std::isfinite(moved)) return {Attempt::diverged, -1};
    if (moved <= 4 * eps || (count > 0 && moved >= 0.5 * before)) return {};
    before = moved;
  }
  return {};
}

}  // namespace trammel::integrate

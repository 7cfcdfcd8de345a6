#include "integrate/level_newton.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::integrate {
namespace {

constexpr int level_iterations = 8, level_iterations_at_rounding = 30;
constexpr double serves_up_to = 0.2;  // relative change of a weight
// What an iteration may leave, in units of the tolerance: it is divided by h² in multipliers and
// accelerations. (Three times as much shows where springs are stiff: the truck's multiplier varied by 1.27,
// 1.15, 1.10 times its decay at 1e-4, 1e-5, 1e-6; now by 1.09, 1.006, 1.005.)
constexpr double level_enough = 3e-4;
// A matrix that contracts by less serves one step only: with one of its own the next takes two iterations,
// with this one three or four.
constexpr double level_slow = 0.03;
// Iterations that go to and fro by this many times what rounding leaves of x show rounding of the equations;
// or by as much as differences lose.
constexpr double to_and_fro = 16;

}  // namespace

LevelNewton::LevelNewton(Instance& instance)
    : instance_(instance), equations_(instance.residual()), matrix_(equations_.pattern()),
      part_(equations_.pattern()),
      solver_(linalg::make_solver(equations_.pattern(), linalg::make_memory(equations_.pattern()))),
      scaling_(equations_), norm_(equations_), delta_(static_cast<std::size_t>(equations_.size())),
      noise_(delta_), one_(static_cast<std::size_t>(std::max(equations_.order(), 1)) + 1) {
  for (int j = 0; j < equations_.size(); ++j) {
    is_first_.push_back(equations_.highest(j) == 1);
    deep_ = deep_ || equations_.level(j) > 1;
  }
  start_.assign(one_.size(), delta_);
  factored_.reserve(one_.size());  // the first matrix may come late: other methods start
}

void LevelNewton::set_tolerance(double rtol, bool constant_steps) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  tight_ = constant_steps;  // as far as rounding allows
  enough_ = std::max(level_enough, 10 * eps / rtol);
  rounding_ = 1000 * eps / rtol;
}

Attempt LevelNewton::residual(double t, const StateLevels& x, Out r) {
  equations_.residual(t, x.pointers(), r);
  for (std::size_t i = 0; i < r.size(); ++i)
    if (!std::isfinite(r[i])) return {Attempt::not_finite, static_cast<int>(i)};
  return {};
}

bool LevelNewton::serves(const Weights& weights) const {
  if (factored_.empty()) return false;
  for (std::size_t k = 1; k < factored_.size(); ++k)
    if (!(std::fabs(weights.of[k] - factored_[k]) <= serves_up_to * std::fabs(factored_[k]))) return false;
  return true;
}

Attempt LevelNewton::factor(double t, const Weights& weights, const StateLevels& x) {
  factored_.clear();
  fresh_ = true;
  slow_ = false;
  rate_ = 1;
  lifted_ = 0;
  scaling_.set(h_);  // kept as long as the factors are
  if (weights.first.empty()) {
    equations_.jacobian(t, x.pointers(), weights.of, matrix_);
  } else {
    std::ranges::fill(matrix_.value, 0.0);
    const linalg::Pattern& p = *matrix_.pattern;
    for (std::size_t k = 0; k < one_.size(); ++k) {
      std::ranges::fill(one_, 0.0);
      one_[k] = 1;
      equations_.jacobian(t, x.pointers(), one_, part_);
      for (int j = 0; j < p.columns; ++j) {
        const double w = is_first_[j] ? weights.first[k] : weights.of[k];
        for (int i = p.start[j]; i < p.start[j + 1]; ++i) matrix_.value[i] += w * part_.value[i];
      }
    }
    counts().jacobian_evaluations -= static_cast<long>(one_.size()) - 1;  // parts of one
  }
  if (!scaling_.none()) {
    const linalg::Pattern& p = *matrix_.pattern;
    for (int j = 0; j < p.columns; ++j)
      for (int i = p.start[j]; i < p.start[j + 1]; ++i)
        matrix_.value[i] *= scaling_.row()[p.row[i]] * scaling_.column()[j];
  }
  ++counts().factorizations;
  if (const int row = solver_->factor(matrix_); row >= 0) {
    for (std::size_t i = 0; i < matrix_.value.size(); ++i)
      if (!std::isfinite(matrix_.value[i])) return {Attempt::not_finite, matrix_.pattern->row[i]};
    return {Attempt::singular, row};
  }
  factored_ = weights.of;
  return {};
}

void LevelNewton::times(int level, double t, const StateLevels& x, Vec v, Out to) {
  std::ranges::fill(one_, 0.0);
  one_[static_cast<std::size_t>(level)] = 1;
  equations_.jacobian(t, x.pointers(), one_, part_);
  std::ranges::fill(to, 0.0);
  const linalg::Pattern& p = *part_.pattern;
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) to[p.row[k]] += part_.value[k] * v[j];
}

void LevelNewton::apply_inverse(Out x) {
  ++counts().linear_solves;
  if (!scaling_.none())
    for (std::size_t i = 0; i < x.size(); ++i) x[i] *= scaling_.row()[i];
  solver_->solve(x);
  if (!scaling_.none())
    for (std::size_t i = 0; i < x.size(); ++i) x[i] *= scaling_.column()[i];
}

Attempt LevelNewton::solve(double t, double h, const Weights& weights, StateLevels& x) {
  h_ = h;
  norm_.set_step(h);
  for (std::size_t k = 0; k < start_.size(); ++k)
    std::ranges::copy(x.level(static_cast<int>(k)), start_[k].begin());
  fresh_ = false;
  if (!serves(weights) || tight_ || slow_)
    if (const Attempt outcome = factor(t, weights, x); !outcome) return outcome;
  Attempt outcome = iterate(t, weights, x);
  if (outcome || fresh_) return outcome;
  for (std::size_t k = 0; k < start_.size(); ++k)
    std::ranges::copy(start_[k], x.level(static_cast<int>(k)).begin());
  outcome = factor(t, weights, x);
  return outcome ? iterate(t, weights, x) : outcome;
}

// Changes that rounding of x alone would make: eps |J| |x| through the inverse, and as much more as
// differences lose. Multipliers are lifted by it to eps |x|/h² over accelerations: far more than eps where a
// tether is short beside the orbit that it is on. No shorter step would help.
double LevelNewton::lifted_rounding(const StateLevels& x) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const linalg::Pattern& p = *matrix_.pattern;
  const Vec at = x.level(0);
  std::ranges::fill(noise_, 0.0);
  for (int j = 0; j < p.columns; ++j) {
    const double size = eps * std::fabs(at[j]) / (scaling_.none() ? 1 : scaling_.column()[j]);
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) noise_[p.row[k]] += std::fabs(matrix_.value[k]) * size;
  }
  for (std::size_t i = 1; i < noise_.size(); i += 2) noise_[i] = -noise_[i];  // or rows would cancel
  solver_->solve(noise_);
  if (!scaling_.none())
    for (std::size_t i = 0; i < noise_.size(); ++i) noise_[i] *= scaling_.column()[i];
  const double found = cancellation_ * norm_(noise_);
  return std::isfinite(found) ? found : 0;
}

void LevelNewton::change(const Weights& weights, StateLevels& x) const {
  for (std::size_t k = 0; k < weights.of.size(); ++k) {
    const Out level = x.level(static_cast<int>(k));
    const double of = weights.of[k];
    if (weights.first.empty()) {
      for (std::size_t j = 0; j < delta_.size(); ++j) level[j] -= of * delta_[j];
    } else {
      for (std::size_t j = 0; j < delta_.size(); ++j)
        level[j] -= (is_first_[j] ? weights.first[k] : of) * delta_[j];
    }
  }
}

// The first iteration at index 2 and 3 moves multipliers by O(1), the second moves them back (the constraint
// was linearized, and what it errs by is divided by h²): no rate is read before the third there.
Attempt LevelNewton::iterate(double t, const Weights& weights, StateLevels& x) {
  double before = 0;
  const double noise = norm_.rounding(x.level(0)), shaking = std::max(to_and_fro, cancellation_) * noise;
  const auto shakes = [&](double moved) {
    if (moved <= std::max(rounding_, shaking)) return true;
    if (lifted_ == 0) lifted_ = lifted_rounding(x);
    return moved <= lifted_;
  };
  const int most = tight_ ? level_iterations_at_rounding : level_iterations;
  for (int count = 1; count <= most; ++count) {
    if (const Attempt outcome = residual(t, x, delta_); !outcome) return outcome;
    apply_inverse(delta_);
    ++counts().newton_iterations;
    change(weights, x);
    const double moved = norm_(delta_);
    if (!std::isfinite(moved)) return {Attempt::diverged, -1};
    if (moved <= noise) return {};
    const bool rated = count > (deep_ && fresh_ ? 2 : 1);
    if (rated) {
      const double rate = moved / before;
      if (rate >= 0.9 || (tight_ && rate >= 0.25 && moved <= rounding_))
        return shakes(moved) ? Attempt{} : Attempt{Attempt::diverged, -1};
      rate_ = std::max(rate / (1 - rate), 1e-3);
      slow_ = rate > level_slow && moved > std::max(shaking, lifted_);
    }
    // What comes next is less than is asked for, or than rounding leaves.
    if (!tight_ && rate_ * moved <= std::max({enough_, noise, lifted_}) && (rated || count > 1 || rate_ < 1))
      return {};
    before = moved;
    if (count == most && shakes(moved)) return {};
    if (tight_ && count > 1)  // a matrix of its own for every iteration: constant steps are for studies
      if (const Attempt outcome = factor(t, weights, x); !outcome) return outcome;
  }
  return {Attempt::diverged, -1};
}

}  // namespace trammel::integrate

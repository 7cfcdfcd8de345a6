#include "integrate/level_bdf.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/level_stepper.hpp"

namespace trammel::integrate {
namespace {

// Where multipliers have derivatives [Wun05, (7.19)], positions and these multipliers share what jumps: 0.
int level_of_constraints(const system::Residual& equations) {
  int deepest = 0;
  for (int j = 0; j < equations.size(); ++j) {
    deepest = std::max(deepest, equations.level(j));
    if (equations.highest(j) > 0 && equations.level(j) > 1) return 0;
  }
  return deepest > 1 ? std::max(equations.order() + 1 - deepest, 0) : 0;
}

// Whether constraints on several derivatives meet.
bool mixes_constraints(const system::Residual& equations) {
  int found = 0;
  for (int i = 0; i < equations.size(); ++i)
    if (const int depth = equations.row_level(i); depth > 0) {
      if (found > 0 && depth != found) return true;
      found = depth;
    }
  return false;
}

bool hides_constraints(const system::Residual& equations) {
  for (int j = 0; j < equations.size(); ++j)
    if (equations.level(j) > 1) return true;
  return false;
}

// Up to which derivative starting values are believed. Where derivatives of multipliers stand in the
// equations, q' + G'η must not jump: velocities and η of the same origin.
// (With velocities formed anew beside the η of collocation, λ of the first steps of BDF was off by a thousand
// times the tolerance.)
int believed_level(const system::Residual& equations, int levels, int base, bool mixed, bool modified) {
  if (has_slopes_of_multipliers(equations)) return levels - 1;
  if (mixed) return 0;
  return modified || hides_constraints(equations) ? base : levels - 1;
}

int checked_order(const system::Residual& equations) {
  refuse_beyond_order(equations, LevelFormula::deepest);
  return std::max(equations.order(), 1);
}

}  // namespace

LevelBdf::LevelBdf(Instance& instance, bool modified)
    : newton_(instance), x_(newton_.equations()), levels_(checked_order(newton_.equations())),
      mixed_(modified && levels_ > 1 && !has_slopes_of_multipliers(newton_.equations()) &&
             mixes_constraints(newton_.equations())),
      base_(mixed_ ? levels_ - 1 : level_of_constraints(newton_.equations())),
      believed_(believed_level(newton_.equations(), levels_, base_, mixed_, modified)),
      formula_(levels_, modified, base_, mixed_), history_(x_.unknowns(), levels_),
      work_(static_cast<std::size_t>(x_.unknowns())), error_(work_), inertial_part_(work_) {
  weights_.of.resize(static_cast<std::size_t>(levels_) + 1);
  short_.of.resize(weights_.of.size());
  if (!modified && levels_ > 1 && hides_constraints(newton_.equations()))
    inertial_ = std::make_unique<LevelNewton>(instance);
  for (int j = 0; j < x_.unknowns(); ++j) algebraic_.push_back(newton_.equations().highest(j) == 0);
}

void LevelBdf::restart(double t, Vec y, Vec slope) {
  for (int k = 0; k <= levels_; ++k) std::ranges::fill(x_.level(k), 0.0);
  x_.unpack(y, slope);
  formula_.restart(t);
  history_.restart(t, x_);
  newton_.forget();
  t_ = t;
}

// Where the new x is expected: from the last k+1 values, at the start with the derivatives there; multipliers
// have none.
void LevelBdf::predict(int k) {
  const Out x = x_.level(0);
  history_.extrapolate(t_, history_.can_differ(k + 1) ? k + 1 : k, x);
  history_.interpolate(t_, k, 0, work_);
  for (std::size_t j = 0; j < work_.size(); ++j)
    if (algebraic_[j]) x[j] = work_[j];
}

void LevelBdf::form_levels(int from) {
  for (int j = from; j < levels_; ++j) {
    const Vec w = formula_.weights(j), own = x_.level(j);
    const Out next = x_.level(j + 1);
    for (std::size_t u = 0; u < next.size(); ++u) next[u] = w[0] * own[u];
    for (int i = 1; i <= formula_.order(j); ++i) {
      const Vec past = history_.level(i - 1, j);
      for (std::size_t u = 0; u < next.size(); ++u) next[u] += w[i] * past[u];
    }
  }
}

Attempt LevelBdf::step(double h, int k, bool moderate) {
  return suits(h, k, moderate) ? take_step(h) : Attempt{Attempt::singular, -1};
}

Attempt LevelBdf::take_step(double h) {
  t_ = history_.t(0) + h;
  const int k = formula_.order();
  weights_.of[0] = 1;
  double cancellation = 1;
  for (int j = 0; j < levels_; ++j) {
    const Vec w = formula_.weights(j);
    weights_.of[j + 1] = weights_.of[j] * w[0];
    double sum = 0;
    for (const double each : w) sum += std::fabs(each);
    cancellation *= sum / std::fabs(w[0]);
  }
  newton_.set_cancellation(cancellation);
  predict(k);
  form_levels();
  return newton_.solve(t_, h, weights_, x_);
}

void LevelBdf::correct_multipliers() {
  const int k = formula_.order(), degree = history_.can_differ(k + 2) ? k + 2 : k + 1;
  if (levels_ < 2 || !history_.can_differ(degree)) return;
  bool off = false;
  std::ranges::fill(error_, 0.0);
  double factorial = 1;
  for (int r = 2; r <= k + 1; ++r) {
    factorial *= r;
    const double moment = formula_.moment(2, r) - (r == 2 ? 2 : 0);
    if (std::fabs(moment) <= 1e-12 * std::pow(t_ - history_.t(0), r - 2)) continue;
    off = true;
    history_.derivative(t_, x_.level(0), degree, r, 0, work_);
    for (std::size_t j = 0; j < work_.size(); ++j) error_[j] += moment / factorial * work_[j];
  }
  if (!off) return;
  std::ranges::copy(error_, work_.begin());
  if (!apply_inertial_inverse(work_)) return;
  for (std::size_t j = 0; j < work_.size(); ++j) {
    if (algebraic_[j]) x_.level(0)[j] += work_[j];
    if (newton_.equations().highest(static_cast<int>(j)) == 2)
      x_.level(2)[j] += short_.of[2] * work_[j] - error_[j];  // what is tangential to constraints stays
  }
}

void LevelBdf::keep_tangential(Out v) {
  const double weight = apply_inertial_inverse(v) ? short_.of.back() : 0;
  for (double& each : v) each *= weight;
}

bool LevelBdf::apply_inertial_inverse(Out v) {
  constexpr double shorter = 1e-3;
  const double h = shorter * (t_ - history_.t(0));
  short_.of[0] = 1;
  for (std::size_t k = 1; k < short_.of.size(); ++k) short_.of[k] = short_.of[k - 1] / h;
  if (!inertial_ || !inertial_->prepare(t_, h, short_, x_)) return false;
  std::ranges::copy(v, inertial_part_.begin());
  inertial_->times(levels_, t_, x_, inertial_part_, v);
  inertial_->apply_inverse(v);
  return true;
}

void LevelBdf::hold() {
  held_.resize(static_cast<std::size_t>(levels_), work_);
  for (int k = 1; k < levels_; ++k)
    std::ranges::copy(x_.level(k), held_[static_cast<std::size_t>(k)].begin());
}

void LevelBdf::put_back() {
  for (int k = 1; k < levels_; ++k)
    std::ranges::copy(held_[static_cast<std::size_t>(k)], x_.level(k).begin());
}

// With numbers that no law of forces is blind to, unless it is to all.
bool LevelBdf::uses_lower_derivatives() {
  if (levels_ < 2) return false;
  newton_.residual(t_, x_, work_);
  hold();
  for (int i = x_.unknowns(); i < x_.size(); ++i) {
    double& own = x_.level(x_.derivative(i))[x_.unknown(i)];
    own += (1 + std::fabs(own)) * (0.3 + 0.1 * std::sin(7.0 * i));
  }
  const bool finite = bool(newton_.residual(t_, x_, error_));
  put_back();
  return !finite || !std::ranges::equal(work_, error_);
}

void LevelBdf::meet_equations(Vec y, Out change) {
  const system::Residual& equations = newton_.equations();
  hold();
  x_.unpack(y, {});
  const bool finite = bool(newton_.residual(t_, x_, change));
  put_back();
  if (!finite) {
    std::ranges::fill(change, 0.0);
    return;
  }
  for (int i = 0; i < equations.size(); ++i)
    if (equations.row_level(i) > 0) change[i] = 0;
  newton_.apply_inverse(change);
  for (int j = 0; j < equations.size(); ++j) change[j] *= -newton_.factored_weight(equations.highest(j));
}

void LevelBdf::accept() {
  formula_.accept();
  history_.push(t_, x_);
}

bool LevelBdf::form(double t, Vec y, int k) {
  t_ = t;
  k = std::min(k, history_.nodes());
  x_.unpack(y, {});
  if (!formula_.set(t, k)) return false;
  form_levels();
  if (believed_ > 0) {  // unknowns of lower order keep what was formed
    x_.unpack(y, {});
    form_levels(believed_);
  }
  return true;
}

}  // namespace trammel::integrate

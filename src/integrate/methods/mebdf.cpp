#include "integrate/methods/mebdf.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/methods/catalog.hpp"
#include "integrate/options.hpp"
#include "integrate/rounding.hpp"

namespace trammel::integrate {
namespace {

constexpr double serves = 0.75;  // ratio of leading coefficients down to which a matrix is kept
constexpr int most_steps = 7;    // order 8

constexpr int iterations = 5;
constexpr int kept_steps = 5;  // over which a Jacobian is kept though the step size changes
// Of a stage, after which the next step gets a new Jacobian. It costs about as much as two iterations, and
// its three stages would pay one each, until they diverge and have to be repeated.
constexpr int slow = 3;

// How far the iterations of stage 1 may stop before those of stage 3, which sees it through β_k − β̂ alone.
constexpr double first_weight = 0.5;

constexpr double certainly_fails = 3;  // the error after stage 1, in units of the tolerance

int deepest_level(const system::Residual& residual) {
  int deepest = 1;
  for (int j = 0; j < residual.size(); ++j) deepest = std::max(deepest, residual.level(j));
  return deepest;
}

// By what errors are multiplied before they are compared with the tolerance. Many steps add up: with 1 the
// ring modulator loses nearly four digits, with 10 two and a half. At index 3 only positions are tested, and
// what they are off by stands divided by h in velocities, by h² in multipliers: with 10 Andrews' mechanism
// loses three digits, with 30 two and a half.
double strictness(int level) { return level > 2 ? 30 : 10; }

// By what the iterations are multiplied before they may stop at 3 % of the tolerance: what they leave stands
// divided by h in unknowns of level 2, by h² in those of level 3.
double newton_strictness(int level) { return level > 2 ? 30 : level == 2 ? 3 : 1; }

}  // namespace

Mebdf::Mebdf(Instance& instance, int least, int most)
    : model_(instance), n_(model_.size()),
      least_(deepest_level(model_.equations()) > 2 ? std::max(least, 2) : least), most_(most),
      scaling_(model_.equations()), matrix_(model_), norm_(model_.equations()),
      careful_(model_, matrix_, norm_), filter_(model_, matrix_),
      tested_(tested_unknowns(model_.equations())), interpolation_(model_.equations(), 1),
      strictness_(strictness(deepest_level(model_.equations()))),
      newton_strictness_(newton_strictness(deepest_level(model_.equations()))), index_1_(tested_.empty()),
      past_(n_) {
  watch_.set_patient(!tested_.empty());
  for (int k = 1; k <= MebdfFormula::most_steps; ++k) formulas_.emplace_back(k);
  for (auto* v : {&value_, &slope_, &value_2_, &slope_2_, &base_slope_, &e1_, &e2_, &e3_, &old_e_, &y_, &yp_,
                  &work_, &errors_, &offset_1_, &offset_2_})
    v->resize(static_cast<std::size_t>(n_));
}

void Mebdf::restart(double /*t*/, Vec y, Vec slope) {
  std::ranges::fill(work_, 0.0);
  std::copy_n(slope.begin(), std::min(slope.size(), work_.size()), work_.begin());
  past_.restart(y, work_);
  std::ranges::fill(offset_1_, 0.0);
  std::ranges::fill(offset_2_, 0.0);
  k_ = 1;
  old_k_ = equal_steps_ = failures_ = 0;
  old_h_ = factored_leading_ = 0;
  jacobian_age_ = kept_steps + 1;
  most_iterations_ = 0;
  watch_.forget();
  obstacle_.forget();
  crossing_ = guessed_ = false;
  starting_ = true;
  failed_ = false;
}

Attempt Mebdf::slope(double /*t*/, Vec /*y*/, Out yp) {
  std::ranges::copy(past_.start_slope(), yp.begin());
  return past_.first() ? Attempt{} : Attempt{Attempt::diverged, -1};
}

Attempt Mebdf::attempt(double t, double h, Vec y0, Out y1, Out error) {
  h_ = h;
  end_ = t + h;
  norm_.set_step(h);
  predict(h);
  hopeless_ = false;
  if (const Attempt outcome = correct(t, h, y1); !outcome) return outcome;
  if (hopeless_)
    std::ranges::copy(y0, y1.begin());
  else
    estimate();
  std::ranges::copy(errors_, error.begin());
  return {};
}

void Mebdf::predict(double h) {
  attempt_k_ = k_;
  attempt_equal_ = h == old_h_ && k_ == old_k_ ? equal_steps_ + 1 : 1;
  degree_ = std::min(k_ + 1, past_.known());
  past_.predict(h, degree_, {value_, slope_, value_2_, slope_2_});
  if (past_.same_grid() && k_ == constant_k_) return;
  constant_k_ = k_;
  // The error of the formula, and what it makes of the errors of Q at the points of the even grid, per e.
  const MebdfFormula& formula = formulas_[k_ - 1];
  double sum = formula.error * past_.to_derivative(degree_ + 1);
  for (int j = 2; j <= k_; ++j) sum += formula.alpha[j] * past_.interpolation_error((j - 1) * h);
  const double least = std::fabs(formula.error) * past_.to_derivative(degree_ + 1);
  error_constant_ = std::max(std::fabs(sum), least) / (1 + formula.error);
}

// The Jacobian is kept over changes of the step size while Newton's iteration contracts well.
Attempt Mebdf::factor(double t, double h, bool refresh) {
  const double c = formulas_[k_ - 1].leading / h;
  const int age = jacobian_age_;
  scaling_.set(h);
  factored_leading_ = 0;
  if (refresh) {
    model_.evaluate(t + h, value_, slope_);
    jacobian_fresh_ = true;
  }
  jacobian_age_ = kept_steps + 1;  // what cannot be factored is not kept: it may come from a bad trial point
  if (const Attempt outcome = matrix_.factor(scaling_, c); !outcome) return outcome;
  jacobian_age_ = refresh ? 0 : age;
  factored_leading_ = c;
  round_off_ = rounding(c);
  watch_.forget();
  return {};
}

double Mebdf::rounding(double c) {
  return rounding_of_iteration(model_, matrix_, scaling_, norm_, c, value_, work_);
}

// A Jacobian or factors that are not fresh get the blame first.
Attempt Mebdf::correct(double t, double h, Out y1) {
  const double c = formulas_[k_ - 1].leading / h, ratio = factored_leading_ > 0 ? c / factored_leading_ : 0;
  jacobian_fresh_ = false;
  if (crossing_) return cross(t, h, y1);
  const bool refresh = most_iterations_ >= slow && jacobian_age_ > 0;
  if (ratio < serves || ratio > 1 / serves || jacobian_age_ >= oldest_matrix || refresh)
    if (const Attempt outcome = factor(t, h, refresh || jacobian_age_ > kept_steps); !outcome) return outcome;
  if (c != last_leading_) watch_.forget();
  last_leading_ = c;
  most_iterations_ = 0;
  Attempt outcome = stages(t, h, y1);
  if (outcome.verdict == Attempt::diverged && !jacobian_fresh_) {
    if (const Attempt again = factor(t, h, true); !again) return again;
    outcome = stages(t, h, y1);
  }
  return outcome;
}

Attempt Mebdf::stages(double t, double h, Out y1) {
  const MebdfFormula& formula = formulas_[k_ - 1];
  const double k = k_, H = formula.leading;
  // d/p; a Q of lower degree is one for which the BDF is exact
  const double d = degree_ == k_ + 1 ? past_.to_derivative(degree_) / degree_ : 0;
  const Vec top = past_.starred();
  const double next = formula.next * H, own = formula.own * H - 1;
  plain_ = false;

  for (int i = 0; i < n_; ++i) {
    base_slope_[i] = slope_[i] - d * top[i] / h;
    e1_[i] = offset_1_[i];
  }
  if (const Attempt outcome = solve(t + h, h, value_, base_slope_, first_weight, true, e1_); !outcome)
    return outcome;
  if (hopeless_ = guessed_ && !constant_steps_ && fails_by_first_stage(); hopeless_) return {};
  for (int i = 0; i < n_; ++i) {
    base_slope_[i] = slope_2_[i] - (d * top[i] + k * e1_[i]) / h;
    e3_[i] = e1_[i] - offset_1_[i];
    e2_[i] = (k + 3) * e3_[i] + offset_2_[i];
  }
  if (const Attempt outcome = solve(t + 2 * h, h, value_2_, base_slope_, -next, false, e2_); !outcome) {
    // The future may not exist: the end of a table, a root of a negative number. The present does.
    if (outcome.verdict != Attempt::not_finite) return outcome;
    plain_ = true;
    std::ranges::copy(e1_, e3_.begin());
  } else {
    for (int i = 0; i < n_; ++i) {
      const double s1 = H * e1_[i] - d * top[i], s2 = H * e2_[i] - d * top[i] - k * e1_[i];
      base_slope_[i] = slope_[i] - (next * s2 + own * s1) / h;
    }
    if (const Attempt third = solve(t + h, h, value_, base_slope_, 1, false, e3_); !third) return third;
  }
  for (int i = 0; i < n_; ++i) y1[i] = value_[i] + e3_[i];
  return {};
}

// Where the iterations fail again and again: the BDF step alone, each iteration with a matrix of its own.
Attempt Mebdf::cross(double t, double h, Out y1) {
  const double c = formulas_[k_ - 1].leading / h;
  const double d = degree_ == k_ + 1 ? past_.to_derivative(degree_) / degree_ : 0;
  const Vec top = past_.starred();
  for (int i = 0; i < n_; ++i) base_slope_[i] = slope_[i] - d * top[i] / h;
  std::ranges::fill(e3_, 0.0);
  scaling_.set(h);
  factored_leading_ = 0;
  jacobian_age_ = kept_steps + 1;
  if (const Attempt outcome = careful_.solve(t + h, c, value_, base_slope_, scaling_, e3_); !outcome)
    return outcome;
  factored_leading_ = last_leading_ = c;
  round_off_ = rounding(c);
  watch_.forget();
  plain_ = true;
  for (int i = 0; i < n_; ++i) y1[i] = value_[i] + e3_[i];
  return {};
}

Attempt Mebdf::solve(double t, double h, Vec base, Vec base_slope, double weight, bool first, Out result) {
  const double c = formulas_[k_ - 1].leading / h, damping = 2 / (1 + c / factored_leading_);
  watch_.begin(iterations, first);
  // All different arrays: for a few unknowns finding that out costs more than the sums.
  double *__restrict e = result.data(), *__restrict y = y_.data(), *__restrict yp = yp_.data(),
                    *__restrict delta = work_.data();
  const double *const from = base.data(), *const from_slope = base_slope.data(),
                      *const inverse = norm_.weights().data();
  while (true) {
    for (int i = 0; i < n_; ++i) {
      y[i] = from[i] + e[i];
      yp[i] = from_slope[i] + c * e[i];
    }
    if (const Attempt outcome = model_.residual(t, y_, yp_, work_); !outcome) return outcome;
    ++model_.counts().newton_iterations;
    matrix_.solve(scaling_, work_);
    double sum = 0;
    for (int i = 0; i < n_; ++i) {
      delta[i] *= damping;
      e[i] -= delta[i];
      sum += (delta[i] * inverse[i]) * (delta[i] * inverse[i]);
    }
    const double moved = std::sqrt(sum / std::max(n_, 1));
    if (!std::isfinite(moved)) return {Attempt::diverged, -1};
    if (moved <= round_off_) return {};
    if (const auto outcome = ended(watch_.add(newton_strictness_ * weight * moved))) {
      most_iterations_ = std::max(most_iterations_, watch_.count());
      return *outcome;
    }
  }
}

double Mebdf::norm(Vec x) const { return tested_norm(x, norm_.scale(), tested_); }

// e₁ − e₃ changes little from step to step, so that stage 1 tells the error, and a third of the work is
// enough to see a step fail.
bool Mebdf::fails_by_first_stage() {
  const double constant = strictness_ * error_constant_;
  for (int i = 0; i < n_; ++i) errors_[i] = constant * (e1_[i] - offset_1_[i]);
  if (norm(errors_) < certainly_fails) return false;
  filter_.apply(scaling_, factored_leading_, errors_);
  return (error_ = norm(errors_)) >= certainly_fails;
}

void Mebdf::estimate() {
  past_.correct(e3_);
  const double bdf = std::fabs(formulas_[k_ - 1].bdf_error) * past_.to_derivative(degree_);
  const double constant = strictness_ * (plain_ ? bdf : error_constant_);
  const Vec from = plain_ ? past_.starred() : Vec(e3_);
  for (int i = 0; i < n_; ++i) errors_[i] = constant * from[i];
  // What is small enough as it is need not be seen through the equations if nothing else depends on it.
  error_ = norm(errors_);
  if (!deciding() && bias * error_ < 1) return;
  for (int i = 0; i < n_; ++i) work_[i] = errors_[i] / strictness_;
  filter_.apply(scaling_, factored_leading_, errors_);
  interpolation_.apply(h_, work_, value_, norm_.scale(), errors_);
  error_ = norm(errors_);
}

// What the formula of k steps would err by, were ∇^(k+2) = factor · difference.
double Mebdf::error_with(int k, Vec difference, double factor) {
  const double error = formulas_[k - 1].error,
               constant = strictness_ * factor * std::fabs(error) / (1 + error);
  for (int i = 0; i < n_; ++i) work_[i] = constant * difference[i];
  filter_.apply(scaling_, factored_leading_, work_);
  for (int i = 0; i < n_; ++i) yp_[i] = constant / strictness_ * difference[i];
  interpolation_.enlarge(yp_, work_);
  return norm(work_);
}

void Mebdf::accepted(double /*t*/, Vec /*y*/, bool /*moved*/) {
  past_.accept();
  interpolation_.forget();
}

void Mebdf::polynomial(Vec theta, Out values) {
  const auto n = static_cast<std::size_t>(n_);
  for (std::size_t i = 0; i < theta.size(); ++i)
    past_.interpolate((theta[i] - 1) * h_, degree_, values.subspan(i * n, n));
}

Attempt Mebdf::verify(double t, Vec y) {
  if (jacobian_age_ < old_matrix || factored_leading_ == 0) return {};
  end_slope(slope_);
  model_.evaluate(t, y, slope_);
  return matrix_.factor(scaling_, factored_leading_);
}

Trouble Mebdf::trouble() const {
  linalg::Dependence found = matrix_.dependence();
  return {attempt_k_ + 1, norm_.worst(work_), std::move(found.rows), std::move(found.columns)};
}

Integrator mebdf() {
  return {{.name = "mebdf",
           .source = "Cas83",
           .order = most_steps + 1,
           .estimate_order = 3,
           .dense_degree = most_steps + 1,
           .takes = {Form::residual},
           .max_index = 3,
           .summary = "modified extended BDF, variable step and order 2 to 8: stiff problems, many digits",
           .multistep = true},
          [](Instance& instance) { return std::make_unique<Mebdf>(instance, 1, most_steps); }};
}

}  // namespace trammel::integrate

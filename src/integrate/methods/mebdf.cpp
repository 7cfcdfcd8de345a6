#include "integrate/methods/mebdf.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/methods/catalog.hpp"
#include "integrate/options.hpp"

namespace trammel::integrate {
namespace {

constexpr double serves = 0.75;  // ratio of leading coefficients down to which a matrix is kept
constexpr int most_steps = 7;    // order 8

}  // namespace

Mebdf::Mebdf(Instance& instance, int least, int most)
    : model_(instance), n_(model_.size()), least_(least), most_(most), scaling_(model_.equations()),
      matrix_(model_), norm_(model_.equations()),
      watch_(tested_unknowns(model_.equations()).empty() ? 0.1 : 0.01),
      tested_(tested_unknowns(model_.equations())), past_(n_) {
  for (int k = 1; k <= MebdfFormula::most_steps; ++k) formulas_.emplace_back(k);
  for (auto* v : {&value_, &slope_, &value_2_, &slope_2_, &base_slope_, &e1_, &e2_, &e3_, &old_e_, &y_, &yp_, &work_,
                  &offset_1_, &offset_2_})
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
  starting_ = true;
  old_e_known_ = false;
}

Attempt Mebdf::slope(double /*t*/, Vec /*y*/, Out yp) {
  std::ranges::copy(past_.start_slope(), yp.begin());
  return past_.first() ? Attempt{} : Attempt{Attempt::diverged, -1};
}

Attempt Mebdf::attempt(double t, double h, Vec /*y0*/, Out y1, Out error) {
  h_ = h;
  norm_.set_step(h);
  predict(h);
  if (const Attempt outcome = correct(t, h, y1); !outcome) return outcome;
  estimate(error);
  return {};
}

void Mebdf::predict(double h) {
  attempt_k_ = k_;
  attempt_equal_ = h == old_h_ && k_ == old_k_ ? equal_steps_ + 1 : 1;
  degree_ = std::min(k_ + 1, past_.known());
  past_.predict(h, degree_, {value_, slope_, value_2_, slope_2_});
  // The error of the formula, and what it makes of the errors of Q at the points of the even grid, per e.
  const MebdfFormula& formula = formulas_[k_ - 1];
  double sum = formula.error * past_.to_derivative(degree_ + 1);
  for (int j = 2; j <= k_; ++j) sum += formula.alpha[j] * past_.interpolation_error((j - 1) * h);
  const double least = std::fabs(formula.error) * past_.to_derivative(degree_ + 1);
  error_constant_ = std::max(std::fabs(sum), least) / (1 + formula.error);
}

Attempt Mebdf::factor(double t, double h) {
  const double c = formulas_[k_ - 1].leading / h;
  scaling_.set(h);
  model_.evaluate(t + h, value_, slope_, c);
  factored_leading_ = 0;
  if (const Attempt outcome = matrix_.factor_sum(scaling_); !outcome) return outcome;
  factored_leading_ = c;
  matrix_fresh_ = true;
  watch_.forget();
  return {};
}

// A matrix that is not fresh gets the blame first.
Attempt Mebdf::correct(double t, double h, Out y1) {
  const double c = formulas_[k_ - 1].leading / h, ratio = factored_leading_ > 0 ? c / factored_leading_ : 0;
  matrix_fresh_ = false;
  if (ratio < serves || ratio > 1 / serves)
    if (const Attempt outcome = factor(t, h); !outcome) return outcome;
  if (c != last_leading_) watch_.forget();
  last_leading_ = c;
  round_off_ = 100 * std::numeric_limits<double>::epsilon() * norm_(value_);
  Attempt outcome = stages(t, h, y1);
  if (outcome.verdict == Attempt::diverged && !matrix_fresh_) {
    if (const Attempt again = factor(t, h); !again) return again;
    outcome = stages(t, h, y1);
  }
  return outcome;
}

Attempt Mebdf::stages(double t, double h, Out y1) {
  const MebdfFormula& formula = formulas_[k_ - 1];
  const double k = k_, H = formula.leading;
  // d/p; a Q of lower degree is one for which the BDF is exact
  const double d = degree_ == k_ + 1 ? past_.to_derivative(degree_) / degree_ : 0;
  const Vec top = past_.starred(degree_);
  const double next = formula.next * H, own = formula.own * H - 1;
  plain_ = false;

  for (int i = 0; i < n_; ++i) {
    base_slope_[i] = slope_[i] - d * top[i] / h;
    e1_[i] = offset_1_[i];
  }
  if (const Attempt outcome = solve(t + h, h, value_, base_slope_, e1_); !outcome) return outcome;
  for (int i = 0; i < n_; ++i) {
    base_slope_[i] = slope_2_[i] - (d * top[i] + k * e1_[i]) / h;
    e3_[i] = e1_[i] - offset_1_[i];
    e2_[i] = (k + 3) * e3_[i] + offset_2_[i];
  }
  if (const Attempt outcome = solve(t + 2 * h, h, value_2_, base_slope_, e2_); !outcome) {
    // The future may not exist: the end of a table, a root of a negative number. The present does.
    if (outcome.verdict != Attempt::not_finite) return outcome;
    plain_ = true;
    std::ranges::copy(e1_, e3_.begin());
  } else {
    for (int i = 0; i < n_; ++i) {
      const double s1 = H * e1_[i] - d * top[i], s2 = H * e2_[i] - d * top[i] - k * e1_[i];
      base_slope_[i] = slope_[i] - (next * s2 + own * s1) / h;
    }
    if (const Attempt third = solve(t + h, h, value_, base_slope_, e3_); !third) return third;
  }
  for (int i = 0; i < n_; ++i) y1[i] = value_[i] + e3_[i];
  return {};
}

Attempt Mebdf::solve(double t, double h, Vec base, Vec base_slope, Out e) {
  const double c = formulas_[k_ - 1].leading / h, damping = 2 / (1 + c / factored_leading_);
  watch_.begin();
  while (true) {
    for (int i = 0; i < n_; ++i) {
      y_[i] = base[i] + e[i];
      yp_[i] = base_slope[i] + c * e[i];
    }
    if (const Attempt outcome = model_.residual(t, y_, yp_, work_); !outcome) return outcome;
    ++model_.counts().newton_iterations;
    matrix_.solve(scaling_, work_);
    for (int i = 0; i < n_; ++i) e[i] -= work_[i] *= damping;
    switch (watch_.add(norm_(work_), round_off_)) {
      case NewtonVerdict::converged:
        return {};
      case NewtonVerdict::diverged:
        return {Attempt::diverged, -1};
      case NewtonVerdict::go_on:
        break;
    }
  }
}

double Mebdf::norm(Vec x) const {
  const Vec scale = norm_.scale();
  double sum = 0;
  int count = 0;
  for (int i = 0; i < n_; ++i) {
    if (!tested_.empty() && !tested_[i]) continue;
    const double ratio = x[i] / scale[i];
    sum += ratio * ratio;
    ++count;
  }
  return count == 0 ? 0 : std::sqrt(sum / count);
}

// The local error, and what the formulas of one and two steps less would leave.
void Mebdf::estimate(Out error) {
  const int k = k_;
  past_.correct(e3_);
  const MebdfFormula& formula = formulas_[k - 1];
  if (plain_) {
    const double constant = std::fabs(formula.bdf_error) * past_.to_derivative(degree_);
    const Vec top = past_.starred(degree_);
    for (int i = 0; i < n_; ++i) error[i] = constant * top[i];
  } else {
    for (int i = 0; i < n_; ++i) error[i] = error_constant_ * e3_[i];
  }
  const auto term = [&](int steps) {  // |error constant| · h^(k+2) |y^(k+2)|
    const double constant = std::fabs(formulas_[steps - 1].error) / (1 + formulas_[steps - 1].error);
    return constant * past_.to_derivative(steps + 2) * norm(past_.starred(steps + 2));
  };
  error_ = norm(error);
  error_down_ = k > 1 && degree_ >= k ? term(k - 1) : infinity;
  error_down2_ = k > 2 && degree_ >= k - 1 ? term(k - 2) : infinity;
}

void Mebdf::accepted(double /*t*/, Vec /*y*/, bool /*moved*/) { past_.accept(); }

double Mebdf::next_step(double h, double error) {
  return error <= 1 ? after_success(h, error) : after_failure(h, error);
}

double Mebdf::after_failure(double h, double error) {
  ++failures_;
  starting_ = false;
  if (std::isfinite(error) && failures_ == 1)
    return h * std::clamp(0.9 * std::pow(2 * error, -1.0 / (k_ + 2)), 0.25, 0.9);
  if (std::isfinite(error) && failures_ == 2 && k_ > least_) --k_;
  if (failures_ >= 3) k_ = 1;
  return 0.25 * h;
}

// What the formulas err by, for the iterations of the next step.
void Mebdf::keep_guesses() {
  for (int i = 0; i < n_; ++i) {
    offset_1_[i] = plain_ ? 0 : e1_[i] - e3_[i];
    offset_2_[i] = plain_ ? 0 : e2_[i] - (attempt_k_ + 3) * e3_[i];
  }
}

double Mebdf::after_success(double h, double /*error*/) {
  const int k = attempt_k_;
  keep_guesses();
  old_k_ = k;
  old_h_ = h;
  equal_steps_ = attempt_equal_;
  failures_ = 0;
  double wanted = h;
  const bool settled = equal_steps_ > k + 1;
  double error_up = infinity;
  if (settled && k < most_ && old_e_known_) {
    const double constant = std::fabs(formulas_[k].error) / (1 + formulas_[k].error);
    for (int i = 0; i < n_; ++i) work_[i] = e3_[i] - old_e_[i];
    error_up = constant * norm(work_);
  }
  std::swap(old_e_, e3_);
  old_e_known_ = true;
  const auto growth = [](double e, int steps, double bias) {
    return 1 / (std::pow(bias * e, 1.0 / (steps + 2)) + 1e-4);
  };
  const double same = growth(error_, k, 3), down = growth(error_down_, k - 1, 3), up = growth(error_up, k + 1, 5);
  if (k == most_ || (k > 1 && down > same)) starting_ = false;
  if (starting_ || k < least_) {
    k_ = std::min(k + 1, most_);
    wanted = starting_ ? 2 * h : h;
  } else if (same <= 1) {
    wanted = h * std::clamp(same, 0.5, 0.95);
    if (settled && k > least_ && down > same) k_ = k - 1;
  } else if (settled) {
    double factor = same;
    if (k > least_ && down > same && down >= up) {
      k_ = k - 1;
      factor = down;
    } else if (up > same) {
      k_ = k + 1;
      factor = up;
    }
    wanted = factor >= 1.3 ? std::min(factor, 2.0) * h : h;
  }
  if (k_ != k || wanted != h) {
    const double scale = k_ == k ? std::pow(wanted / h, k + 1) : 0;
    for (int i = 0; i < n_; ++i) {
      offset_1_[i] *= scale;
      offset_2_[i] *= scale;
    }
  }
  return wanted;
}

void Mebdf::dense(double theta, Out y) const { past_.interpolate((theta - 1) * h_, degree_, y); }

bool Mebdf::dense_slope(double theta, Out slope) const {
  past_.interpolate_slope((theta - 1) * h_, degree_, slope);
  return true;
}

Integrator mebdf() {
  return {{.name = "mebdf",
           .source = "Cas83",
           .order = most_steps + 1,
           .estimate_order = 3,
           .dense_degree = most_steps + 1,
           .takes = {Form::residual},
           .max_index = 3},
          [](Instance& instance) { return std::make_unique<Mebdf>(instance, 1, most_steps); }};
}

}  // namespace trammel::integrate

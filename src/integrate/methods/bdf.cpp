#include "integrate/methods/bdf.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/methods/catalog.hpp"
#include "integrate/options.hpp"
#include "integrate/rounding.hpp"

namespace trammel::integrate {
namespace {

constexpr double serves = 0.75;     // ratio of leading coefficients down to which a matrix is kept
constexpr double many_steps = 1e4;  // over which local errors may add up before they are counted higher

}  // namespace

Bdf::Bdf(Instance& instance, int highest_order)
    : model_(instance), n_(model_.size()), most_order_(highest_order), scaling_(model_.equations()),
      matrix_(model_), norm_(model_.equations()),
      watch_(tested_unknowns(model_.equations()).empty() ? 0.1 : 0.01), careful_(model_, matrix_, norm_),
      filter_(model_, matrix_), interpolation_(model_.equations()) {
  const auto n = static_cast<std::size_t>(n_);
  for (auto* columns : {&phi_, &next_phi_}) columns->resize(n * most);
  for (int j = 0; j < n_; ++j) {
    deeper_ = deeper_ || model_.equations().deeper(j);
    level_ = std::max({level_, model_.equations().level(j), deeper_ ? 2 : 1});
  }
  for (auto* v : {&predicted_, &slope_, &predicted_slope_, &e_, &old_e_, &work_, &start_slope_}) v->resize(n);
}

void Bdf::restart(double /*t*/, Vec y, Vec slope) {
  std::ranges::fill(phi_, 0.0);
  std::ranges::copy(y, column(phi_, 0).begin());
  std::ranges::fill(start_slope_, 0.0);
  std::copy_n(slope.begin(), std::min(slope.size(), start_slope_.size()), start_slope_.begin());
  order_ = 1;
  old_order_ = equal_steps_ = failures_ = 0;
  steps_ = 0;
  old_h_ = factored_leading_ = 0;
  first_ = starting_ = true;
  failed_ = false;
  old_e_known_ = pending_ = false;
  obstacle_.forget();
  crossing_ = false;
}

Attempt Bdf::slope(double /*t*/, Vec /*y*/, Out yp) {
  std::ranges::copy(start_slope_, yp.begin());
  return first_ ? Attempt{} : Attempt{Attempt::diverged, -1};
}

// [BCP96, (5.2.4)-(5.2.10)]
void Bdf::set_coefficients(double h) {
  const int k = attempt_order_ = order_;
  attempt_equal_ = h == old_h_ && k == old_order_ ? equal_steps_ + 1 : 1;
  alpha_[0] = beta_[0] = sigma_[0] = 1;
  gamma_[0] = 0;
  double distance = h, alphas = 0, sum = 0;
  for (int i = 1; i <= k; ++i) {
    const double old = psi_[i - 1];
    next_psi_[i - 1] = distance;
    beta_[i] = beta_[i - 1] * distance / old;
    distance = old + h;
    alpha_[i] = h / distance;
    sigma_[i] = i * sigma_[i - 1] * alpha_[i];
    gamma_[i] = gamma_[i - 1] + alpha_[i - 1] / h;
    alphas -= 1.0 / i;
    sum -= alpha_[i - 1];
  }
  next_psi_[k] = distance;
  leading_ = -alphas;
  error_constant_ = std::max(std::fabs(alpha_[k] + alphas - sum), alpha_[k]);
}

void Bdf::predict(double h) {
  if (first_) {  // the first difference is the tangent, over whatever step is tried
    psi_[0] = h;
    const Out tangent = column(phi_, 1);
    for (int i = 0; i < n_; ++i) tangent[i] = h * start_slope_[i];
  }
  set_coefficients(h);
  std::ranges::fill(predicted_, 0.0);
  std::ranges::fill(predicted_slope_, 0.0);
  for (int j = 0; j <= attempt_order_; ++j) {
    const double* const from = column(phi_, j).data();
    double* const to = column(next_phi_, j).data();
    const double beta = beta_[j], gamma = gamma_[j];
    for (int i = 0; i < n_; ++i) {
      const double value = to[i] = beta * from[i];
      predicted_[i] += value;
      predicted_slope_[i] += gamma * value;
    }
  }
}

Attempt Bdf::attempt(double t, double h, Vec /*y0*/, Out y1, Out error) {
  h_ = h;
  end_ = t + h;
  norm_.set_step(h);
  predict(h);
  if (const Attempt outcome = correct(t, h, y1); !outcome) return outcome;
  estimate(error);
  pending_ = true;
  return {};
}

Attempt Bdf::factor(double t, double h) {
  const double c = leading_ / h;
  scaling_.set(h);
  model_.evaluate(t + h, predicted_, predicted_slope_);
  factored_leading_ = 0;
  if (const Attempt outcome = matrix_.factor(scaling_, c); !outcome) return outcome;
  factored_leading_ = c;
  matrix_fresh_ = true;
  age_ = 0;
  if (deeper_) least_change_ = rounding_of_iteration(model_, matrix_, scaling_, norm_, c, predicted_, work_);
  watch_.forget();
  return {};
}

// A matrix that is not fresh gets the blame first.
Attempt Bdf::correct(double t, double h, Out y1) {
  const double ratio = factored_leading_ > 0 ? leading_ / h / factored_leading_ : 0;
  matrix_fresh_ = false;
  if (crossing_) return cross(t, h, y1);
  if (ratio < serves || ratio > 1 / serves || age_ >= oldest_matrix)
    if (const Attempt outcome = factor(t, h); !outcome) return outcome;
  // A rate that was seen with another leading coefficient says nothing: on algebraic unknowns the correction
  // for it is an error of its own, and steps accepted on a stale rate carry it into the differences.
  if (leading_ / h != last_leading_) watch_.forget();
  last_leading_ = leading_ / h;
  round_off_ = std::max(100 * std::numeric_limits<double>::epsilon() * norm_(predicted_), least_change_);
  Attempt outcome = iterate(t, h, y1);
  if (outcome.verdict == Attempt::diverged && !matrix_fresh_) {
    if (const Attempt again = factor(t, h); !again) return again;
    outcome = iterate(t, h, y1);
  }
  return outcome;
}

// Where the iteration fails again and again: each with a matrix of its own.
Attempt Bdf::cross(double t, double h, Out y1) {
  const double c = leading_ / h;
  std::ranges::fill(e_, 0.0);
  scaling_.set(h);
  factored_leading_ = 0;
  if (const Attempt outcome = careful_.solve(t + h, c, predicted_, predicted_slope_, scaling_, e_); !outcome)
    return outcome;
  factored_leading_ = last_leading_ = c;
  watch_.forget();
  for (int i = 0; i < n_; ++i) y1[i] = predicted_[i] + e_[i];
  return {};
}

Attempt Bdf::iterate(double t, double h, Out y1) {
  const double c = leading_ / h, damping = 2 / (1 + c / factored_leading_);
  std::ranges::copy(predicted_, y1.begin());
  std::ranges::copy(predicted_slope_, slope_.begin());
  std::ranges::fill(e_, 0.0);
  watch_.begin();
  while (true) {
    if (const Attempt failed = model_.residual(t + h, y1, slope_, work_); !failed) return failed;
    ++model_.counts().newton_iterations;
    matrix_.solve(scaling_, work_);
    for (int i = 0; i < n_; ++i) {
      const double delta = work_[i] *= damping;
      e_[i] -= delta;
      y1[i] -= delta;
      slope_[i] -= c * delta;
    }
    if (const auto outcome = ended(watch_.add(norm_(work_), round_off_))) return *outcome;
  }
}

// The new differences, and the error that the formula of this order leaves. [BCP96, (5.2.25)-(5.2.28)]
void Bdf::estimate(Out error) {
  const int k = attempt_order_;
  for (int j = k; j >= 0; --j) {
    double* const to = column(next_phi_, j).data();
    const double* const add = j == k ? e_.data() : column(next_phi_, j + 1).data();
    for (int i = 0; i < n_; ++i) to[i] += add[i];
  }
  std::ranges::copy(e_, error.begin());
  filter_.apply(scaling_, factored_leading_, error);
  interpolation_.apply(h_, e_, predicted_, norm_.scale(), error);
  error_k_ = sigma_[k] * filter_.norm(error, norm_.scale());
  for (int i = 0; i < n_; ++i) error[i] *= error_constant_ * accumulation();
}

// Where nothing damps them, local errors add up over the steps: an oscillation that is followed through
// hundreds of thousands of them (ring modulator) would lose four and a half digits.
double Bdf::accumulation() const { return std::max(1.0, static_cast<double>(steps_) / many_steps); }

void Bdf::accepted(double /*t*/, Vec /*y*/, bool /*moved*/) {
  std::swap(phi_, next_phi_);
  psi_ = next_psi_;
  pending_ = first_ = false;
  ++steps_;
  ++age_;
  interpolation_.forget();
}

// That through the last k+1 points. [BCP96, 5.2]
void Bdf::polynomial(Vec theta, Out values) {
  const Columns& phi = pending_ ? next_phi_ : phi_;
  const auto& psi = pending_ ? next_psi_ : psi_;
  double* y = values.data();
  for (const double s : theta) {
    const double x = (s - 1) * h_;
    double c = 1, gamma = x / psi[0];
    std::ranges::copy(column(phi, 0), y);
    for (int j = 1; j <= attempt_order_; ++j) {
      c *= gamma;
      gamma = (x + psi[j - 1]) / psi[j];
      const double* const p = column(phi, j).data();
      for (int i = 0; i < n_; ++i) y[i] += c * p[i];
    }
    y += n_;
  }
}

void Bdf::end_slope(Out slope) const {
  const Columns& phi = pending_ ? next_phi_ : phi_;
  const auto& psi = pending_ ? next_psi_ : psi_;
  double c = 1, d = 0, gamma = 0 / psi[0];
  std::ranges::fill(slope, 0.0);
  for (int j = 1; j <= attempt_order_; ++j) {
    d = d * gamma + c / psi[j - 1];
    c *= gamma;
    gamma = psi[j - 1] / psi[j];
    const double* const p = column(phi, j).data();
    for (int i = 0; i < n_; ++i) slope[i] += d * p[i];
  }
}

Attempt Bdf::verify(double t, Vec y) {
  if (age_ < old_matrix || factored_leading_ == 0) return {};
  end_slope(slope_);
  model_.evaluate(t, y, slope_);
  return matrix_.factor(scaling_, factored_leading_);
}

Trouble Bdf::trouble() const {
  linalg::Dependence found = matrix_.dependence();
  return {attempt_order_, norm_.worst(work_), std::move(found.rows), std::move(found.columns)};
}

std::vector<Integrator> bdf_methods() {
  const auto variable = [](std::string_view name, int order) {
    return Integrator{{.name = name,
                       .source = "BCP96",
                       .order = order,
                       .estimate_order = 2,
                       .dense_degree = order,
                       .takes = {Form::residual},
                       .max_index = 3,
                       .multistep = true},
                      [order](Instance& instance) { return std::make_unique<Bdf>(instance, order); }};
  };
  return {variable("bdf", 5), variable("bdf_6", 6)};
}

}  // namespace trammel::integrate

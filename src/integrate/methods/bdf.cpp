#include "integrate/methods/bdf.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/estimate_reading.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/options.hpp"

namespace trammel::integrate {
namespace {

constexpr struct {
  double serves = 0.75;  // DASSL keeps factors down to 0.6 [BCP96, 5.2.2]; 0.6 or 0.85 changes the work
                         // by 0.4 % and 1.6 % in the mean of 24 bundled models
  // Rounding of a state, in units of eps: what a change may be without meaning. DASSL's. [BCP96, 5.2.2]
  double state_rounding = 100;
} number;

// Some unknowns follow from constraints that the structure hides.
bool has_deeper(const system::Residual& equations) {
  for (int j = 0; j < equations.size(); ++j)
    if (equations.deeper(j)) return true;
  return false;
}

StagePolicy policy(const system::Residual& equations) {
  return {.test = StagePolicy::Test::mean_rate,
          .convergence = {.enough = tested_unknowns(equations).empty() ? MeanRateWatch::usual
                                                                       : MeanRateWatch::strict},
          .serves = number.serves,
          .state_rounding = number.state_rounding,
          .equation_rounding = has_deeper(equations)};
}

}  // namespace

Bdf::Bdf(Instance& instance, int highest_order)
    : Stepper(instance.residual().size(), remembered_unknowns(instance.residual())), n_(size()),
      most_order_(highest_order), solver_(instance, policy(instance.residual())),
      interpolation_(instance.residual()) {
  const auto n = static_cast<std::size_t>(n_);
  for (auto* columns : {&phi_, &next_phi_}) columns->resize(n * most);
  if (has_deeper(instance.residual())) level_ = 2;
  for (int j = 0; j < n_; ++j) level_ = std::max(level_, instance.residual().level(j));
  for (auto* v : {&predicted_, &predicted_slope_, &e_, &old_e_, &change_, &work_, &start_slope_})
    v->resize(n);
}

void Bdf::begin(const Begin& start) {
  solver_.begin(start);
  std::ranges::fill(phi_, 0.0);
  std::ranges::copy(start.y, column(phi_, 0).begin());
  std::ranges::copy(start.slope, start_slope_.begin());
  allowed_order_ = std::min(most_order_, start.max_order);
  given_steps_ = start.constant_steps;
  order_ = 1;
  old_order_ = equal_steps_ = failures_ = 0;
  steps_ = 0;
  old_h_ = 0;
  first_ = starting_ = true;
  failed_ = old_e_known_ = false;
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
  predict(h);
  const double c = leading_ / h;
  Attempt outcome = solver_.step({end_, predicted_, predicted_slope_}, h, c, attempt_order_, [&] {
    std::ranges::fill(e_, 0.0);
    return solver_.solve({end_, c, predicted_, predicted_slope_}, e_);
  });
  // Multipliers of index 3 are wrong by O(1) in the first step of order 1, and a matrix that knows them so
  // converges slowly. Where steps are given, no shorter one comes to help: a matrix of its own in every
  // iteration does.
  if (outcome.verdict == Attempt::diverged && given_steps_) {
    std::ranges::fill(e_, 0.0);
    outcome = solver_.solve_to_rounding({end_, c, predicted_, predicted_slope_}, h, e_);
  }
  if (!outcome) return outcome;
  for (int i = 0; i < n_; ++i) y1[i] = predicted_[i] + e_[i];
  estimate(error);
  return {};
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
  solver_.filter_error(error);
  interpolation_.apply(h_, e_, predicted_, solver_.norm().scale(), error,
                       [&](Out own) { solver_.rounding(predicted_, own); });
  error_k_ = sigma_[k] * tested_norm(error, solver_.norm().scale(), tested());
  for (int i = 0; i < n_; ++i) error[i] *= error_constant_ * accumulation(steps_);
}

void Bdf::accepted(const Accepted& step) {
  std::swap(phi_, next_phi_);
  psi_ = next_psi_;
  first_ = false;
  ++steps_;
  solver_.accepted(step.t);
  solver_.set_scale(step.scale);
  interpolation_.forget();
}

// That through the last k+1 points. [BCP96, 5.2]
void Bdf::polynomial(Vec theta, Out values) {
  const Columns& phi = next_phi_;
  const auto& psi = next_psi_;
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
  const Columns& phi = next_phi_;
  const auto& psi = next_psi_;
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

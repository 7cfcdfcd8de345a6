#include "integrate/methods/collocation.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/methods/catalog.hpp"

namespace trammel::integrate {
namespace {

constexpr double jacobian_serves = 0.02;  // θ up to which the Jacobian is kept [HW96, IV.8]
constexpr double kept_growth = 1.2;       // growth that is not worth new factors
constexpr double safety = 0.9, most_growth = 8, most_shrink = 5;
constexpr int steps_after_failure = 5;
constexpr double raise_below = 0.01, lower_above = 0.8;  // θ at which the order changes

std::size_t most_stages(const std::vector<const CollocationRule*>& rules) {
  int s = 0;
  for (const CollocationRule* rule : rules) s = std::max(s, rule->s);
  return static_cast<std::size_t>(s);
}

}  // namespace

Collocation::Collocation(Instance& instance, std::vector<const CollocationRule*> rules)
    : rules_(std::move(rules)), rule_(rules_[0]), model_(instance), n_(model_.size()),
      scaling_(model_.equations()), real_(model_), norm_(model_.equations()),
      tested_(tested_unknowns(model_.equations())), interpolation_(model_.equations()) {
  watch_.set_patient(true);  // a constraint on accelerations is bilinear, too: multipliers move and come back
  const std::size_t s = most_stages(rules_), n = static_cast<std::size_t>(n_);
  for (std::size_t k = 0; k < s / 2; ++k) complex_.emplace_back(model_);
  for (auto* stages : {&Z_, &slopes_, &F_, &old_Z_}) stages->resize(s * n);
  for (auto* vector : {&y0_, &yp0_, &work_, &first_error_, &y_error_, &old_end_}) vector->resize(n);
  complex_work_.resize(n);
  weight_.resize(s);
}

void Collocation::use(std::size_t rule) {
  at_rule_ = rule;
  rule_ = rules_[rule];
  factored_h_ = 0;
  // The estimate is of order h^(s+1), the solution of order 2s−1: RADAU5's reading of the tolerance
  // (0.1 rtol^((s+1)/2s) for the estimate) makes the error, not the estimate, follow it. [HW96, IV.8]
  const double exponent = (rules_[0]->s - 1.0) / (2.0 * rules_[0]->s);
  sharpening_ = rules_[0]->s == 1 ? 1 : std::min(1.0, 10 * std::pow(rtol_, exponent));
}

void Collocation::set_tolerance(double rtol) {
  rtol_ = rtol;
  use(0);
  watch_.set_tolerance(rtol);
}

void Collocation::restart(double /*t*/, Vec /*y*/, Vec slope) {
  use(0);
  std::ranges::fill(yp0_, 0.0);
  std::copy_n(slope.begin(), std::min(slope.size(), yp0_.size()), yp0_.begin());
  old_rule_ = nullptr;
  jacobian_known_ = jacobian_fresh_ = false;
  first_ = true;
  rejected_ = predictive_ = false;
  wait_ = failures_ = 0;
  watch_.forget();
}

Attempt Collocation::slope(double /*t*/, Vec /*y*/, Out yp) {
  std::ranges::copy(yp0_, yp.begin());
  return first_ ? Attempt{} : Attempt{Attempt::diverged, -1};
}

Attempt Collocation::attempt(double t, double h, Vec y0, Out y1, Out error) {
  h_ = h;
  step_rule_ = rule_;
  slopes_known_ = false;
  std::ranges::copy(y0, y0_.begin());
  norm_.set_step(h);
  if (const Attempt outcome = prepare(t, h, y0); !outcome) return outcome;
  Attempt outcome = newton(t, h, y0);
  if (!outcome && outcome.verdict == Attempt::diverged && !jacobian_fresh_) {
    jacobian_known_ = false;  // an old Jacobian may be to blame: once more with a new one
    if (const Attempt again = prepare(t, h, y0); !again) return again;
    outcome = newton(t, h, y0);
  }
  if (!outcome) return outcome;
  stage_slopes(h);
  slopes_known_ = rule_->stiffly_accurate;
  for (int k = 0; k < n_; ++k) y1[k] = y0[k];
  for (int i = 0; i < rule_->s; ++i)
    if (const double w = rule_->end[i]; w != 0)
      for (int k = 0; k < n_; ++k) y1[k] += w * stage(i)[k];
  estimate(t, y0, error);
  return {};
}

// Jacobian and factors for this point and step, as far as they are not there.
Attempt Collocation::prepare(double t, double h, Vec y0) {
  if (!jacobian_known_) {
    model_.evaluate(t, y0, yp0_);
    jacobian_known_ = jacobian_fresh_ = true;
    factored_h_ = 0;
    watch_.forget();
  }
  return factored_h_ == h ? Attempt{} : factor(h);
}

Attempt Collocation::factor(double h) {
  scaling_.set(h);
  factored_h_ = 0;
  if (const Attempt outcome = real_.factor(scaling_, rule_->gamma / h); !outcome) return outcome;
  for (std::size_t k = 0; k < rule_->pairs.size(); ++k)
    if (const Attempt outcome = complex_[k].factor(scaling_, rule_->pairs[k] / h); !outcome) return outcome;
  factored_h_ = h;
  return {};
}

// Starting values: the polynomial of the last step, continued; at the start, the tangent.
void Collocation::guess_stages(double h) {
  for (int i = 0; i < rule_->s; ++i) {
    const Out z = stage(i);
    if (!old_rule_) {
      for (int k = 0; k < n_; ++k) z[k] = rule_->c[i] * h * yp0_[k];
      continue;
    }
    const int s = old_rule_->s;
    collocation_weights(old_rule_->c, 1 + rule_->c[i] * h / old_h_, Out(weight_).first(s));
    for (int k = 0; k < n_; ++k) z[k] = -old_end_[k];
    for (int j = 0; j < s; ++j) {
      const double* const old = old_Z_.data() + static_cast<std::size_t>(j) * n_;
      for (int k = 0; k < n_; ++k) z[k] += weight_[j] * old[k];
    }
  }
}

Attempt Collocation::newton(double t, double h, Vec y0) {
  guess_stages(h);
  watch_.begin(RadauWatch::iterations + (rule_->s > 3 ? (5 * (rule_->s - 3)) / 2 : 0));
  while (true) {
    if (const Attempt outcome = stage_residuals(t, h, y0); !outcome) return outcome;
    ++model_.counts().newton_iterations;
    const double moved = newton_update();
    if (!std::isfinite(moved)) return {Attempt::diverged, -1};
    switch (watch_.add(moved)) {
      case NewtonVerdict::converged:
        return {};
      case NewtonVerdict::diverged:
        return {Attempt::diverged, -1};
      case NewtonVerdict::go_on:
        break;
    }
  }
}

// Y' = A⁻¹ Z / h
void Collocation::stage_slopes(double h) {
  const int s = rule_->s;
  for (int i = 0; i < s; ++i) {
    const Out slope = rate(i);
    for (int k = 0; k < n_; ++k) slope[k] = 0;
    for (int j = 0; j < s; ++j) {
      const double w = rule_->inverse[static_cast<std::size_t>(i * s + j)] / h;
      const double* const z = stage(j).data();
      for (int k = 0; k < n_; ++k) slope[k] += w * z[k];
    }
  }
}

Attempt Collocation::stage_residuals(double t, double h, Vec y0) {
  stage_slopes(h);
  for (int i = 0; i < rule_->s; ++i) {
    const double* const z = stage(i).data();
    for (int k = 0; k < n_; ++k) work_[k] = y0[k] + z[k];
    if (const Attempt outcome = model_.residual(t + rule_->c[i] * h, work_, rate(i), defect(i)); !outcome)
      return outcome;
  }
  return {};
}

// One Newton step on Z, block by block; the size of the change. Stage increments are gathered in place of
// the residuals.
double Collocation::newton_update() {
  const int s = rule_->s;
  const bool has_real = !rule_->real.empty();
  if (has_real) {
    std::ranges::fill(work_, 0.0);
    for (int i = 0; i < s; ++i) {
      const double w = -rule_->real_from[i];
      const double* const f = defect(i).data();
      for (int k = 0; k < n_; ++k) work_[k] += w * f[k];
    }
    real_.solve(scaling_, work_);
  }
  double sum = 0;
  // Each pair reads all residuals, so its solution goes to the slopes' memory until all are solved: pair p
  // uses rate(2p) and rate(2p+1), which are made anew before they are read.
  for (std::size_t p = 0; p < rule_->pairs.size(); ++p) {
    std::ranges::fill(complex_work_, std::complex<double>{});
    for (int i = 0; i < s; ++i) {
      const double re = -rule_->from[p * s + i].real(), im = -rule_->from[p * s + i].imag();
      const double* const f = defect(i).data();
      for (int k = 0; k < n_; ++k) complex_work_[k] += std::complex<double>(re * f[k], im * f[k]);
    }
    complex_[p].solve(scaling_, complex_work_);
    for (int k = 0; k < n_; ++k) {
      rate(static_cast<int>(2 * p))[k] = complex_work_[k].real();
      rate(static_cast<int>(2 * p) + 1)[k] = complex_work_[k].imag();
    }
  }
  for (int i = 0; i < s; ++i) {
    const Out d = defect(i);
    for (int k = 0; k < n_; ++k) d[k] = has_real ? rule_->real_to[i] * work_[k] : 0;
    for (std::size_t p = 0; p < rule_->pairs.size(); ++p) {
      const double re = 2 * rule_->to[p * s + i].real(), im = 2 * rule_->to[p * s + i].imag();
      const double* const x = rate(static_cast<int>(2 * p)).data();
      const double* const y = rate(static_cast<int>(2 * p) + 1).data();
      for (int k = 0; k < n_; ++k) d[k] += re * x[k] - im * y[k];
    }
    double* const z = stage(i).data();
    for (int k = 0; k < n_; ++k) z[k] += d[k];
    sum += norm_.square_sum(d);
  }
  return n_ == 0 ? 0 : std::sqrt(sum / (static_cast<double>(n_) * s));
}

double Collocation::error_norm(Vec error) const {
  double sum = 0;
  int count = 0;
  for (int k = 0; k < n_; ++k) {
    if (!tested_.empty() && !tested_[k]) continue;
    const double ratio = error[k] / norm_.scale()[k];
    sum += ratio * ratio;
    ++count;
  }
  return count == 0 ? 0 : std::sqrt(sum / count);
}

// (2), and once more through the residual where it is too large at the start or after a rejection: stiff
// components of y0' − p(0) are then damped twice.
void Collocation::estimate(double t, Vec y0, Out error) {
  for (int k = 0; k < n_; ++k) work_[k] = yp0_[k];
  for (int i = 0; i < rule_->s; ++i) {
    const double w = rule_->at_start[i];
    const double* const slope = rate(i).data();
    for (int k = 0; k < n_; ++k) work_[k] -= w * slope[k];
  }
  for (const int k : interpolation_.unknowns()) y_error_[k] = work_[k] * h_ / rule_->gamma;
  model_.times_slope_matrix(work_, first_error_);  // γ/h · γ̂ h = 1
  std::ranges::copy(first_error_, error.begin());
  real_.solve(scaling_, error);
  if ((first_ || rejected_) && error_norm(error) * sharpening_ >= 1) {
    for (int k = 0; k < n_; ++k) work_[k] = y0[k] + error[k];
    if (model_.residual(t, work_, yp0_, error)) {
      for (int k = 0; k < n_; ++k) error[k] = first_error_[k] - error[k];
    } else {
      std::ranges::copy(first_error_, error.begin());
    }
    real_.solve(scaling_, error);
  }
  if (rule_->stiffly_accurate)  // elsewhere algebraic unknowns leave their equations: no step size would pass
    interpolation_.apply(h_, y_error_, y0, norm_.scale(), error);
  for (int k = 0; k < n_; ++k) error[k] *= sharpening_;
}

void Collocation::accepted(double /*t*/, Vec y, bool /*moved*/) {
  std::swap(Z_, old_Z_);
  old_rule_ = rule_;
  old_h_ = h_;
  for (int k = 0; k < n_; ++k) old_end_[k] = y[k] - y0_[k];
  std::ranges::copy(old_Z_, Z_.begin());  // dense() still speaks of this step
  dense_slope(1, yp0_);
  jacobian_known_ = watch_.theta() <= jacobian_serves;
  jacobian_fresh_ = false;
  first_ = false;
  interpolation_.accepted();
}

// The predictive controller of Gustafsson. [HW96, (IV.8.25)]
double Collocation::next_step(double h, double error) {
  const int most = RadauWatch::iterations;
  if (!std::isfinite(error)) {
    rejected_ = true;
    if (++failures_ > 1 && at_rule_ > 0) {
      use(at_rule_ - 1);
      wait_ = steps_after_failure;
    }
    return h * std::clamp(watch_.shrink(), 0.1, 0.5);
  }
  const double power = 1.0 / (rule_->s + 1);
  const double factor = std::min(safety, safety * (1 + 2 * most) / (watch_.count() + 2 * most));
  double quotient = std::clamp(std::pow(error, power) / factor, 1 / most_growth, most_shrink);
  if (error > 1) {
    const bool start = !old_rule_;
    rejected_ = true;
    return start ? 0.1 * h : h / quotient;
  }
  if (predictive_) {
    const double trend = accepted_h_ / h * std::pow(error * error / accepted_error_, power) / safety;
    quotient = std::max(quotient, std::clamp(trend, 1 / most_growth, most_shrink));
  }
  predictive_ = true;
  failures_ = 0;
  accepted_h_ = h;
  accepted_error_ = std::max(1e-2, error);
  double growth = 1 / quotient;
  if (rejected_) growth = std::min(growth, 1.0);
  rejected_ = false;
  choose_rule(growth);
  const bool keeps = jacobian_known_ && factored_h_ == h && growth >= 1 && growth <= kept_growth;
  return keeps ? h : h * growth;
}

// Variable order by the contraction θ: a fast iteration can afford more stages, a slow one cannot; and a step
// that fails twice because Newton did speaks against many stages at once. [HW99]
void Collocation::choose_rule(double growth) {
  if (rules_.size() == 1) return;
  if (wait_ > 0) --wait_;
  const bool steady = growth > 0.8 && growth < 1.2;
  if (at_rule_ + 1 < rules_.size() && watch_.theta() <= raise_below && steady && wait_ == 0)
    use(at_rule_ + 1);
  else if (at_rule_ > 0 && watch_.theta() >= lower_above)
    use(at_rule_ - 1);
}

void Collocation::dense(double theta, Out y) const {
  std::ranges::copy(y0_, y.begin());
  const CollocationRule& rule = *step_rule_;
  double weight[16];
  collocation_weights(rule.c, theta, Out(weight, static_cast<std::size_t>(rule.s)));
  for (int j = 0; j < rule.s; ++j) {
    const double* const z = stage(j).data();
    for (int k = 0; k < n_; ++k) y[k] += weight[j] * z[k];
  }
}

bool Collocation::dense_slope(double theta, Out slope) const {
  if (theta == 1 && slopes_known_) {  // the last stage is the end of the step
    std::copy_n(slopes_.begin() + static_cast<std::ptrdiff_t>(step_rule_->s - 1) * n_, n_, slope.begin());
    return true;
  }
  double weight[16];
  collocation_slopes(step_rule_->c, theta, Out(weight, static_cast<std::size_t>(step_rule_->s)));
  std::ranges::fill(slope, 0.0);
  for (int j = 0; j < step_rule_->s; ++j) {
    const double w = weight[j] / h_;
    const double* const z = stage(j).data();
    for (int k = 0; k < n_; ++k) slope[k] += w * z[k];
  }
  return true;
}

namespace {

Integrator radau(std::string_view name, int s) {
  return {{.name = name,
           .source = "HW96",
           .order = 2 * s - 1,
           .estimate_order = s + 1,
           .dense_degree = s,
           .takes = {Form::residual},
           .max_index = 3},
          [s](Instance& instance) {
            return std::make_unique<Collocation>(instance, std::vector{&radau_rule(s)});
          }};
}

Integrator gauss(std::string_view name, int s) {
  return {{.name = name,
           .source = "HW96",
           .order = 2 * s,
           .estimate_order = s + 1,
           .dense_degree = s,
           .takes = {Form::residual},
           .max_index = 1},
          [s](Instance& instance) {
            return std::make_unique<Collocation>(instance, std::vector{&gauss_rule(s)});
          }};
}

}  // namespace

std::vector<Integrator> radau_methods() {
  Integrator variable = radau("radau", 7);
  variable.method.source = "HW99";
  variable.method.order = 5;
  variable.method.estimate_order = 4;
  variable.make = [](Instance& instance) {
    return std::make_unique<Collocation>(instance,
                                         std::vector{&radau_rule(3), &radau_rule(5), &radau_rule(7)});
  };
  return {radau("radau5", 3),      variable,
          radau("radau_iia_1", 1), radau("radau_iia_2", 2),
          radau("radau_iia_3", 3), radau("radau_iia_5", 5),
          radau("radau_iia_7", 7)};
}

std::vector<Integrator> gauss_methods() {
  return {gauss("gauss_1", 1), gauss("gauss_2", 2), gauss("gauss_3", 3), gauss("gauss_4", 4)};
}

}  // namespace trammel::integrate

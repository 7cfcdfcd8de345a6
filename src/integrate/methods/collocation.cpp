#include "integrate/methods/collocation.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::integrate {
namespace {

constexpr double jacobian_serves = 0.02;  // θ up to which the Jacobian is kept [HW96, IV.8]
// Of Newton at index 2 and 3; at tight tolerances guesses are better, and rounding nearer.
constexpr double least_rate = 0.03;
// Velocities of index 3 count h times in Newton's norm, since rounding does; what is left of them lives on,
// and decides the digits where steps are small (Andrews' mechanism with order 5 at 1e-10: 6.7 digits, with
// this 7.5).
constexpr double enough_at_index_3 = 0.005, tight = 1e-6;

std::size_t stages_of(const std::vector<const CollocationRule*>& rules) {
  int s = 0;
  for (const CollocationRule* rule : rules) s = std::max(s, rule->s);
  return static_cast<std::size_t>(s);
}

}  // namespace

Collocation::Collocation(Instance& instance, std::vector<const CollocationRule*> rules)
    : rules_(std::move(rules)), rule_(rules_[0]), model_(instance), n_(model_.size()),
      scaling_(model_.equations()), real_(model_), norm_(model_.equations()),
      tested_(tested_unknowns(model_.equations())), interpolation_(model_.equations()),
      careful_(model_, real_, norm_) {
  watch_.set_patient(true);  // a constraint on accelerations is bilinear, too: multipliers move and come back
  for (int k = 0; k < n_; ++k) highest_level_ = std::max(highest_level_, model_.equations().level(k));
  const std::size_t s = stages_of(rules_), n = static_cast<std::size_t>(n_);
  for (std::size_t k = 0; k < s / 2; ++k) complex_.emplace_back(model_);
  for (auto* stages : {&Z_, &slopes_, &F_, &old_Z_}) stages->resize(s * n);
  for (auto* vector : {&y0_, &yp0_, &work_, &first_error_, &y_error_, &old_end_}) vector->resize(n);
}

void Collocation::use(std::size_t rule) {
  at_rule_ = rule;
  rule_ = rules_[rule];
  crossing_ = false;
  factored_h_ = 0;
  interpolation_.forget();
  read_tolerance();
}

void Collocation::use_one_stage() {
  rule_ = one_stage_;
  crossing_ = true;
  factored_h_ = 0;
  interpolation_.forget();
  sharpening_ = after_rejection_ = 1;
}

void Collocation::set_tolerance(double rtol) {
  rtol_ = rtol;
  use(first_rule());
  careful_.set_tolerance(rtol);
  watch_.set_tolerance(rtol);
  if (highest_level_ > 2 && rtol < tight) watch_.set_tolerance(rtol, enough_at_index_3);
  watch_.set_least_rate(highest_level_ > 1 && rtol >= tight ? least_rate : 0);
}

void Collocation::restart(double /*t*/, Vec /*y*/, Vec slope) {
  use(first_rule());
  order_.forget();
  std::ranges::fill(yp0_, 0.0);
  std::copy_n(slope.begin(), std::min(slope.size(), yp0_.size()), yp0_.begin());
  old_rule_ = nullptr;
  jacobian_known_ = jacobian_fresh_ = false;
  first_ = true;
  rejected_ = predictive_ = false;
  failures_ = 0;
  obstacle_.forget();
  watch_.forget();
}

Attempt Collocation::slope(double /*t*/, Vec /*y*/, Out yp) {
  std::ranges::copy(yp0_, yp.begin());
  return first_ ? Attempt{} : Attempt{Attempt::diverged, -1};
}

Attempt Collocation::attempt(double t, double h, Vec y0, Out y1, Out error) {
  h_ = h;
  end_ = t + h;
  step_rule_ = rule_;
  slopes_known_ = false;
  std::ranges::copy(y0, y0_.begin());
  norm_.set_step(h);
  if (const Attempt outcome = crossing_ ? cross(t, h, y0) : solve_stages(t, h, y0); !outcome) return outcome;
  slopes_known_ = rule_->stiffly_accurate;
  if (rule_->stiffly_accurate) {
    const double* const z = stage(rule_->s - 1).data();
    for (int k = 0; k < n_; ++k) y1[k] = y0[k] + z[k];
  } else {
    sum_stages(rule_->s, rule_->end.data(), Z_.data(), y0.data(), y1.data(), n_);
  }
  estimate(t, y0, error);
  return {};
}

Attempt Collocation::solve_stages(double t, double h, Vec y0) {
  if (const Attempt outcome = prepare(t, h, y0); !outcome) return outcome;
  const Attempt outcome = newton(t, h, y0);
  if (outcome || outcome.verdict != Attempt::diverged || jacobian_fresh_) return outcome;
  jacobian_known_ = false;  // an old Jacobian may be to blame: once more with a new one
  if (const Attempt again = prepare(t, h, y0); !again) return again;
  return newton(t, h, y0);
}

// Backward Euler, each iteration with a matrix of its own.
Attempt Collocation::cross(double t, double h, Vec y0) {
  scaling_.set(h);
  jacobian_known_ = false;
  factored_h_ = 0;
  watch_.begin();
  guess_stages(h);
  std::ranges::fill(rate(0), 0.0);
  const Attempt outcome = careful_.solve(t + h, 1 / h, y0, rate(0), scaling_, stage(0));
  stage_slopes(h);
  return outcome;
}

// Jacobian and factors for this point and step, as far as they are not there.
Attempt Collocation::prepare(double t, double h, Vec y0) {
  if (!jacobian_known_) {
    model_.evaluate(t, y0, yp0_);
    jacobian_known_ = jacobian_fresh_ = true;
    age_ = 0;
    factored_h_ = 0;
    watch_.forget();
  }
  return factored_h_ == h ? Attempt{} : factor(h);
}

Attempt Collocation::factor(double h) {
  scaling_.set(h);
  factored_h_ = 0;
  newly_factored_ = true;
  if (!rule_->real.empty())
    if (const Attempt outcome = real_.factor(scaling_, rule_->gamma / h); !outcome) return outcome;
  for (std::size_t k = 0; k < rule_->pairs.size(); ++k)
    if (const Attempt outcome = complex_[k].factor(scaling_, rule_->pairs[k] / h); !outcome) return outcome;
  factored_h_ = h;
  return {};
}

// Starting values: the polynomial of the last step, continued; at the start, the tangent.
void Collocation::guess_stages(double h) {
  const int s = rule_->s;
  if (!old_rule_) {
    for (int i = 0; i < s; ++i)
      for (int k = 0; k < n_; ++k) stage(i)[k] = rule_->c[i] * h * yp0_[k];
    return;
  }
  const int old = old_rule_->s;
  double weight[most_stages * most_stages];
  for (int i = 0; i < s; ++i) old_rule_->weights(1 + rule_->c[i] * h / old_h_, Out(weight + i * old, old));
  if (s == old) {
    mix_stages(s, Vec(weight, s * s), old_Z_, Z_, n_);
  } else {  // the order has just changed
    for (int i = 0; i < s; ++i)
      for (int k = 0; k < n_; ++k) {
        double sum = 0;
        for (int j = 0; j < old; ++j) sum += weight[i * old + j] * old_Z_[j * n_ + k];
        stage(i)[k] = sum;
      }
  }
  for (int i = 0; i < s; ++i) {
    double* const z = stage(i).data();
    for (int k = 0; k < n_; ++k) z[k] -= old_end_[k];
  }
}

Attempt Collocation::newton(double t, double h, Vec y0) {
  guess_stages(h);
  stage_slopes(h);
  watch_.begin(RadauWatch::iterations + (rule_->s > 3 ? (5 * (rule_->s - 3)) / 2 : 0));
  while (true) {
    if (const Attempt outcome = stage_residuals(t, h, y0); !outcome) return outcome;
    ++model_.counts().newton_iterations;
    const double moved = newton_update();
    if (!std::isfinite(moved)) return {Attempt::diverged, -1};
    if (const auto outcome = ended(watch_.add(moved))) return *outcome;
  }
}

// Y' = A⁻¹ Z / h
void Collocation::stage_slopes(double h) {
  const int s = rule_->s;
  const double per_h = 1 / h;
  for (int i = 0; i < s * s; ++i) to_slopes_[i] = rule_->inverse[i] * per_h;
  mix_stages(s, to_slopes_, Z_, slopes_, n_);
}

Attempt Collocation::stage_residuals(double t, double h, Vec y0) {
  const double* __restrict base = y0.data();
  double* __restrict value = work_.data();
  for (int i = 0; i < rule_->s; ++i) {
    const double* __restrict z = stage(i).data();
    for (int k = 0; k < n_; ++k) value[k] = base[k] + z[k];
    if (const Attempt outcome = model_.residual(t + rule_->c[i] * h, work_, rate(i), defect(i)); !outcome)
      return outcome;
  }
  return {};
}

// One Newton step on Z, block by block; the size of the change, which is left in place of the residuals. The
// blocks are solved in the slopes' memory.
double Collocation::newton_update() {
  const int s = rule_->s;
  mix_stages(s, rule_->split, F_, slopes_, n_);
  int at = 0;
  if (!rule_->real.empty()) real_.solve(scaling_, rate(at++));
  for (std::size_t p = 0; p < rule_->pairs.size(); ++p, at += 2)
    complex_[p].solve(scaling_, rate(at), rate(at + 1));
  const double sum = with_stages(s, [&](auto S) {
    return change_stages_of<S()>(rule_->join.data(), to_slopes_.data(), norm_.weights().data(),
                                 slopes_.data(), Z_.data(), F_.data(), n_);
  });
  return n_ == 0 ? 0 : std::sqrt(sum / (static_cast<double>(n_) * s));
}

void Collocation::accepted(double /*t*/, Vec y, bool /*moved*/) {
  end_slope(yp0_);
  std::swap(Z_, old_Z_);
  old_rule_ = rule_;
  old_h_ = h_;
  for (int k = 0; k < n_; ++k) old_end_[k] = y[k] - y0_[k];
  jacobian_known_ = !crossing_ && watch_.theta() <= jacobian_serves && ++age_ < oldest_matrix;
  jacobian_fresh_ = false;
  first_ = false;
  interpolation_.forget();
}

void Collocation::polynomial(Vec theta, Out values) {
  const CollocationRule& rule = *step_rule_;
  double weight[most_stages];
  for (std::size_t i = 0; i < theta.size(); ++i) {
    rule.weights(theta[i], Out(weight, static_cast<std::size_t>(rule.s)));
    sum_stages(rule.s, weight, Z_.data(), y0_.data(), values.data() + i * static_cast<std::size_t>(n_), n_);
  }
}

void Collocation::end_slope(Out slope) const {
  if (slopes_known_) {  // the last stage is the end of the step
    std::copy_n(slopes_.begin() + static_cast<std::ptrdiff_t>(step_rule_->s - 1) * n_, n_, slope.begin());
    return;
  }
  double weight[most_stages];
  collocation_slopes(step_rule_->c, 1, Out(weight, static_cast<std::size_t>(step_rule_->s)));
  std::ranges::fill(slope, 0.0);
  for (int j = 0; j < step_rule_->s; ++j) {
    const double w = weight[j] / h_;
    const double* const z = stage(j).data();
    for (int k = 0; k < n_; ++k) slope[k] += w * z[k];
  }
}

Attempt Collocation::verify(double t, Vec y) {
  if (age_ < old_matrix || factored_h_ == 0) return {};
  model_.evaluate(t, y, yp0_);
  return real_.factor(scaling_, rule_->gamma / factored_h_);
}

Trouble Collocation::trouble() const {
  linalg::Dependence found = real_.dependence(scaling_, step_rule_->gamma / h_);
  const Vec last = Vec(F_).subspan(static_cast<std::size_t>(step_rule_->s - 1) * n_, n_);
  return {2 * step_rule_->s - (step_rule_->stiffly_accurate ? 1 : 0), norm_.worst(last),
          std::move(found.rows), std::move(found.columns)};
}

}  // namespace trammel::integrate

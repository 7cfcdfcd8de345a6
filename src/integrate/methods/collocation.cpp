#include "integrate/methods/collocation.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::integrate {
namespace {

// How far Newton's iteration goes where RADAU5's numbers do not serve. On other models of index 2 and 3 they
// lie on flat optima, except that the second at 1e-5 instead of 1e-6 takes 6 % more work (docs/constants.md).
struct Iteration {
  double least_rate = 0.03;  // at index 2 and 3; at tight tolerances guesses are better, and rounding nearer
  // Velocities of index 3 count h times in Newton's norm, since rounding does; what is left of them lives on,
  // and decides the digits where steps are small (Andrews' mechanism with order 5 at 1e-10: 6.7 digits, with
  // this 7.5).
  double enough_at_index_3 = 0.005;
  double tight = 1e-6;  // rtol from which the second holds and the first does not
};

Convergence convergence(int highest_level, double rtol) {
  constexpr Iteration number;
  Convergence result{.patient =
                         true};  // a constraint on accelerations is bilinear, too: multipliers come back
  if (highest_level > 2 && rtol < number.tight) result.enough = number.enough_at_index_3;
  if (highest_level > 1 && rtol >= number.tight) result.least_rate = number.least_rate;
  return result;
}

int stages_of(const std::vector<const CollocationRule*>& rules) {
  int s = 0;
  for (const CollocationRule* rule : rules) s = std::max(s, rule->s);
  return s;
}

}  // namespace

Collocation::Collocation(Instance& instance, std::vector<const CollocationRule*> rules)
    : Stepper(instance.residual().size(), tested_unknowns(instance.residual())), rules_(std::move(rules)),
      rule_(rules_[0]), solver_(instance, stages_of(rules_)), n_(size()),
      interpolation_(instance.residual()) {
  const system::Residual& equations = instance.residual();
  algebraic_.reserve(static_cast<std::size_t>(n_));
  bends_.reserve(static_cast<std::size_t>(n_));
  for (int k = 0; k < n_; ++k) {
    highest_level_ = std::max(highest_level_, equations.level(k));
    if (equations.highest(k) == 0) algebraic_.push_back(k);
    bends_.push_back(equations.level(k) <= 1);
  }
  old_Z_.resize(solver_.Z().size());
  jacobian_at_.resize(static_cast<std::size_t>(n_));
  for (auto* vector :
       {&y0_, &yp0_, &work_, &first_error_, &y_error_, &old_end_, &bend_, &lack_, &stiff_bend_})
    vector->resize(static_cast<std::size_t>(n_));
  solver_.use(*rule_);
}

void Collocation::use(std::size_t rule) {
  at_rule_ = rule;
  rule_ = rules_[rule];
  solver_.use(*rule_);
  interpolation_.forget();
  read_tolerance();
}

void Collocation::use_one_stage() {
  rule_ = one_stage_;
  solver_.use(*rule_, true);
  interpolation_.forget();
  sharpening_ = after_rejection_ = 1;
}

void Collocation::begin(const Begin& start) {
  rtol_ = start.rtol;
  solver_.begin(start, convergence(highest_level_, rtol_));
  allowed_rules_ = 1;
  while (allowed_rules_ < rules_.size() && 2 * rules_[allowed_rules_]->s - 1 <= start.max_order)
    ++allowed_rules_;
  use(first_rule());
  order_.forget();
  std::ranges::copy(start.slope, yp0_.begin());
  old_rule_ = nullptr;
  first_ = true;
  rejected_ = predictive_ = false;
  failures_ = 0;
}

Attempt Collocation::attempt(double t, double h, Vec y0, Out y1, Out error) {
  h_ = h;
  end_ = t + h;
  step_rule_ = rule_;
  slopes_known_ = false;
  std::ranges::copy(y0, y0_.begin());
  if (const Attempt outcome =
          solver_.step(t, h, y0, without_errors_of_ends(y0), yp0_, [&] { guess_stages(h); });
      !outcome)
    return outcome;
  slopes_known_ = rule_->stiffly_accurate;
  if (rule_->stiffly_accurate) {
    const double* const z = solver_.stage(rule_->s - 1).data();
    for (int k = 0; k < n_; ++k) y1[k] = y0[k] + z[k];
  } else {
    sum_stages(rule_->s, rule_->end.data(), solver_.Z().data(), y0.data(), y1.data(), n_);
  }
  estimate(t, y0, error);
  return {};
}

// Starting values: the polynomial of the last step, continued; at the start, the tangent.
void Collocation::guess_stages(double h) {
  const int s = rule_->s;
  if (!old_rule_) {
    for (int i = 0; i < s; ++i)
      for (int k = 0; k < n_; ++k) solver_.stage(i)[k] = rule_->c[i] * h * yp0_[k];
    return;
  }
  const int old = old_rule_->s;
  double weight[most_stages * most_stages];
  for (int i = 0; i < s; ++i) old_rule_->weights(1 + rule_->c[i] * h / old_h_, Out(weight + i * old, old));
  if (s == old) {
    mix_stages(s, Vec(weight, s * s), old_Z_, solver_.Z(), n_);
  } else {  // the order has just changed
    for (int i = 0; i < s; ++i)
      for (int k = 0; k < n_; ++k) {
        double sum = 0;
        for (int j = 0; j < old; ++j) sum += weight[i * old + j] * old_Z_[j * n_ + k];
        solver_.stage(i)[k] = sum;
      }
  }
  if (!old_rule_->stiffly_accurate) continue_algebraic(h);
  for (int i = 0; i < s; ++i) {
    double* const z = solver_.stage(i).data();
    for (int k = 0; k < n_; ++k) z[k] -= old_end_[k];
  }
}

// Where |R(∞)| = 1, algebraic unknowns err by O(1) at the ends of steps from index 2 on, to and fro, and are
// right in the stages: the polynomial through those alone is continued. Through the beginning of the step as
// well, the guess is twice as wrong as that, and may lie nearer to another root.
double Collocation::continued(int unknown, double theta) const {
  const std::vector<double>& c = old_rule_->c;
  double sum = 0;
  for (int j = 0; j < old_rule_->s; ++j) {
    double weight = 1;
    for (int m = 0; m < old_rule_->s; ++m)
      if (m != j) weight *= (theta - c[m]) / (c[j] - c[m]);
    sum += weight * old_Z_[j * n_ + unknown];
  }
  return sum;
}

void Collocation::continue_algebraic(double h) {
  for (int i = 0; i < rule_->s; ++i)
    for (const int k : algebraic_) solver_.stage(i)[k] = continued(k, 1 + rule_->c[i] * h / old_h_);
}

// For the same reason a Jacobian is not evaluated at the end of a step as it is.
Vec Collocation::without_errors_of_ends(Vec y0) {
  if (!old_rule_ || old_rule_->stiffly_accurate || algebraic_.empty()) return y0;
  std::ranges::copy(y0, jacobian_at_.begin());
  for (const int k : algebraic_) jacobian_at_[k] += continued(k, 1) - old_end_[k];
  return jacobian_at_;
}

void Collocation::accepted(const Accepted& step) {
  std::ranges::copy(step.slope, yp0_.begin());
  solver_.swap_Z(old_Z_);
  old_rule_ = rule_;
  old_h_ = h_;
  for (int k = 0; k < n_; ++k) old_end_[k] = step.y[k] - y0_[k];
  solver_.accepted(step.t);
  solver_.set_scale(step.scale);
  first_ = false;
  interpolation_.forget();
}

void Collocation::polynomial(Vec theta, Out values) {
  const CollocationRule& rule = *step_rule_;
  double weight[most_stages];
  for (std::size_t i = 0; i < theta.size(); ++i) {
    rule.weights(theta[i], Out(weight, static_cast<std::size_t>(rule.s)));
    sum_stages(rule.s, weight, solver_.Z().data(), y0_.data(),
               values.data() + i * static_cast<std::size_t>(n_), n_);
    const double part = highest_level_ > 2 || !rule.stiffly_accurate ? 0 : rule.error_shape(theta[i]);
    const double stiff = part == 0 ? 0 : rule.value_shape(theta[i]);
    double* const value = values.data() + i * static_cast<std::size_t>(n_);
    for (int k = 0; k < n_ && part != 0; ++k)
      if (bends_[static_cast<std::size_t>(k)])
        value[k] +=
            part * bend_[static_cast<std::size_t>(k)] + stiff * stiff_bend_[static_cast<std::size_t>(k)];
  }
}

void Collocation::end_slope(Out slope) const {
  const int s = step_rule_->s;
  if (slopes_known_)  // the last stage is the end of the step
    return void(std::ranges::copy(solver_.slope(s - 1), slope.begin()));
  double weight[most_stages];
  collocation_slopes(step_rule_->c, 1, Out(weight, static_cast<std::size_t>(s)));
  std::ranges::fill(slope, 0.0);
  for (int j = 0; j < s; ++j) {
    const double w = weight[j] / h_;
    const double* const z = solver_.Z().data() + static_cast<std::ptrdiff_t>(j) * n_;
    for (int k = 0; k < n_; ++k) slope[k] += w * z[k];
  }
}

}  // namespace trammel::integrate

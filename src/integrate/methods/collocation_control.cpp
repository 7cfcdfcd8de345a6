// integrate/methods/collocation_control.cpp: step size and order of collocation methods.
#include <algorithm>
#include <cmath>

#include "integrate/methods/collocation.hpp"

namespace trammel::integrate {
namespace {

constexpr double kept_growth = 1.2;  // growth that is not worth new factors
constexpr double safety = 0.9, most_growth = 8, most_shrink = 5;
constexpr int steps_after_failure = 5;
// An error that many times the tolerance was not foreseen: something has jumped, and high order does not pay.
constexpr double abrupt = 10;
constexpr double raise_below = 0.01, lower_above = 0.8;  // θ at which the order changes

// x^(1/k); powers of two, which most rules have, without a logarithm.
double root(double x, int k) {
  if (k == 4) return std::sqrt(std::sqrt(x));
  return k == 8 ? std::sqrt(std::sqrt(std::sqrt(x))) : std::pow(x, 1.0 / k);
}

}  // namespace

// The predictive controller of Gustafsson. [HW96, (IV.8.25)]
double Collocation::next_step(double h, double error) {
  const int most = RadauWatch::iterations;
  if (!std::isfinite(error)) {
    rejected_ = true;
    if (!first_) obstacle_.failed(end_);  // a first step is too long more often than it meets a kink
    const bool crossed = crossing_;
    if (++failures_ > 1) use_less();
    if (obstacle_.stands() && rule_->stiffly_accurate) use_one_stage();
    if (crossing_ && !crossed) return h;  // a smaller step might end before the obstacle
    return h * std::clamp(watch_.shrink(), 0.1, 0.5);
  }
  const int order = rule_->estimate_order;
  const double factor = std::min(safety, safety * (1 + 2 * most) / (watch_.count() + 2 * most));
  double quotient = std::clamp(root(error, order) / factor, 1 / most_growth, most_shrink);
  if (error > 1) {
    const bool start = !old_rule_;
    rejected_ = true;
    if (error > abrupt && !crossing_) use_less();
    return start ? 0.1 * h : h / quotient;
  }
  if (predictive_) {
    const double trend = accepted_h_ / h * root(error * error / accepted_error_, order) / safety;
    quotient = std::max(quotient, std::clamp(trend, 1 / most_growth, most_shrink));
  }
  predictive_ = true;
  failures_ = 0;
  accepted_h_ = h;
  accepted_error_ = std::max(1e-2, error);
  double growth = 1 / quotient;
  if (rejected_) growth = std::min(growth, 1.0);
  rejected_ = false;
  obstacle_.accepted(end_);
  choose_rule(growth);
  const bool keeps = jacobian_known_ && factored_h_ == h && growth >= 1 && growth <= kept_growth;
  return keeps ? h : h * growth;
}

void Collocation::use_less() {
  if (at_rule_ == 0) return;
  use(at_rule_ - 1);
  wait_ = steps_after_failure;
}

// Variable order by the contraction θ: a fast iteration can afford more stages, a slow one cannot; and a step
// that fails twice because Newton did speaks against many stages at once. [HW99]
void Collocation::choose_rule(double growth) {
  if (crossing_) return use(0);
  if (rules_.size() == 1) return;
  if (wait_ > 0) --wait_;
  const bool steady = growth > 0.8 && growth < 1.2;
  if (at_rule_ + 1 < rules_.size() && watch_.theta() <= raise_below && steady && wait_ == 0)
    use(at_rule_ + 1);
  else if (at_rule_ > 0 && watch_.theta() >= lower_above)
    use(at_rule_ - 1);
}

}  // namespace trammel::integrate

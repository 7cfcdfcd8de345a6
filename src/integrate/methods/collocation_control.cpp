// integrate/methods/collocation_control.cpp: step size and order of collocation methods.
#include <algorithm>
#include <cmath>

#include "integrate/methods/collocation.hpp"

namespace trammel::integrate {
namespace {

constexpr double kept_growth = 1.2;  // growth that is not worth new factors
constexpr double safety = 0.9, most_growth = 8, most_shrink = 5;
// Two stages look at a step in two places: with longer leaps they would pass over pulses (charge pump).
constexpr double most_growth_of_2 = 2;
constexpr int steps_after_failure = 5;
// An error that many times the tolerance was not foreseen: something has jumped, and high order does not pay.
constexpr double abrupt = 10;
constexpr double raise_below = 0.01, lower_above = 0.8;  // θ at which the order changes
constexpr double raise_2_below = 0.1;                    // from two stages: three cost little more
constexpr double loose = 1e-3;                           // tolerance at which two stages begin
constexpr double cost_of_factors = 5;                    // in iterations
constexpr double tight = 1e-7;

// x^(1/k); powers of two, which most rules have, without a logarithm.
double root(double x, int k) {
  if (k == 4) return std::sqrt(std::sqrt(x));
  return k == 8 ? std::sqrt(std::sqrt(std::sqrt(x))) : std::pow(x, 1.0 / k);
}

}  // namespace

// How the estimate is read. It is of order h^(s+1), the solution of order 2s−1: RADAU5's reading of the
// tolerance (0.1 rtol^((s+1)/2s) for the estimate) makes the error, not the estimate, follow it [HW96, IV.8].
// That gives rtol^((2s−1)/2s) in the end, a digit in six less than asked for with three stages; below `tight`
// the exponent is that of a global error in proportion to rtol. Where the order varies, more stages read the
// tolerance as RADAU5 does: theirs is seldom what limits the digits.
//
// After a rejection less is taken on trust: where something jumps, the solution has no order 2s−1 (water
// tube, NAND gate). Two stages, which are taken there, always read it so.
void Collocation::read_tolerance() {
  const bool varies = rules_.size() > 1;
  const double s = varies ? 3 : rule_->s;
  const double usual = s == 1 ? 1 : std::min(1.0, 10 * std::pow(rtol_, (s - 1) / (2 * s)));
  sharpening_ = usual;
  after_rejection_ = std::sqrt(usual);
  if (varies && rule_->s < 3) sharpening_ = after_rejection_;
  if (rule_->s == s && s > 1 && rtol_ < tight)
    sharpening_ *= std::pow(rtol_ / tight, (s - 2) / (2 * s - 1) - (s - 1) / (2 * s));
}

// The predictive controller of Gustafsson. [HW96, (IV.8.25)]
double Collocation::next_step(double h, double error) {
  const int most = RadauWatch::iterations;
  order_.worked(rule_->s * (watch_.count() + (newly_factored_ ? cost_of_factors : 0)));
  newly_factored_ = false;
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
    if (error > abrupt && !crossing_ && !start) use_less();
    return start ? 0.1 * h : h / quotient;
  }
  if (predictive_) {
    const double trend = accepted_h_ / h * root(error * error / accepted_error_, order) / safety;
    // After a rejection the step before says little: behind a kink much smaller ones only come nearer to
    // rounding.
    const double least = rejected_ ? 2 : most_shrink;
    quotient = std::max(quotient, std::clamp(trend, 1 / most_growth, least));
  }
  predictive_ = true;
  failures_ = 0;
  accepted_h_ = h;
  accepted_error_ = std::max(1e-2, error);
  double growth = 1 / quotient;
  if (rule_->s == 2) growth = std::min(growth, most_growth_of_2);
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
  order_.falls(steps_after_failure);
}

std::size_t Collocation::first_rule() const { return rules_.size() == 1 || rtol_ >= loose ? 0 : 1; }

// Variable order by the contraction θ: a fast iteration can afford more stages, a slow one cannot; and a step
// that fails twice because Newton did speaks against many stages at once [HW99]. Whether they pay is another
// question, which a trial answers. Two stages are for loose tolerances, and for a while after steps that
// something unforeseen has spoilt: there long steps do not come, and two stages cost least.
void Collocation::choose_rule(double growth) {
  if (crossing_) {
    order_.falls(0);
    return use(0);
  }
  if (rules_.size() == 1) return;
  if (order_.disappoints(accepted_h_)) {
    use(at_rule_ - 1);
    return order_.gives_up();
  }
  const bool steady = (growth > 0.8 && growth < 1.2) || (at_rule_ == 0 && growth == most_growth_of_2);
  const bool ready =
      at_rule_ == 0 ? watch_.theta() <= raise_2_below : watch_.theta() <= raise_below && order_.settled();
  if (at_rule_ + 1 < rules_.size() && ready && steady && order_.may_rise()) {
    use(at_rule_ + 1);
    order_.rises();
  } else if (at_rule_ > 0 && watch_.theta() >= lower_above) {
    use(at_rule_ - 1);
    order_.falls(0);
  }
}

}  // namespace trammel::integrate

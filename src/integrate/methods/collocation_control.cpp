// integrate/methods/collocation_control.cpp: step size and order of collocation methods.
//
// Four rules decide, in this order:
//
// 1. The estimate has a lower order than the solution. estimate_reading.hpp says by how much the estimate is
//    multiplied before it is compared with the tolerance, so that the error follows the tolerance, and not
//    the estimate.
// 2. The step size follows the estimate by Gustafsson's predictive controller. [HW96, IV.8]
// 3. Factorizations are expensive. If the step could grow only a little, it stays as it is and keeps its
//    factors.
// 4. The order (number of stages) follows the contraction rate θ of Newton's iteration [HW99]. A fast
//    iteration can afford more stages; a trial (order_trial.hpp) tells whether they pay.
//
// Read [HW96, IV.8] and [HW99] first. Numbers without a reason below are theirs.
#include <algorithm>
#include <cmath>

#include "integrate/estimate_reading.hpp"
#include "integrate/methods/collocation.hpp"

namespace trammel::integrate {
namespace {

// The numbers of RADAU5 and RADAU [HW96, IV.8; HW99], and our deviations.
constexpr struct {
  double safety = 0.9, most_growth = 8, most_shrink = 5;
  double kept_growth = 1.2;  // growth that is not worth new factors
  // Two stages see a step in two places only: with faster growth they would pass over pulses (charge pump).
  double most_growth_of_2 = 2;
  double raise_below = 0.01, lower_above = 0.8;  // θ at which the order changes; RADAU has 0.002 and 0.8
  double raise_2_below = 0.1;                    // from two stages (RADAU has none): three cost little more
  // Our own numbers, chosen on the IVP test set at 1e-2 to 1e-10, where their optima are flat. They were
  // checked on 24 bundled models that are not in it, at 1e-3, 1e-5 and 1e-7: halving or doubling any of them
  // changes the mean work (evaluations plus five times the factorizations) by 2 % at most.
  double loose = 1e-3;  // tolerance at which two stages begin
  double abrupt = 10;   // an error this many times the tolerance was not foreseen: something has jumped
  int steps_after_failure = 5;  // before the order may rise again
  double cost_of_factors = 5;   // in iterations
} control_number;

// x^(1/k). Most rules have a power of two as k, which needs no logarithm.
double root(double x, int k) {
  if (k == 4) return std::sqrt(std::sqrt(x));
  return k == 8 ? std::sqrt(std::sqrt(std::sqrt(x))) : std::pow(x, 1.0 / k);
}

}  // namespace

void Collocation::read_tolerance() {
  const Sharpening read = sharpening(rtol_, rule_->s, rules_.size() > 1);
  sharpening_ = read.usual;
  after_rejection_ = read.after_rejection;
}

// The predictive controller of Gustafsson. [HW96, (IV.8.25)]
double Collocation::next_step(double h, double error) {
  const int most = ContractionWatch::iterations;
  order_.worked(rule_->s *
                (solver_.watch().count() + (solver_.newly_factored() ? control_number.cost_of_factors : 0)));
  if (!std::isfinite(error)) {
    rejected_ = true;
    if (!first_) solver_.failed(end_);  // a first step is too long more often than it meets a kink
    const bool crossed = solver_.crossing();
    if (++failures_ > 1) use_less();
    if (solver_.obstacle_stands() && rule_->stiffly_accurate) use_one_stage();
    if (solver_.crossing() && !crossed) return h;  // a smaller step might end before the obstacle
    return h * std::clamp(solver_.watch().shrink(), 0.1, 0.5);
  }
  const int order = rule_->estimate_order;
  const double factor = std::min(
      control_number.safety, control_number.safety * (1 + 2 * most) / (solver_.watch().count() + 2 * most));
  double quotient =
      std::clamp(root(error, order) / factor, 1 / control_number.most_growth, control_number.most_shrink);
  if (error > 1) {
    const bool start = !old_rule_;
    rejected_ = true;
    if (error > control_number.abrupt && !solver_.crossing() && !start) use_less();
    return start ? 0.1 * h : h / quotient;
  }
  if (predictive_) {
    const double trend =
        accepted_h_ / h * root(error * error / accepted_error_, order) / control_number.safety;
    // After a rejection, the step before says little. Behind a kink, much smaller steps only come closer to
    // rounding.
    const double least = rejected_ ? 2 : control_number.most_shrink;
    quotient = std::max(quotient, std::clamp(trend, 1 / control_number.most_growth, least));
  }
  predictive_ = true;
  failures_ = 0;
  accepted_h_ = h;
  accepted_error_ = std::max(1e-2, error);
  double growth = 1 / quotient;
  if (rule_->s == 2) growth = std::min(growth, control_number.most_growth_of_2);
  if (rejected_) growth = std::min(growth, 1.0);
  rejected_ = false;
  choose_rule(growth);
  const bool keeps = solver_.factors_serve(h) && growth >= 1 && growth <= control_number.kept_growth;
  return keeps ? h : h * growth;
}

void Collocation::use_less() {
  if (at_rule_ == 0) return;
  use(at_rule_ - 1);
  order_.falls(control_number.steps_after_failure);
}

std::size_t Collocation::first_rule() const {
  return allowed_rules_ == 1 || rtol_ >= control_number.loose ? 0 : 1;
}

// The order follows the contraction rate θ: a fast iteration can afford more stages, a slow one cannot. If
// Newton's iteration fails twice in a step, that speaks against many stages at once [HW99]. Whether more
// stages pay is another question; a trial answers it. Two stages serve loose tolerances. They also serve for
// a while after something unforeseen has spoilt a step: long steps will not come soon then, and two stages
// cost least.
void Collocation::choose_rule(double growth) {
  if (solver_.crossing()) {
    order_.falls(0);
    return use(0);
  }
  if (allowed_rules_ == 1) return;
  if (order_.disappoints(accepted_h_)) {
    use(at_rule_ - 1);
    return order_.gives_up();
  }
  const bool steady =
      (growth > 0.8 && growth < 1.2) || (at_rule_ == 0 && growth == control_number.most_growth_of_2);
  const bool ready = at_rule_ == 0
                         ? solver_.watch().theta() <= control_number.raise_2_below
                         : solver_.watch().theta() <= control_number.raise_below && order_.settled();
  if (at_rule_ + 1 < allowed_rules_ && ready && steady && order_.may_rise()) {
    use(at_rule_ + 1);
    order_.rises();
  } else if (at_rule_ > 0 && solver_.watch().theta() >= control_number.lower_above) {
    use(at_rule_ - 1);
    order_.falls(0);
  }
}

}  // namespace trammel::integrate

// integrate/methods/bdf_order.cpp: how the variable-step BDF chooses step size and order.
//
// The rule: step and order change one at a time, and only after k+1 equal steps.
//
// The reason lies in stiff components. A formula of low order is off by a multiple of h there, so a new h
// moves this offset at once. The differences see a jump, but it is no local error. A code that enlarges the
// step together with the order takes it for one, falls back to order 1, and repeats this at every step (the
// transistor amplifier at 1e-8). After k+1 equal steps, the jump has left the differences.
//
// One exception: if the differences are tiny all the same, the step is doubled earlier, because a run that
// begins with a small step would need k+1 steps for each doubling. At index 2, where a change moves
// multipliers by more than the error, this is allowed in the first steps only, and at index 3 never.
//
// Formulas, error terms and the rules marked as DASSL's are in [BCP96, 5.2]. Read that first, then
// after_success().
#include <algorithm>
#include <cmath>

#include "integrate/estimate_reading.hpp"
#include "integrate/methods/bdf.hpp"
#include "integrate/options.hpp"

namespace trammel::integrate {
namespace {

constexpr struct {
  // Growth that is worth a new matrix. DASSL waits for 2 [BCP96, 5.2.3], which takes 11 % more work
  // (docs/constants.md).
  double enlarges = 1.4;
  double most_growth = 2, least_shrink = 0.5, most_shrink = 0.9;  // of a step; DASSL's
  double after_failure = 0.25;  // of a step that could not be computed, or fails again; DASSL's
  // 2^-6: the error of a step of twice the size, in units of the tolerance, below which it is taken at once.
  // 2^-4 takes 3 % less work on other models, 2^-8 4 % more.
  double tiny = 6;
} bdf_number;

// [BCP96, 5.2.3]: r = (2 E + 1e-4)^(-1/(k+1)).
double growth(double error, int order) { return std::pow(2 * error + 1e-4, -1.0 / (order + 1)); }

}  // namespace

// The norm of a difference, seen through the equations (error_filter.hpp).
double Bdf::error_of(Vec difference) {
  std::ranges::copy(difference, work_.begin());
  solver_.filter_error(work_);
  interpolation_.enlarge(difference, work_);
  return tested_norm(work_, solver_.norm().scale(), tested());
}

double Bdf::next_step(double h, double error) {
  return error <= 1 ? after_success(h) : after_failure(h, error);
}

// The first failure keeps the order, because right after a change of step the terms of lower order mislead.
// After the third failure in a row, the whole history is distrusted. [BCP96, 5.2.3]
double Bdf::after_failure(double h, double error) {
  ++failures_;
  failed_ = true;
  starting_ = false;
  if (!std::isfinite(error) && !first_) solver_.failed(end_);
  if (solver_.must_cross()) {
    order_ = 1;
    return h;
  }
  if (std::isfinite(error) && failures_ == 1)
    return h * std::clamp(0.9 * std::pow(2 * error, -1.0 / (order_ + 1)), bdf_number.after_failure,
                          bdf_number.most_shrink);
  if (std::isfinite(error) && failures_ == 2 && order_ > 1) --order_;
  if (failures_ >= 3) order_ = 1;
  return bdf_number.after_failure * h;
}

double Bdf::after_success(double h) {
  const int k = attempt_order_;
  old_order_ = k;
  old_h_ = h;
  equal_steps_ = attempt_equal_;
  failures_ = 0;
  const bool settled = equal_steps_ > k;
  bool down = false;
  double up = infinity;
  if (starting_ || settled) {
    down = lower_is_better(k);
    if (k < allowed_order_ && old_e_known_ && settled) {
      for (int i = 0; i < n_; ++i) change_[i] = e_[i] - old_e_[i];
      up = error_of(change_);
    }
  }
  // The difference of order k+2 is the last correction: a raised order starts from it.
  std::ranges::copy(e_, column(phi_, k + 1).begin());
  std::swap(old_e_, e_);
  old_e_known_ = true;
  if (down || k == allowed_order_) starting_ = false;
  if (starting_) {
    order_ = k + 1;
    return 2 * h;
  }
  const double factor = growth(accumulation(steps_) * error_k_, k);
  if (factor <= 1) return h * std::clamp(factor, bdf_number.least_shrink, bdf_number.most_shrink);
  if (!settled)
    return (level_ == 1 || (level_ == 2 && !failed_)) && factor >= std::exp2(1 + bdf_number.tiny / (k + 1))
               ? 2 * h
               : h;
  if (down || (factor < bdf_number.enlarges && only_noise(k))) {
    order_ = down ? k - 1 : 2;
    return h;
  }
  if (up < (k == 1 ? 0.5 : 1.0) * (k + 1) * error_k_) {
    order_ = k + 1;
    return h;
  }
  return factor >= bdf_number.enlarges ? std::min(factor, bdf_number.most_growth) * h : h;
}

// If differences do not fall as their order rises, a formula of lower order has a smaller error.
bool Bdf::lower_is_better(int k) {
  if (k == 1) return false;
  const double term = (k + 1) * error_k_, one = k * sigma_[k - 1] * error_of(column(phi_, k));
  if (k == 2) return one <= 0.5 * term;
  return std::max(one, (k - 1) * sigma_[k - 2] * error_of(column(phi_, k - 1))) <= term;
}

// Formulas of order 3 and more are not stable near the imaginary axis. They can keep an oscillation of the
// size of the tolerance alive; it limits the step, and order 2 would damp it. The third difference reveals
// this: if it is below the tolerance, order 2 could take the same step, and a higher order resolves nothing.
// (Fekete points at 1e-4: 3600 steps without this rule, 400 with it.) [HW96, V.1]
bool Bdf::only_noise(int k) { return k > 2 && sigma_[2] * error_of(column(phi_, 3)) < 1; }

}  // namespace trammel::integrate

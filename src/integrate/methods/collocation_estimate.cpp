// integrate/methods/collocation_estimate.cpp: the error estimate of collocation methods. [HW96, IV.8]
#include <algorithm>
#include <cmath>

#include "integrate/methods/collocation.hpp"

namespace trammel::integrate {

// (2), and once more where it is too large at the start or after a rejection: stiff components of y0' − p(0)
// are then damped twice.
void Collocation::estimate(double t, Vec y0, Out error) {
  double weight[most_stages];
  for (int i = 0; i < rule_->s; ++i) weight[i] = -rule_->at_start[i];
  sum_stages(rule_->s, weight, solver_.slopes().data(), yp0_.data(), work_.data(), n_);
  std::ranges::copy(work_, lack_.begin());
  for (const int k : interpolation_.unknowns()) y_error_[k] = work_[k] * h_ / rule_->gamma;
  solver_.equations().times_slope_matrix(work_, first_error_);  // γ/h · γ̂ h = 1
  std::ranges::copy(first_error_, error.begin());
  solver_.solve_estimate(error);
  for (int k = 0; k < n_; ++k) bend_[k] = rule_->gamma * error[k];
  if ((first_ || rejected_) && tested_norm(error, solver_.norm().scale(), tested()) * sharpening_ >= 1)
    damp_again(t, y0, error);
  const double factor = rejected_ ? after_rejection_ : sharpening_;
  for (int k = 0; k < n_; ++k) error[k] *= factor;
  for (const int k : interpolation_.unknowns()) y_error_[k] *= sharpening_;
  if (rule_->stiffly_accurate) bend_between();
  if (rule_->stiffly_accurate)  // elsewhere algebraic unknowns leave their equations: no step size would pass
    interpolation_.apply(h_, y_error_, y0, solver_.norm().scale(), error,
                         [&](Out own) { solver_.rounding(y0, own); });
}

// What stiff equations or none determine is right at the nodes to a high order, and between them to the order of the
// polynomial: u − y = −G ω hᵐ⁺¹ there, G a derivative of y. The slope at the beginning is that of the last step's end,
// which errs likewise: y0' − u'(0) = G (ω'(0) hᵐ − ω'(1) h_oldᵐ). That tells G, and so what the polynomial lacks.
void Collocation::bend_between() {
  const double ratio = old_rule_ == rule_ ? std::pow(old_h_ / h_, rule_->inner) * rule_->value_slope : 1;
  const double share = ratio < 0 ? 1 / (1 - ratio) : 0;  // of y0' − u'(0) that is the new polynomial's
  // In tolerances. Beside a fold slopes tell nothing of the values between the nodes.
  constexpr double most = 1000;
  const Vec scale = solver_.norm().scale();
  for (int k = 0; k < n_; ++k) {
    const double bend = share * (h_ * lack_[k] - bend_[k]);
    stiff_bend_[k] = rule_->value_peak * std::fabs(bend) <= most * scale[k] ? bend : 0;
  }
  // No superconvergence helps between the nodes: of this error, most of which has been corrected, three
  // tolerances may be. What `bend_` corrects, the part of the slopes that stiffness does not damp, is no such
  // error.
  const double peak = 0.3 * rule_->value_peak * (share > 0 ? share : 1);
  for (const int k : interpolation_.unknowns())
    y_error_[k] = std::max(std::fabs(y_error_[k]), peak * std::fabs(h_ * lack_[k] - bend_[k]));
}

// Through the residual as RADAU5 does [HW96, (IV.8.20)]; without a real eigenvalue, (2) of the error itself.
void Collocation::damp_again(double t, Vec y0, Out error) {
  if (rule_->real.empty()) {
    solver_.equations().times_slope_matrix(error, work_);
    for (int k = 0; k < n_; ++k) error[k] = rule_->gamma / h_ * work_[k];
    return solver_.solve_estimate(error);
  }
  for (int k = 0; k < n_; ++k) work_[k] = y0[k] + error[k];
  if (solver_.equations().residual(t, work_, yp0_, error)) {
    for (int k = 0; k < n_; ++k) error[k] = first_error_[k] - error[k];
  } else {
    std::ranges::copy(first_error_, error.begin());
  }
  solver_.solve_estimate(error);
}

}  // namespace trammel::integrate

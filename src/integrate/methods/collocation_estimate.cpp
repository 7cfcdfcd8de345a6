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
  if (rule_->stiffly_accurate)  // elsewhere algebraic unknowns leave their equations: no step size would pass
    interpolation_.apply(h_, y_error_, y0, solver_.norm().scale(), error);
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

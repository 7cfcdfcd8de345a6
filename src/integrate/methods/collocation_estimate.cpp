// integrate/methods/collocation_estimate.cpp: the error estimate of collocation methods. [HW96, IV.8]
#include <algorithm>
#include <cmath>
#include <complex>

#include "integrate/methods/collocation.hpp"

namespace trammel::integrate {

// (2), and once more where it is too large at the start or after a rejection: stiff components of y0' − p(0)
// are then damped twice.
void Collocation::estimate(double t, Vec y0, Out error) {
  double weight[most_stages];
  for (int i = 0; i < rule_->s; ++i) weight[i] = -rule_->at_start[i];
  sum_stages(rule_->s, weight, slopes_.data(), yp0_.data(), work_.data(), n_);
  for (const int k : interpolation_.unknowns()) y_error_[k] = work_[k] * h_ / rule_->gamma;
  model_.times_slope_matrix(work_, first_error_);  // γ/h · γ̂ h = 1
  std::ranges::copy(first_error_, error.begin());
  filter(error);
  if ((first_ || rejected_) && tested_norm(error, norm_.scale(), tested_) * sharpening_ >= 1)
    damp_again(t, y0, error);
  const double factor = rejected_ ? after_rejection_ : sharpening_;
  for (int k = 0; k < n_; ++k) error[k] *= factor;
  for (const int k : interpolation_.unknowns()) y_error_[k] *= sharpening_;
  if (rule_->stiffly_accurate)  // elsewhere algebraic unknowns leave their equations: no step size would pass
    interpolation_.apply(h_, y_error_, y0, norm_.scale(), error);
}

// Through the residual as RADAU5 does [HW96, (IV.8.20)]; without a real eigenvalue, (2) of the error itself.
void Collocation::damp_again(double t, Vec y0, Out error) {
  if (rule_->real.empty()) {
    model_.times_slope_matrix(error, work_);
    for (int k = 0; k < n_; ++k) error[k] = rule_->gamma / h_ * work_[k];
    return filter(error);
  }
  for (int k = 0; k < n_; ++k) work_[k] = y0[k] + error[k];
  if (model_.residual(t, work_, yp0_, error)) {
    for (int k = 0; k < n_; ++k) error[k] = first_error_[k] - error[k];
  } else {
    std::ranges::copy(first_error_, error.begin());
  }
  filter(error);
}

// x <- (dF/dy + γ/h dF/dy')⁻¹ x. Where no eigenvalue is real, Re (dF/dy + λ/h dF/dy')⁻¹ (λ/γ) x with the
// first pair, which needs no matrix of its own: on y' = z/h y it makes (2) the damping
// (|λ|² − z Re λ)/((λ − z)(λ̄ − z)), which is 1 at z = 0, goes to 0 at infinity and has no zero in Re z ≤ 0.
void Collocation::filter(Out x) {
  if (!rule_->real.empty()) return real_.solve(scaling_, x);
  const std::complex<double> turn = rule_->pairs[0] / rule_->gamma;
  for (int k = 0; k < n_; ++k) {
    work_[k] = turn.imag() * x[k];
    x[k] *= turn.real();
  }
  complex_[0].solve(scaling_, x, work_);
}

}  // namespace trammel::integrate

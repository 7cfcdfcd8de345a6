// integrate/methods/collocation.hpp: one step of an implicit Runge-Kutta method of collocation type on
// F(t, y, y') = 0, in the manner of RADAU5. [HW96, IV.8]
//
//   F(t + c_i h, y0 + Z_i, Y'_i) = 0,   h Y' = A⁻¹ Z,   y1 = y0 + Σ end_i Z_i                          (1)
//
// Simplified Newton on Z; in the basis of the eigenvectors of A⁻¹ it needs one real and some complex
// matrices dF/dy + (λ/h) dF/dy' of the size of the system. The error estimate γ̂ h (y0' − p(0)) is filtered by
//
//   err = (dF/dy + γ/h dF/dy')⁻¹ γ/h dF/dy' γ̂ h (y0' − p(0)),   γ γ̂ = 1,                               (2)
//
// which for M y' = f is [HW96, (IV.8.19)], needs no slope of algebraic unknowns, and stays bounded for stiff
// components. A rule without a real eigenvalue takes the real part of the same with a complex one.
//
// Where Newton's iteration fails again and again (kinks and edges of the equations), one stage is taken
// instead, backward Euler, with a matrix of its own in every iteration.
#pragma once

#include <array>

#include "integrate/careful_newton.hpp"
#include "integrate/collocation_rule.hpp"
#include "integrate/interpolation_test.hpp"
#include "integrate/iteration_matrix.hpp"
#include "integrate/newton.hpp"
#include "integrate/order_trial.hpp"
#include "integrate/stage_mix.hpp"

namespace trammel::integrate {

class Collocation final : public Stepper {
 public:
  // Several rules: variable order, chosen by the contraction of Newton's iteration and by what it brings.
  Collocation(Instance& instance, std::vector<const CollocationRule*> rules);

  int size() const override { return n_; }
  void restart(double t, Vec y, Vec slope) override;
  void set_scale(Vec scale) override { norm_.set_scale(scale); }
  void set_tolerance(double rtol) override;
  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override;
  std::span<const char> tested() const override { return tested_; }
  void accepted(double t, Vec y, bool moved) override;
  double next_step(double h, double error) override;
  void polynomial(Vec theta, Out values) override;
  void end_slope(Out slope) const override;
  void equations_changed() override { jacobian_known_ = false; }
  Attempt slope(double t, Vec y, Out yp) override;
  Attempt verify(double t, Vec y) override;
  Trouble trouble() const override;
  int stages() const { return step_rule_->s; }  // of the last step that was tried

 private:
  Attempt prepare(double t, double h, Vec y0);
  Attempt factor(double h);
  void guess_stages(double h);
  Attempt newton(double t, double h, Vec y0);
  Attempt solve_stages(double t, double h, Vec y0);
  Attempt cross(double t, double h, Vec y0);
  Attempt stage_residuals(double t, double h, Vec y0);
  double newton_update();
  void stage_slopes(double h);
  void estimate(double t, Vec y0, Out error);
  void damp_again(double t, Vec y0, Out error);
  void filter(Out x);
  void choose_rule(double growth);
  std::size_t first_rule() const;
  void read_tolerance();
  void use_less();
  void use(std::size_t rule);
  void use_one_stage();

  Out stage(int i) { return Out(Z_).subspan(static_cast<std::size_t>(i) * n_, n_); }
  Vec stage(int i) const { return Vec(Z_).subspan(static_cast<std::size_t>(i) * n_, n_); }
  Out rate(int i) { return Out(slopes_).subspan(static_cast<std::size_t>(i) * n_, n_); }
  Out defect(int i) { return Out(F_).subspan(static_cast<std::size_t>(i) * n_, n_); }

  std::vector<const CollocationRule*> rules_;
  const CollocationRule *rule_, *step_rule_ = rule_;  // to come; of the step that was tried
  const CollocationRule* one_stage_ = &radau_rule(1);
  std::size_t at_rule_ = 0;
  Linearization model_;
  int n_, highest_level_ = 0;
  LevelScaling scaling_;
  RealBlock real_;
  std::vector<ComplexBlock> complex_;
  NewtonNorm norm_;
  RadauWatch watch_;
  std::vector<char> tested_;
  InterpolationTest interpolation_;
  CarefulNewton careful_;
  Obstacle obstacle_;
  double end_ = 0;  // of the attempted step

  std::vector<double> Z_, slopes_, F_, y0_, yp0_, work_, first_error_, y_error_;
  std::array<double, most_stages * most_stages> to_slopes_{};  // A⁻¹/h
  // The polynomial of the last accepted step, for starting values.
  std::vector<double> old_Z_, old_end_;
  const CollocationRule* old_rule_ = nullptr;
  double old_h_ = 0;

  double h_ = 0, factored_h_ = 0, rtol_ = 1e-6, sharpening_ = 1, after_rejection_ = 1;
  bool jacobian_known_ = false, jacobian_fresh_ = false, slopes_known_ = false;
  bool first_ = true, rejected_ = false, crossing_ = false;  // crossing: with one stage
  double accepted_h_ = 0, accepted_error_ = 1;               // of the step before: the predictive controller
  bool predictive_ = false;
  int age_ = 0;       // of the Jacobian, in accepted steps
  int failures_ = 0;  // of Newton, in a row
  OrderTrial order_;
  bool newly_factored_ = false;
};

}  // namespace trammel::integrate

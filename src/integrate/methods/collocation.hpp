// integrate/methods/collocation.hpp: one step of an implicit Runge-Kutta method of collocation type on
// F(t, y, y') = 0, in the manner of RADAU5. [HW96, IV.8]
//
//   F(t + c_i h, y0 + Z_i, Y'_i) = 0,   h Y' = A⁻¹ Z,   y1 = y0 + Σ end_i Z_i                          (1)
//
// The stages are found by coupled_stages.hpp. The error estimate γ̂ h (y0' − p(0)), p through the slopes of
// the stages, is filtered by
//
//   err = (dF/dy + γ/h dF/dy')⁻¹ γ/h dF/dy' γ̂ h (y0' − p(0)),   γ γ̂ = 1,                               (2)
//
// which for M y' = f is [HW96, (IV.8.19)], needs no slope of algebraic unknowns, and stays bounded for stiff
// components. A rule without a real eigenvalue takes the real part of the same with a complex one.
//
// Between its ends a step is read from u + bend N/N'(0), where u is the polynomial of the stages, N = ∫
// Π (τ − c_j) is the shape of its error (collocation_rule.hpp), and bend = h (y0' − u'(0)) says how large
// that is: (2) knows it already, filtered, so that stiff components stay on u and algebraic unknowns follow
// the others by their equations. That is one order more than u has, for values and slopes, and nearly the
// right slope at the beginning. Unknowns that are met at index 2 are read from u itself, and so is everything
// where index 3 is met directly.
//
// Where Newton's iteration fails again and again (kinks and edges of the equations), one stage is taken
// instead, backward Euler, with a matrix of its own in every iteration.
//
// collocation.cpp makes steps, collocation_estimate.cpp estimates their errors, collocation_control.cpp
// chooses their size and order.
#pragma once

#include "integrate/coupled_stages.hpp"
#include "integrate/interpolation_test.hpp"
#include "integrate/order_trial.hpp"

namespace trammel::integrate {

class Collocation final : public Stepper {
 public:
  // Several rules: variable order, chosen by the contraction of Newton's iteration and by what it brings.
  Collocation(Instance& instance, std::vector<const CollocationRule*> rules);

  void begin(const Begin& start) override;
  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override;
  void accepted(const Accepted& step) override;
  double next_step(double h, double error) override;
  void polynomial(Vec theta, Out values) override;
  void end_slope(Out slope) const override;
  ImplicitPart* implicit() override { return &solver_; }
  int stages() const { return step_rule_->s; }  // of the last step that was tried
  // Rules that take turns are those of Radau; theirs is 2s − 1.
  int order_used() const override { return rules_.size() > 1 ? 2 * stages() - 1 : 0; }

 private:
  void guess_stages(double h);
  double continued(int unknown, double theta) const;  // from the last step's beginning
  void continue_algebraic(double h);
  Vec without_errors_of_ends(Vec y0);
  void estimate(double t, Vec y0, Out error);
  void bend_between();
  void damp_again(double t, Vec y0, Out error);
  void choose_rule(double growth);
  std::size_t first_rule() const;
  void read_tolerance();
  void use_less();
  void use(std::size_t rule);
  void use_one_stage();

  std::vector<const CollocationRule*> rules_;
  std::size_t allowed_rules_ = rules_.size();         // those up to the highest order that is wanted
  const CollocationRule *rule_, *step_rule_ = rule_;  // to come; of the step that was tried
  const CollocationRule* one_stage_ = &radau_rule(1);
  std::size_t at_rule_ = 0;
  CoupledStages solver_;
  int n_, highest_level_ = 0;
  InterpolationTest interpolation_;
  double end_ = 0;  // of the attempted step

  std::vector<double> y0_, yp0_, work_, first_error_, y_error_;
  std::vector<char> bends_;   // unknowns that are not met at index 2 or higher
  std::vector<double> bend_;  // what the polynomial lacks of y0' at its beginning, times h and filtered
  std::vector<double> lack_,
      stiff_bend_;  // y0' − u'(0); what of it times h is left to unknowns that stiff equations determine
  // The polynomial of the last accepted step, for starting values.
  std::vector<double> old_Z_, old_end_;
  std::vector<int> algebraic_;  // unknowns without derivatives
  std::vector<double> jacobian_at_;
  const CollocationRule* old_rule_ = nullptr;
  double old_h_ = 0;

  double h_ = 0, rtol_ = 1e-6, sharpening_ = 1, after_rejection_ = 1;
  bool slopes_known_ = false, first_ = true, rejected_ = false;
  double accepted_h_ = 0, accepted_error_ = 1;  // of the step before: the predictive controller
  bool predictive_ = false;
  int failures_ = 0;  // of Newton, in a row
  OrderTrial order_;
};

}  // namespace trammel::integrate

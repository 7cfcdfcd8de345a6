// integrate/methods/mebdf.hpp: Cash's modified extended BDF with variable step and order for F(t, y, y') = 0,
// in fixed leading coefficient form. [Cas83; CC92; HW96, V.3]
//
// k steps, order k+1: A-stable up to order 4, stable up to order 9. One step solves three equations with one
// iteration matrix dF/dy + (H_k/h) dF/dy':
//
//   1. ȳ_{n+1} by the BDF of k steps,
//   2. ȳ_{n+2} by the same BDF, one step further,
//   3. y_{n+1} by (2) of mebdf_formula.hpp, where y'_{n+2} is that of stage 2 and
//      h β_k y'_{n+1} is split into h β̂ y'_{n+1} + h (β_k − β̂) ȳ'_{n+1}, β̂ = 1/H_k: the modification that
//      lets stage 3 share the matrix.
//
// The formulas are those of an even grid of the step h. Its points in the past are read from Q, the
// polynomial of degree p = k+1 through the last k+2 points, so that no order is lost when h changes. With y =
// Q + e, and d = h^p Q^(p), all three read F(t, Q + e, Q' + b + (H_k/h) e) = 0 with
//
//   1. at t_{n+1}: e = e₁,  h b = −d/p,                  s₁ = H_k e₁ − d/p,
//   2. at t_{n+2}: e = e₂,  h b = −d/p − k e₁,           s₂ = H_k e₂ − d/p − k e₁,
//   3. at t_{n+1}: e = e₃,  h b = −H_k (β_{k+1} s₂ + (β_k − β̂) s₁).
#pragma once

#include <array>

#include "integrate/careful_newton.hpp"
#include "integrate/differences.hpp"
#include "integrate/error_filter.hpp"
#include "integrate/interpolation_test.hpp"
#include "integrate/iteration_matrix.hpp"
#include "integrate/mebdf_formula.hpp"
#include "integrate/newton.hpp"

namespace trammel::integrate {

class Mebdf final : public Stepper {
 public:
  // The number of steps k rises to `least` as soon as there are points, and stays between the two. At index 3
  // the multiplier has order k−1, so that at least two are taken.
  Mebdf(Instance& instance, int least, int most);
  static constexpr double bias = 3, bias_up = 5;  // errors count for more, those of a higher order most

  int size() const override { return n_; }
  void restart(double t, Vec y, Vec slope) override;
  void set_scale(Vec scale) override { norm_.set_scale(scale); }
  void set_tolerance(double rtol) override {
    watch_.set_tolerance(rtol);
    careful_.set_tolerance(rtol);
    constant_steps_ = rtol < 1e-11;
  }
  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override;
  std::span<const char> tested() const override { return tested_; }
  void accepted(double t, Vec y, bool moved) override;
  double next_step(double h, double error) override;
  void polynomial(Vec theta, Out values) override;
  void end_slope(Out slope) const override { past_.interpolate_slope(0, degree_, slope); }
  void equations_changed() override { factored_leading_ = 0; }
  Attempt slope(double t, Vec y, Out yp) override;
  Attempt verify(double t, Vec y) override;
  Trouble trouble() const override;
  int steps_used() const { return k_; }

 private:
  void predict(double h);
  Attempt correct(double t, double h, Out y1);
  Attempt stages(double t, double h, Out y1);
  Attempt cross(double t, double h, Out y1);
  // Newton for F(t, base + e, base_slope + (H_k/h) e) = 0 from the e that is there; an error of it counts
  // `weight` times in the result of the step. `first`: of the stages.
  Attempt solve(double t, double h, Vec base, Vec base_slope, double weight, bool first, Out e);
  Attempt factor(double t, double h, bool refresh);
  double rounding(double c);
  bool fails_by_first_stage();
  void estimate();
  double norm(Vec x) const;
  double error_with(int k, Vec difference, double factor);
  double after_failure(double h, double error);
  double after_success(double h);
  bool settled(int equal) const { return equal > attempt_k_ + 1; }  // the differences know this step size
  bool deciding() const { return settled(attempt_equal_) || starting_ || attempt_k_ < least_; }
  double choose(double h);
  void keep_guesses();
  void scale_guesses(double factor);

  Linearization model_;
  int n_, least_, most_;
  LevelScaling scaling_;
  RealBlock matrix_;
  NewtonNorm norm_;
  RadauWatch watch_;
  CarefulNewton careful_;
  Obstacle obstacle_;
  double end_ = 0;         // of the attempted step
  bool crossing_ = false;  // past an obstacle
  ErrorFilter filter_;
  // Velocities of an index-3 mechanism are not tested, unlike in the BDF: what a change of the step size
  // leaves in them normal to the constraints is not filtered out by a matrix that belongs to another step
  // size.
  std::vector<char> tested_;
  InterpolationTest interpolation_;
  double strictness_, newton_strictness_;
  bool index_1_;
  std::vector<MebdfFormula> formulas_;  // by k
  Differences past_;

  std::vector<double> value_, slope_, value_2_, slope_2_;  // Q and Q' at t_{n+1}, t_{n+2}
  std::vector<double> base_slope_, e1_, e2_, e3_, old_e_, y_, yp_, work_;
  std::vector<double> errors_;
  // e₁ − e₃ and e₂ − (k+3) e₃ of the last step: what the formulas err by, where the next iterations begin.
  std::vector<double> offset_1_, offset_2_;
  bool guessed_ = false;                            // are they there?
  bool constant_steps_ = false;                     // as far as the tolerance tells: then no step may fail
  bool hopeless_ = false;                           // the attempted step, by its first stage
  double factored_leading_ = 0, last_leading_ = 0;  // H_k/h of the matrix (0: none); of the last attempt
  bool jacobian_fresh_ = false;
  int jacobian_age_ = 0;     // in accepted steps
  int most_iterations_ = 0;  // of a stage in the last attempt
  bool plain_ = false;       // plain: without stage 2, the step is that of stage 1

  int constant_k_ = 0;  // that error_constant_ was made for
  int k_ = 1, attempt_k_ = 1, degree_ = 1, old_k_ = 0;
  int equal_steps_ = 0, attempt_equal_ = 0;  // with this step size and order, up to now
  double h_ = 0, old_h_ = 0, round_off_ = 0, error_constant_ = 0;
  bool starting_ = true;
  bool failed_ = false;  // some step since the start
  int failures_ = 0;     // in a row
  double error_ = 0;     // of this order
};

}  // namespace trammel::integrate

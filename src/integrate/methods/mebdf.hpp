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
//
// Read mebdf_formula.hpp first (the formula), then mebdf.cpp (one step), then mebdf_order.cpp (which step and
// order come next).
#pragma once

#include <array>

#include "integrate/differences.hpp"
#include "integrate/interpolation_test.hpp"
#include "integrate/mebdf_formula.hpp"
#include "integrate/stage_solver.hpp"

namespace trammel::integrate {

class Mebdf final : public Stepper {
 public:
  // The number of steps k rises to `least` as soon as there are points, and stays between the two. At index 3
  // the multiplier has order k−1, so that at least two are taken.
  Mebdf(Instance& instance, int least, int most);

  void begin(const Begin& start) override;
  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override;
  void accepted(const Accepted& step) override;
  double next_step(double h, double error) override;
  void polynomial(Vec theta, Out values) override;
  void end_slope(Out slope) const override { past_.interpolate_slope(0, degree_, slope); }
  ImplicitPart* implicit() override { return &solver_; }
  int order_used() const override { return attempt_k_ + 1; }

 private:
  // Errors count for more when orders are compared, those of a higher order most: changes must pay.
  static constexpr double bias = 3, bias_up = 5;

  void predict(double h);
  Attempt stages(double t, double h, Out y1);
  Attempt cross(double t, double h, Out y1);
  bool fails_by_first_stage();
  void estimate();
  double norm(Vec x) const { return tested_norm(x, solver_.norm().scale(), tested()); }
  double error_with(int k, Vec difference, double factor);
  double after_failure(double h, double error);
  double after_success(double h);
  bool settled(int equal) const { return equal > attempt_k_ + 1; }  // the differences know this step size
  bool deciding() const { return settled(attempt_equal_) || starting_ || attempt_k_ < least_; }
  double choose(double h);
  void keep_guesses();
  void scale_guesses(double factor);

  int n_, least_, most_, allowed_ = most_;
  StageSolver solver_;
  double end_ = 0;  // of the attempted step
  // Velocities of an index-3 mechanism are not tested, unlike in the BDF: what a change of the step size
  // leaves in them normal to the constraints is not filtered out by a matrix that belongs to another step
  // size.
  InterpolationTest interpolation_;
  double strictness_, newton_strictness_;
  bool index_1_;
  std::vector<MebdfFormula> formulas_;  // by k
  Differences past_;

  std::vector<double> value_, slope_, value_2_, slope_2_;  // Q and Q' at t_{n+1}, t_{n+2}
  std::vector<double> base_slope_, e1_, e2_, e3_, old_e_, change_, raw_, work_, errors_;
  // e₁ − e₃ and e₂ − (k+3) e₃ of the last step: what the formulas err by, where the next iterations begin.
  std::vector<double> offset_1_, offset_2_;
  bool guessed_ = false;         // are they there?
  bool constant_steps_ = false;  // then no step may fail
  bool hopeless_ = false;        // the attempted step, by its first stage
  bool plain_ = false;           // without stage 2, the step is that of stage 1

  int constant_k_ = 0;  // that error_constant_ was made for
  int k_ = 1, attempt_k_ = 1, degree_ = 1, old_k_ = 0;
  int equal_steps_ = 0, attempt_equal_ = 0;  // with this step size and order, up to now
  double h_ = 0, old_h_ = 0, error_constant_ = 0;
  bool starting_ = true;
  bool failed_ = false;  // some step since the start
  int failures_ = 0;     // in a row
  double error_ = 0;     // of this order
};

}  // namespace trammel::integrate

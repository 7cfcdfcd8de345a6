// integrate/methods/bdf.hpp: backward differentiation with variable step and order, in fixed leading
// coefficient form, for F(t, y, y') = 0. [BCP96, 5.2; JS80]
//
// The history is kept as modified divided differences φ_1 .. φ_{k+1} with φ_1 = y_n. With ψ_i the distance to
// the i-th point back, φ*_i = β_i φ_i, and the predictor is
//
//   y⁰ = Σ φ*_i,   y'⁰ = Σ γ_i φ*_i,                                                                  (1)
//   F(t, y, y'⁰ + c (y − y⁰)) = 0,   c = (1 + 1/2 + .. + 1/k)/h,                                      (2)
//
// and e = y − y⁰, seen through the equations (error_filter.hpp), gives all error estimates. Nothing of the
// history is overwritten before a step is accepted, so a failed step needs no repair. bdf.cpp makes steps,
// bdf_order.cpp chooses their size and order.
#pragma once

#include <array>

#include "integrate/careful_newton.hpp"
#include "integrate/error_filter.hpp"
#include "integrate/interpolation_test.hpp"
#include "integrate/iteration_matrix.hpp"
#include "integrate/newton.hpp"

namespace trammel::integrate {

class Bdf final : public Stepper {
 public:
  static constexpr int highest = 6;
  Bdf(Instance& instance, int highest_order);

  int size() const override { return n_; }
  void restart(double t, Vec y, Vec slope) override;
  void set_scale(Vec scale) override { norm_.set_scale(scale); }
  void set_tolerance(double rtol) override { careful_.set_tolerance(rtol); }
  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override;
  std::span<const char> tested() const override { return filter_.tested(); }
  void accepted(double t, Vec y, bool moved) override;
  double next_step(double h, double error) override;
  void polynomial(Vec theta, Out values) override;
  void end_slope(Out slope) const override;
  // What Newton leaves of an unknown that followed from a constraint is divided by h once it is integrated.
  void equations_changed() override {
    factored_leading_ = 0;
    watch_.set_enough(0.01);
  }
  Attempt slope(double t, Vec y, Out yp) override;
  Attempt verify(double t, Vec y) override;
  Trouble trouble() const override;

 private:
  using Columns = std::vector<double>;  // φ by columns
  static constexpr int most = highest + 2;

  void set_coefficients(double h);
  void predict(double h);
  Attempt correct(double t, double h, Out y1);
  Attempt iterate(double t, double h, Out y1);
  Attempt cross(double t, double h, Out y1);
  Attempt factor(double t, double h);
  void estimate(Out error);
  double accumulation() const;
  double error_of(Vec difference);
  double after_failure(double h, double error);
  double after_success(double h);
  bool lower_is_better(int k);
  bool only_noise(int k);
  Out column(Columns& phi, int i) const { return Out(phi).subspan(static_cast<std::size_t>(i) * n_, n_); }
  Vec column(const Columns& phi, int i) const {
    return Vec(phi).subspan(static_cast<std::size_t>(i) * n_, n_);
  }

  Linearization model_;
  int n_, most_order_;
  LevelScaling scaling_;
  RealBlock matrix_;
  NewtonNorm norm_;
  DasslWatch watch_;
  CarefulNewton careful_;
  Obstacle obstacle_;
  double end_ = 0;         // of the attempted step
  bool crossing_ = false;  // past an obstacle
  ErrorFilter filter_;
  InterpolationTest interpolation_;

  Columns phi_, next_phi_;  // accepted; after the attempt
  std::vector<double> predicted_, slope_, predicted_slope_, e_, old_e_, work_, start_slope_;
  std::array<double, most> psi_{}, next_psi_{}, alpha_{}, beta_{}, sigma_{}, gamma_{};
  double leading_ = 0, error_constant_ = 0;  // c h of (2), and what e is multiplied by in the error test
  double factored_leading_ = 0, last_leading_ = 0;  // c of the matrix (0: none); of the last attempt
  bool matrix_fresh_ = false;
  int age_ = 0;  // of the matrix, in accepted steps

  int order_ = 1, old_order_ = 0, attempt_order_ = 1;
  int equal_steps_ = 0, attempt_equal_ = 0;  // with this step size and order, up to now
  double old_h_ = 0, h_ = 0, round_off_ = 0, least_change_ = 0;
  int level_ = 1;        // the deepest of an unknown
  bool failed_ = false;  // some step since the start
  bool deeper_ = false;  // some unknowns follow from constraints that the structure hides
  bool first_ = true, starting_ = true, old_e_known_ = false, pending_ = false;
  int failures_ = 0;    // in a row
  long steps_ = 0;      // accepted
  double error_k_ = 0;  // norm of the term of this order
};

}  // namespace trammel::integrate

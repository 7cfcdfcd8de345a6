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

#include "integrate/interpolation_test.hpp"
#include "integrate/stage_solver.hpp"

namespace trammel::integrate {

class Bdf final : public Stepper {
 public:
  static constexpr int highest = 6;
  Bdf(Instance& instance, int highest_order);

  void begin(const Begin& start) override;
  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override;
  void accepted(const Accepted& step) override;
  double next_step(double h, double error) override;
  void polynomial(Vec theta, Out values) override;
  void end_slope(Out slope) const override;
  ImplicitPart* implicit() override { return &solver_; }
  int order_used() const override { return attempt_order_; }

 private:
  using Columns = std::vector<double>;  // φ by columns
  static constexpr int most = highest + 2;

  void set_coefficients(double h);
  void predict(double h);
  void estimate(Out error);
  double error_of(Vec difference);
  double after_failure(double h, double error);
  double after_success(double h);
  bool lower_is_better(int k);
  bool only_noise(int k);
  Out column(Columns& phi, int i) const { return Out(phi).subspan(static_cast<std::size_t>(i) * n_, n_); }
  Vec column(const Columns& phi, int i) const {
    return Vec(phi).subspan(static_cast<std::size_t>(i) * n_, n_);
  }

  int n_, most_order_, allowed_order_ = most_order_;
  StageSolver solver_;
  double end_ = 0;  // of the attempted step
  InterpolationTest interpolation_;

  Columns phi_, next_phi_;  // accepted; after the attempt
  std::vector<double> predicted_, predicted_slope_, e_, old_e_, change_, work_, start_slope_;
  std::array<double, most> psi_{}, next_psi_{}, alpha_{}, beta_{}, sigma_{}, gamma_{};
  double leading_ = 0, error_constant_ = 0;  // c h of (2), and what e is multiplied by in the error test

  int order_ = 1, old_order_ = 0, attempt_order_ = 1;
  int equal_steps_ = 0, attempt_equal_ = 0;  // with this step size and order, up to now
  double old_h_ = 0, h_ = 0;
  int level_ = 1;        // the deepest of an unknown
  bool failed_ = false;  // some step since the start
  bool given_steps_ = false;
  bool first_ = true, starting_ = true, old_e_known_ = false;
  int failures_ = 0;    // in a row
  long steps_ = 0;      // accepted
  double error_k_ = 0;  // norm of the term of this order
};

}  // namespace trammel::integrate

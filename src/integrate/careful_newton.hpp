// integrate/careful_newton.hpp: Newton's iteration for equations with kinks and edges, where the simplified
// one cannot be helped by smaller steps.
//
// Where an algebraic equation has a kink (a transistor that switches on, a valve that opens), the matrix of
// one side may send the iterate to the other side and that of the other side back, however small the step.
// Here every iteration has the matrix of its own point (semismooth Newton [QS93]), and a step is halved until
// the simplified correction that follows it is shorter (the natural monotonicity test [Deu04, 3.1.4]), which
// also keeps iterates off points where an equation has no value.
#pragma once

#include <vector>

#include "integrate/iteration_matrix.hpp"
#include "integrate/jumps.hpp"
#include "integrate/newton.hpp"

namespace trammel::integrate {

class CarefulNewton {
 public:
  CarefulNewton(Linearization& model, RealBlock& matrix, const NewtonNorm& norm);
  void set_tolerance(double rtol) { rounding_ = 1000 * std::numeric_limits<double>::epsilon() / rtol; }
  // F(t, base + e, base_slope + c e) = 0 from the e that is there. Leaves the factors of the last iteration.
  Attempt solve(double t, double c, Vec base, Vec base_slope, const LevelScaling& scaling, Out e);

 private:
  // The residual at base + e into `r_`.
  Attempt residual(double t, double c, Vec base, Vec base_slope, Vec e);
  bool shorten(double t, double c, Vec base, Vec base_slope, const LevelScaling& scaling, double size, Out e);

  Linearization& model_;
  RealBlock& matrix_;
  const NewtonNorm& norm_;
  double rounding_ = 0, next_size_ = 0;
  bool full_step_ = false;
  std::vector<double> y_, slope_, r_, correction_, trial_, next_;
};

}  // namespace trammel::integrate

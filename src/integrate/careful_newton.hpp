// integrate/careful_newton.hpp: Newton's iteration for equations with kinks and edges, where the simplified
// one cannot be helped by smaller steps.
//
// Where an algebraic equation has a kink (a transistor that switches on, a valve that opens), the matrix of
// one side may send the iterate to the other side and that of the other side back, however small the step.
// Here every iteration has the matrix of its own point (semismooth Newton [QS93]), and a step is halved until
// the simplified correction that follows it is shorter (the natural monotonicity test [Deu04, 3.1.4]), which
// also keeps iterates off points where an equation has no value.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "integrate/iteration_matrix.hpp"
#include "integrate/newton.hpp"

namespace trammel::integrate {

// Counts the steps that no iteration solved, until one has got past the point where they failed. Smaller
// steps that end before a kink do succeed, and would go on approaching it for ever.
class Obstacle {
 public:
  void forget() {
    count_ = 0;
    t_ = std::numeric_limits<double>::infinity();
  }
  // t: how far the step would have looked. The obstacle stands before the nearest of them: longer steps that
  // are tried now and then, and fail while shorter ones get on, meet none.
  void failed(double t) {
    ++count_;
    t_ = std::min(t_, t);
  }
  void accepted(double t) {
    if (t >= t_) forget();
  }
  bool stands() const { return count_ >= most; }

 private:
  static constexpr int most = 6;
  int count_ = 0;
  double t_ = std::numeric_limits<double>::infinity();
};

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

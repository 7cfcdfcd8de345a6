// integrate/methods/projected_gauss_dense.hpp: between the steps of projected Gauss methods.
//
// The collocation polynomial u has an error of O(h^(s+1)) inside a step, and does not end where the
// projection has put the step. Three polynomials, each from the one before:
//
// 1. u at the inner Lobatto points, zeros of ∫₀^θ Π(τ - c_i) dτ, where its error along the constraints is
//    O(h^(s+2)); what is left across them is projected away, along the matrix of the end. With values and
//    slopes of both ends: O(h^(s+2)) everywhere.
// 2. x^(m) and y of that at a few points of the step, from the equations. With the ends: y.
// 3. The highest states from the x^(m) of 2 and both ends; the lower ones from their slopes in the same way:
//    O(h^(s+3)), O(h^(s+2)) for y (2 if s = 1), and never more than the 2s of the ends.
#pragma once

#include <vector>

#include "integrate/collocation_rule.hpp"
#include "integrate/methods/constrained.hpp"
#include "integrate/mixed_interpolation.hpp"

namespace trammel::integrate {

class ProjectedGaussDense {
 public:
  ProjectedGaussDense(const Constrained& shape, const CollocationRule& rule);
  static int degree(int stages);

  // What is known of a step: both ends with their highest derivatives, and the stages.
  struct Step {
    double t, h;
    Vec y0, top0, y1, top1;
    const std::vector<std::vector<double>>& X;
  };
  // False if some point inside the step has no solution. Leaves other factors in `system`, which must not be
  // the run's own.
  bool prepare(Constrained& system, const Step& step);
  void operator()(double theta, const Step& step, Out y);

 private:
  struct Point {  // inside the step: a state, and what the equations say there
    double theta;
    std::vector<double> state, top, y, highest;  // highest: of the states, by the last polynomial
  };
  void collocation_at(Point& point, const Step& step);
  void first_at(Point& point, const Step& step);
  void highest_at(double theta, const Step& step, Out x);

  const CollocationRule& rule_;
  int nx_, ny_, m_, d_;
  std::vector<Point> lobatto_, inside_;
  MixedInterpolation first_, states_, multipliers_;
  std::vector<double> weight_, end_top_, end_y_;
};

}  // namespace trammel::integrate

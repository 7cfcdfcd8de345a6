// certify/sensitivity.hpp: how much small changes grow along a run.
//
// One random tangent vector is carried along by implicit Euler steps for the linearized equations as written,
//   sum_k F_x(k) w(k) = 0,  w(k) at the end = (w(k-1) at the end - w(k-1) at the beginning)/h,
// at a sample of the accepted points. At each of them the equations are frozen for some steps, the rate of
// growth is read off, and it counts until the next one. That finds exponential growth, not its last digit.
#pragma once

#include <vector>

#include "certify/filter.hpp"

namespace trammel::certify {

class Sensitivity {
 public:
  explicit Sensitivity(Equations& equations);
  void reset();
  // h: the step that ended at t. `sizes`: per variable. A first look counts from `since` on.
  void see(double t, double h, Vec values, Vec sizes, Filter& filter, double since);
  bool begun() const { return begun_ || given_up_; }
  double amplification(double t_end) const;  // the largest from any time to any later one; 0: not known

 private:
  bool advance(double h, Vec sizes, Filter& filter);
  double norm(Vec sizes) const;
  Equations& equations_;
  std::vector<double> w_, right_, next_;  // w: per reported value that is not the highest of its variable
  bool begun_ = false, given_up_ = false;
  double t_ = 0, exponent_ = 0, largest_ = 0, rate_ = 0;
};

}  // namespace trammel::certify

// solution/trajectory.hpp: the states of one segment, between the steps too.
#pragma once

#include <vector>

#include "base/span.hpp"
#include "solution/step_polynomial.hpp"

namespace trammel::solution {

// The polynomials of all steps, as numbers only. Neighbours share the value between them.
class Trajectory {
 public:
  Trajectory(int size, int degree);

  int size() const { return size_; }
  int degree() const { return degree_; }

  void begin(double t, Vec y);
  void add(const StepPolynomial& step);  // begins where the last one ends

  int steps() const { return static_cast<int>(times_.size()) - 1; }
  const std::vector<double>& times() const { return times_; }
  Vec at_step(int i) const;
  StepPolynomial step(int i) const;    // valid as long as nothing is added
  void at(double t, Out y) const;      // t is moved into the interval
  void slope(double t, Out yp) const;  // the derivative of the polynomial there

 private:
  int step_at(double t) const;
  int size_, degree_;
  std::vector<double> times_, values_;
};

}  // namespace trammel::solution

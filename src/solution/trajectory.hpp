// solution/trajectory.hpp: the states of one segment, between the steps too.
#pragma once

#include <vector>

#include "base/span.hpp"

namespace trammel::solution {

// In each step a polynomial of the method's own degree, kept by its values at Chebyshev points: numbers only,
// whatever the method. Both ends of a step are points, so the curve passes through what the driver accepted.
class Trajectory {
 public:
  Trajectory(int size, int degree);

  int size() const { return size_; }
  int degree() const { return degree_; }
  const std::vector<double>& points() const { return points_; }  // in [0, 1], degree + 1 of them

  void begin(double t, Vec y);
  // A step to t: values at the inner points, one after the other, then at the end.
  void add_step(double t, Vec inner, Vec end);

  int steps() const { return static_cast<int>(times_.size()) - 1; }
  const std::vector<double>& times() const { return times_; }
  Vec at_step(int i) const;
  void at(double t, Out y) const;      // t is moved into the interval
  void slope(double t, Out yp) const;  // the derivative of the polynomial there

 private:
  int step_at(double t) const;
  const double* values_of(int step) const {
    return values_.data() + static_cast<std::size_t>(step) * degree_ * size_;
  }
  int size_, degree_;
  std::vector<double> points_, weights_, times_, values_;
};

}  // namespace trammel::solution

// solution/step_polynomial.hpp: one accepted step as a polynomial.
//
// Whatever method made the step, it is published as the values of a polynomial at the Chebyshev points of the
// step. Both ends are points, so the curve passes through what was accepted. Output, trajectories, events and
// certificates read this and its exact derivative, and nothing else of a method.
#pragma once

#include <span>
#include <vector>

#include "base/span.hpp"

namespace trammel::solution {

// Chebyshev points of the second kind on [0, 1] and their barycentric weights. [BT04]
struct ChebyshevGrid {
  static constexpr int most = 16;  // degrees
  explicit ChebyshevGrid(int degree);
  std::vector<double> points, weights;
};
const ChebyshevGrid& chebyshev_grid(int degree);  // 1 to most; the same object at every call

// A view of numbers that somebody else keeps: the driver until its next step, a Trajectory for good.
class StepPolynomial {
 public:
  // values: the states at the degree + 1 points, one after the other.
  StepPolynomial(double from, double to, int degree, Vec values)
      : from_(from), to_(to), degree_(degree), values_(values) {}

  double from() const { return from_; }
  double to() const { return to_; }
  double length() const { return to_ - from_; }
  int degree() const { return degree_; }
  int size() const { return static_cast<int>(values_.size()) / (degree_ + 1); }  // of the state
  Vec values() const { return values_; }
  Vec value(int point) const { return values_.subspan(static_cast<std::size_t>(point) * size(), size()); }

  void at(double t, Out y) const;      // t is moved into the step
  void slope(double t, Out yp) const;  // the derivative of the polynomial there

 private:
  double theta(double t) const;
  double from_, to_;
  int degree_;
  Vec values_;
};

}  // namespace trammel::solution

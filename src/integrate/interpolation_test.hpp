// integrate/interpolation_test.hpp: algebraic unknowns in the error test.
//
// Algebraic unknowns of index 1 follow the others exactly at the ends of steps; between them they are read
// from the polynomial of the method. One that follows time alone would be read wrong after a large step
// without any other unknown noticing. So the error of their polynomial is tested, too, above what rounding
// leaves.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "integrate/method.hpp"

namespace trammel::integrate {

class InterpolationTest {
 public:
  explicit InterpolationTest(const system::Residual& equations) {
    for (int j = 0; j < equations.size(); ++j)
      if (equations.level(j) <= 1 && equations.top(j) == 0) algebraic_.push_back(j);
  }
  const std::vector<int>& unknowns() const { return algebraic_; }
  void accepted() { size_ = 0; }

  // Puts the interpolation error `raw` of the algebraic unknowns in place of `error` where it is larger. One
  // that does not shrink with the step is none: an unknown that jumps, or one that stands off its equation.
  void apply(double h, Vec raw, Vec y, Vec scale, Out error) {
    if (algebraic_.empty()) return;
    double largest = 0, size = 0;
    for (const double value : y) largest = std::max(largest, std::fabs(value));
    const double rounding = 100 * std::numeric_limits<double>::epsilon() * largest;
    for (const int j : algebraic_) size = std::max(size, (std::fabs(raw[j]) - rounding) / scale[j]);
    const bool jumps = size_ > 0 && h < h_ && size > std::sqrt(h / h_) * size_;
    size_ = size;
    h_ = h;
    if (jumps) return;
    for (const int j : algebraic_)
      if (const double above = std::fabs(raw[j]) - rounding; above > std::fabs(error[j])) error[j] = above;
  }

 private:
  std::vector<int> algebraic_;
  double h_ = 0, size_ = 0;  // of the last try from this point
};

}  // namespace trammel::integrate

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
#include <utility>
#include <vector>

#include "integrate/method.hpp"

namespace trammel::integrate {

class InterpolationTest {
 public:
  // `others`: how much the same error of unknowns with derivatives counts. Where constraints determine them
  // altogether (u = q(t), u' = y), no error of theirs lives on, and y would be read from steps of any size. A
  // tenth leaves the step size to the error estimate proper wherever that sees them; a third of it, or three times,
  // changes the work of other models by 0.6 % at most (docs/constants.md).
  explicit InterpolationTest(const system::Residual& equations, double others = 0.1) {
    unknowns_.reserve(static_cast<std::size_t>(equations.size()));
    weight_.reserve(static_cast<std::size_t>(equations.size()));
    for (int j = 0; j < equations.size(); ++j)
      if (equations.tested(j)) {
        unknowns_.push_back(j);
        weight_.push_back(equations.top(j) == 0 ? 1 : others);
      }
  }
  const std::vector<int>& unknowns() const { return unknowns_; }
  void forget() { size_ = 0; }  // a new point, or another formula: its error is no sign of a jump

  // Puts the interpolation error `raw` in place of `error` where it is larger. One that does not shrink with
  // the step is none: an unknown that jumps, or one that stands off its equation. `of_terms(own)` tells, where it
  // matters, how much of each unknown is rounding of the terms of its equations (rounding.hpp).
  template <class OfTerms>
  void apply(double h, Vec raw, Vec y, Vec scale, Out error, OfTerms&& of_terms) {
    if (unknowns_.empty()) return;
    double largest = 0, in_units = 0, size = 0;
    for (std::size_t j = 0; j < y.size(); ++j) {
      largest = std::max(largest, std::fabs(y[j]));
      in_units = std::max(in_units, std::fabs(y[j]) / scale[j]);
    }
    // Of differences of values of this size. 100 is DASSL's [BCP96, 5.2.2]. An unknown may be what a larger
    // one leaves of a sum, and has the rounding of that. Other unknowns have other units: where the largest
    // number would explain more than is nothing beside the tolerance, the equations of the unknown are asked.
    constexpr double most = 10, nothing = 0.1;
    const double digits = 100 * std::numeric_limits<double>::epsilon();
    bool asked = false;
    const auto rounding = [&](int j) {
      double terms = digits * largest / scale[j];
      if (terms > nothing && weighs(raw, scale, j, digits * in_units)) {
        if (!std::exchange(asked, true)) {
          own_.resize(y.size());
          of_terms(Out(own_));
        }
        terms = std::min(terms, 100 * std::fabs(own_[static_cast<std::size_t>(j)]) / scale[j]);
      }
      return std::max(digits * in_units, std::min(terms, most));
    };
    for (std::size_t i = 0; i < unknowns_.size(); ++i) {
      const int j = unknowns_[i];
      size = std::max(size, weight_[i] * std::fabs(raw[j]) / scale[j] - rounding(j));
    }
    // An error of interpolation falls at least like h. Half that exponent tells it from one that does not
    // fall.
    const bool jumps = size_ > 0 && h < h_ && size > std::sqrt(h / h_) * size_;
    size_ = size;
    h_ = h;
    if (!jumps) enlarge(raw, error, [&](int j) { return rounding(j) * scale[j]; });
  }
  // Where nothing is known of the equations.
  void apply(double h, Vec raw, Vec y, Vec scale, Out error) {
    apply(h, raw, y, scale, error, [](Out own) { std::ranges::fill(own, INFINITY); });
  }
  void enlarge(Vec raw, Out error) const {
    enlarge(raw, error, [](int) { return 0.0; });
  }

 private:
  // More than rounding of the unknowns themselves explains.
  static bool weighs(Vec raw, Vec scale, int j, double rounding) {
    return std::fabs(raw[j]) / scale[j] > rounding;
  }
  void enlarge(Vec raw, Out error, auto&& rounding) const {
    for (std::size_t i = 0; i < unknowns_.size(); ++i) {
      const int j = unknowns_[i];
      const double above = weight_[i] * std::fabs(raw[j]) - rounding(j);
      if (above > std::fabs(error[j])) error[j] = above;
    }
  }

  std::vector<int> unknowns_;
  std::vector<double> weight_, own_;
  double h_ = 0, size_ = 0;  // of the last try from this point
};

}  // namespace trammel::integrate

// integrate/equations_between.hpp: do the equations hold between the ends of a step on a second-order form?
//
// Where friction turns round or a stop is met within a step, positions are too smooth to show it, estimates
// of their errors are wrong, and the polynomials that are published between the ends miss the equations by
// more than certificates allow. So where highest derivatives or multipliers change by much within a step, the
// equations are evaluated on its polynomial, as certificates will do, and a step that misses a share of what
// these allow is tried again, shorter. The share is a small one, because an equation as it was written may
// have smaller terms than those that were made of it.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "integrate/state_levels.hpp"
#include "linalg/sparse.hpp"

namespace trammel::integrate {

class EquationsBetween {
 public:
  // What certificates let equations miss there, of the size of their terms.
  static double allowance(double rtol) { return std::max(300 * rtol, 100 * std::pow(rtol, 0.75)); }
  EquationsBetween(system::Instance& instance, double allowed);

  // How many times as much the worst equation misses. `inside(θ, state)`: the polynomial of a step h from t on.
  using Inside = std::function<void(double theta, Out state)>;
  double missed(double t, double h, const Inside& inside);

 private:
  double worst_row(const system::Residual& equations) const;
  void add_sizes(system::Residual& equations, double t);

  static constexpr int parts = 8;  // of the step; polynomials up to this degree are differentiated exactly
  system::Instance& instance_;
  StateLevels x_;
  double allowed_;
  std::array<std::vector<double>, parts + 1> state_;
  std::vector<double> slope_, residual_, one_, terms_;
  std::vector<double> size_;  // the largest sums of terms of each equation so far
  linalg::SparseMatrix part_;
};

}  // namespace trammel::integrate

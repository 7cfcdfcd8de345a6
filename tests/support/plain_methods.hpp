// Runge-Kutta and BDF formulas as the theorems state them, at given steps, in extended precision: no error
// test, no frozen matrix, Newton's iteration to rounding. For claims that double precision cannot show.
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <vector>

namespace trammel::support {

using Real = long double;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

// F(t, y, y') = 0 with its solution; classes: indices of the unknowns that a theorem speaks of together.
struct PlainProblem {
  int n = 0;
  std::function<RealVector(Real t, const RealVector& y, const RealVector& slope)> F;
  std::function<RealVector(Real t)> exact, exact_slope;
  std::vector<std::vector<int>> classes;
};
PlainProblem plain_index_1();  // y = sin t, z = cos t
PlainProblem plain_index_2();  // y = (e^t, e^-2t), z = e^2t
// A point on the unit circle that is driven along it, φ = t + t²/4. Index 3: classes q, v, λ; with the
// constraint on velocities (index 2) or accelerations (index 1): (q, v), λ.
PlainProblem plain_circle(int index);
// x_1 = e^t, x_{i+1} = x_i': linear with constant coefficients, of index `index`, each unknown a class.
PlainProblem plain_chain(int index);

struct PlainRungeKutta {
  RealMatrix A;
  RealVector b, c;
  Real at_infinity() const;  // R(∞) = 1 − bᵀ A⁻¹ 1
  bool satisfies_B(int p) const;
  bool satisfies_C(int q) const;
  bool satisfies_D(int r) const;
};
PlainRungeKutta plain_gauss(int s);
PlainRungeKutta plain_radau_iia(int s);
PlainRungeKutta plain_radau_ia(int s);
PlainRungeKutta plain_lobatto_iiic(int s);
PlainRungeKutta plain_theta(Real theta);  // one stage at θ: R(∞) = 1 − 1/θ

// The largest error per class at t_end after n equal steps from exact values.
std::vector<Real> plain_errors(const PlainRungeKutta& method, const PlainProblem& problem, int n,
                               Real t_end = 1);
// log2 of the ratio of the errors with n and 2n steps.
std::vector<Real> plain_orders(const PlainRungeKutta& method, const PlainProblem& problem, int n,
                               Real t_end = 1);

// BDF of k steps on the points t_0 < t_1 < ..; the first k values are exact. The error per class at every
// point.
std::vector<std::vector<Real>> plain_bdf_errors(int k, const PlainProblem& problem,
                                                const std::vector<Real>& points);

}  // namespace trammel::support

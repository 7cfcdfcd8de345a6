// integrate/mebdf_formula.hpp: the coefficients of the modified extended BDF, from its order conditions.
//
// On a grid of step h, with backward differences ∇ at t_{n+1} and H_j = 1 + 1/2 + .. + 1/j,
//
//   h y'_{n+1} = Σ_{j≥1} (1/j) ∇^j y_{n+1},   h y'_{n+2} = Σ_{j≥1} H_j ∇^j y_{n+1} (1)
//
// (generating functions −log(1−x) and −log(1−x)/(1−x)). The formula with k steps and a point of the future,
//
//   Σ_{j=0..k} α_j y_{n+1-j} = h β_{k+1} y'_{n+2} + h β_k y'_{n+1},   α_0 = 1, (2)
//
// is exact for degree k+1 if the term of ∇^{k+1} cancels: β_{k+1} H_{k+1} + β_k/(k+1) = 0. [Cas83; HW96, V.3]
#pragma once

#include <array>
#include <cmath>

namespace trammel::integrate {

struct MebdfFormula {
  static constexpr int most_steps = 8;  // stable with up to 8 steps, order 9; not with 9
  int k = 1;
  double leading = 1;        // H_k: β of the BDF is 1/H_k
  double next = 0, own = 0;  // β_{k+1}, β_k
  double error = 0;          // y_{n+1} − y(t_{n+1}) in units of ∇^{k+2} y
  double bdf_error = 0;      // the same of the BDF of the first stage, in units of ∇^{k+1} y
  std::array<double, most_steps + 1> alpha{};  // of (2)

  constexpr explicit MebdfFormula(int steps) : k(steps) {
    std::array<double, most_steps + 3> harmonic{};
    for (int j = 1; j <= k + 2; ++j) harmonic[j] = harmonic[j - 1] + 1.0 / j;
    double sum = 0;
    for (int j = 1; j <= k; ++j) sum += harmonic[j];
    leading = harmonic[k];
    next = 1 / (sum - (k + 1) * harmonic[k + 1] * harmonic[k]);
    own = -(k + 1) * harmonic[k + 1] * next;
    error = next * harmonic[k + 2] + own / (k + 2);
    bdf_error = -1 / ((k + 1) * leading);
    for (int i = 1; i <= k; ++i) {
      const double a = next * harmonic[i] + own / i;
      double binomial = 1;
      for (int j = 0; j <= i; ++j) {
        alpha[j] += (j % 2 == 0 ? a : -a) * binomial;
        binomial = binomial * (i - j) / (j + 1);
      }
    }
  }
};

}  // namespace trammel::integrate

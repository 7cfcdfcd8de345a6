// analysis/units.hpp: units of variables, equations and time in which the coefficients of a Dae are near 1.
//
// With x_j in units of c_j, equation i in units of r_i and time in units of τ, ∂F_i/∂x_j^(k) becomes
// |a| c_j τ^-k / r_i; the sum of the squares of its logarithms is made as small as possible. [CR72], with one
// more unknown for the time. Derivatives need no units of their own: F_i^(l) has r_i τ^-l, x_j^(k) has
// c_j τ^-k. A model in other units gets other c, r, τ and exactly the same scaled numbers, so that ranks of
// its derivative array are the same in all units.
#pragma once

#include <vector>

namespace trammel::analysis {

struct Units {
  std::vector<double> equation, variable;  // r_i, c_j
  double time = 1;                         // τ
  double row(int i, int l) const;          // of F_i^(l)
  double column(int j, int k) const;       // of x_j^(k)
};

struct SizedDerivative {  // |∂F_i/∂x_j^(k)|
  int equation, variable, derivative;
  double size;
};
Units natural_units(int equations, int variables, const std::vector<SizedDerivative>& entries);

}  // namespace trammel::analysis

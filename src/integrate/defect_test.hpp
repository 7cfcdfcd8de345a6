// integrate/defect_test.hpp: is a step right between its ends?
//
// Where both formulas of a pair are stiffly accurate, their difference is tiny on stiff components whatever
// the step, and the polynomial between the ends may be wrong by any amount (rodas by 0.16 at a tolerance of
// 1e-6 on y' = -1e6 (y - sin t) + cos t). So the defect of the polynomial p at one point inside the step is
// tested, too. Seen through the matrix of the step,
//
//   δ = (dF/dy + 1/(hγ) dF/dy')⁻¹ F(t₀ + θh, p(θ), p'(θ)),
//
// it is the error of p itself on stiff and algebraic components, and hγ (p' − f) elsewhere. It costs one
// evaluation and one solve per step.
#pragma once

#include <cmath>

#include "integrate/iteration_matrix.hpp"

namespace trammel::integrate {

// θ: near the middle, where an error is largest, but not where its slope is zero.
inline constexpr double defect_point = 0.4;

// Puts |δ| in place of the error estimate where it is larger. `solve` applies the inverse; `work` is
// overwritten.
template <class Solve>
Attempt test_defect(Linearization& equations, double t, Vec p, Vec slope, Solve&& solve, Out work,
                    Out error) {
  if (const Attempt outcome = equations.residual(t, p, slope, work); !outcome) return outcome;
  solve(work);
  for (std::size_t i = 0; i < error.size(); ++i)
    if (const double delta = std::fabs(work[i]); delta > std::fabs(error[i])) error[i] = delta;
  return {};
}

}  // namespace trammel::integrate

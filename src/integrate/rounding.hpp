// integrate/rounding.hpp: how much a Newton iteration may move by rounding errors of the residual alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/elsewhere.hpp"
#include "integrate/iteration_matrix.hpp"
#include "integrate/newton.hpp"

namespace trammel::integrate {

// Those of the terms of its rows, eps |dF/dy + c dF/dy'| |y|, through the inverse. Where a balance
// 1 = y1 + y2 + y3 asks for less, the iteration would otherwise wander by the last digit for ever
// (Robertson's reaction at 1e-10); unknowns that follow from hidden constraints are lifted by c (the adding
// unit).
inline double rounding_of_iteration(const Linearization& model, RealBlock& matrix,
                                    const LevelScaling& scaling, const NewtonNorm& norm, double c, Vec y,
                                    Out work) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  iteration_sizes(model, c, y, work);
  for (std::size_t i = 0; i < work.size(); ++i) work[i] *= (i & 2) != 0 ? -eps : eps;  // or rows would cancel
  matrix.solve(scaling, work);
  return 2 * norm(work);
}

// What that makes of each unknown; `solve` multiplies by the inverse of dF/dy + c dF/dy'.
template <class Solve>
void rounding_of_unknowns(const Linearization& model, double c, Vec y, Solve&& solve, Out result) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  iteration_sizes(model, c, y, result);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] *= (i & 2) != 0 ? -eps : eps;
  solve(result);
}

}  // namespace trammel::integrate

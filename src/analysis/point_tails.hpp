// analysis/point_tails.hpp: what is only computed from the rest of a point, and decides about nothing.
//
// y = f(x), where y stands nowhere else, needs no search: it is evaluated once x is known. A search that
// takes it along stumbles over it where f jumps, as the angle of a phasor does that is 0 up to rounding.
#pragma once

#include <vector>

#include "analysis/point.hpp"
#include "linalg/sparse.hpp"

namespace trammel::analysis {

struct Tail {
  std::size_t row, column;
  double sign;  // the residual is sign·(y − f)
};

// Also what is computed from those, and so on.
std::vector<Tail> find_tails(const PointProblem& problem, const linalg::Pattern& pattern);
void compute_tails(const std::vector<Tail>& tails, Numbers& numbers, double t, std::vector<double>& x);

}  // namespace trammel::analysis

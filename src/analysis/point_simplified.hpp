// analysis/point_simplified.hpp: homotopy(actual, simplified) where a point is looked for [MLS36, 3.7.4.2].
//
// The simplified equations have one solution that is easy to find. From there the equations go over to the actual ones
// in pieces, and the solution with them: it chooses among the solutions of the actual equations.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "analysis/point.hpp"

namespace trammel::analysis {

// `look`: a point of the problem with so much of the simplified arguments, 1 to 0; or none.
using LookSimplified = std::function<std::optional<std::vector<double>>(const PointProblem&, double)>;

// With the guesses to which that way leads; as it is if it leads nowhere. Values that the user gave for states stay.
PointProblem led_from_simplified(const PointProblem& problem, const LookSimplified& look);

}  // namespace trammel::analysis

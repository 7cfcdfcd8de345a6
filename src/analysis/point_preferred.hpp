// analysis/point_preferred.hpp: a start at which preferred values are met as far as they can be.
//
// Preferred values come before guesses, and those of positions before those of velocities, and these before those of
// what is no state: level by level, what is preferred there comes as near to its wish as the conditions and the levels
// before it allow, and guesses have no weight until all of that is decided. A weighted sum of all distances would move
// a value of 1442 towards the guess 0 of another one.
#pragma once

#include <vector>

#include "analysis/gauss_newton.hpp"
#include "analysis/point.hpp"

namespace trammel::analysis {

// From a solution x to another one. `newton.mobility` is what it was found with, and is left changed. `satisfied`: the
// error of a solution.
void prefer(const PointProblem& problem, const std::vector<double>& wish, GaussNewton& newton,
            std::vector<double>& x, double satisfied);

}  // namespace trammel::analysis

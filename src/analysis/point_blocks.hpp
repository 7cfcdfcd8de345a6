// analysis/point_blocks.hpp: a point problem solved block after block, where Newton's method on all of it
// fails.
#pragma once

#include <vector>

#include "analysis/numbers.hpp"
#include "analysis/point.hpp"

namespace trammel::analysis {

// Guesses are determined rather than preferred values, and what no condition needs stays as it is. x: where
// to begin, then the point; false: not found. Conditions that are not active are left out.
bool solve_by_blocks(const PointProblem& problem, Numbers& numbers, Vec parameters,
                     const std::vector<char>& active, std::vector<double>& x);

}  // namespace trammel::analysis

// system/symmetry.hpp: whether a matrix of formulas is symmetric once its rows are put in the right order and
// multiplied by constants. A user who writes x'' = -lambda x and x² + y² = 1 does not think of B = Gᵀ/2.
#pragma once

#include <span>

#include "expr/derivative.hpp"
#include "linalg/solver.hpp"

namespace trammel::system {

// Empty if it is not symmetric, or if no order was found; compares formulas, never numbers at a point.
linalg::Symmetry find_symmetry(const expr::Graph& graph, std::span<const expr::Entry> entries, int n);

}  // namespace trammel::system

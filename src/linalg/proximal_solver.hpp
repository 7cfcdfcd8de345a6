// linalg/proximal_solver.hpp: A x = b with equations that follow from others, sparse. Internal to this room.
//
//   | ε  Aᵀ | |x|   |0|
//   | A  -ε | |y| = |b|   in scales in which the entries of A are near 1,
//
// is quasi-definite, so regular whatever the rank of A is, and its x is that of least norm up to ε²/(ε² + σ²) in
// the direction of a singular value σ. Repeated with the residuals as right-hand sides (proximal steps from y = 0)
// it loses that factor each time: two or three steps are exact to rounding. No rank is decided for that. [BGS88]
#pragma once

#include <memory>

#include "linalg/solver.hpp"

namespace trammel::linalg {

// `dependent`: of so many equations the pivots are left out where solvers are asked how near to singular they are.
std::unique_ptr<LinearSolver> make_proximal(std::shared_ptr<const Pattern> pattern, int dependent);
// The pivot of a KLU solver that has `below` smaller ones; rows and columns as they were given. NaN: it is another
// solver, or has none.
double pivot_from_below(LinearSolver& solver, int below);

}  // namespace trammel::linalg

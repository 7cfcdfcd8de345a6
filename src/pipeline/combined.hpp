// pipeline/combined.hpp: constraints that stand for others, too.
#pragma once

#include <Eigen/Core>
#include <unordered_map>
#include <vector>

#include "model/dae.hpp"

namespace trammel::pipeline {

// Constraints of which some are left out because they follow from the rest here. Rows of their Jacobian J, in units
// in which they are all of length one, say how: J_l = Σ_k Y_lk J_k. The rest becomes g_k + Σ_l Y_lk g_l,
// which is what the smallest multipliers act along. A part of the constraints alone may lose rank elsewhere
// while the whole does not; these do so only where the whole has turned by a right angle. `equations`: of the
// Dae, as the rows of J; `left`: some of them.
void combine(model::Dae& dae, const std::vector<int>& equations, const std::vector<int>& left,
             Eigen::MatrixXd J);

// Rows of forces over the square root of the inertia that they act on: the largest derivative by a leaf that is a
// derivative itself (`leaves`: the columns). Rows without one are divided as the heaviest.
Eigen::MatrixXd by_inertia(Eigen::MatrixXd J, const expr::Graph& graph,
                           const std::vector<expr::Expr>& leaves);

// Sizes of variables by their start values (analysis/scales.hpp), per id.
std::unordered_map<int, double> start_sizes(const model::Problem& problem, double t);

}  // namespace trammel::pipeline

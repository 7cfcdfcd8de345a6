// formulation/choices.hpp: the run-time choices of a minimal extension: which variable follows from which
// constraint. Internal to this room.
#pragma once

#include <vector>

#include "formulation/formulation.hpp"

namespace trammel::formulation {

// The parameters π_ij, one for each variable j of each constraint i, with coefficients in the unknowns of the
// Dae before; they are added to `dae`.
std::vector<model::Selection> add_selections(Dae& dae, const Dae& before, const Diagnosis& found);

// Σ_i π_ij over the constraints that have this many levels: 1 if one of them chose variable j. None: 0.
expr::Expr chosen(expr::Graph& graph, const std::vector<model::Selection>& selections, int variable,
                  int below);

// (1 - sum) value
expr::Expr not_chosen(expr::Graph& graph, expr::Expr sum, expr::Expr value);

}  // namespace trammel::formulation

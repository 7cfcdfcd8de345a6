// formulation/regularize_definite.hpp: what matrices made of formulas are like: whether columns are multiples of
// rows, by form; whether they are semidefinite, by numbers at sample points.
#pragma once

#include <optional>
#include <vector>

#include "expr/graph.hpp"
#include "model/dae.hpp"

namespace trammel::formulation {

struct MatrixEntry {
  int row = 0, column = 0;
  expr::Expr value = {};
};
using Matrix = std::vector<MatrixEntry>;

enum class Definite {
  positive,  // symmetric, no eigenvalue below zero
  negative,  // likewise, none above
  neither,
  unknown  // no sample point gave numbers
};

// Of a square matrix of this size.
Definite definite(const model::Dae& dae, const Matrix& M, int size);
// Of G M⁻¹ B D⁻¹, D diagonal; `unknown` also where M is singular.
Definite definite(const model::Dae& dae, const Matrix& M, const Matrix& B, const Matrix& G,
                  const std::vector<double>& D, int size);

// The constant by which the terms of g, in some order, give those of b.
std::optional<double> common_factor(expr::Graph& graph, const std::vector<expr::Expr>& g,
                                    const std::vector<expr::Expr>& b);

}  // namespace trammel::formulation

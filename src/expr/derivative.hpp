// expr/derivative.hpp: exact partial derivatives of many expressions with respect to many leaves.
#pragma once

#include <span>
#include <vector>

#include "expr/graph.hpp"

namespace trammel::expr {

struct Entry {  // ∂ row / ∂ leaf, structurally not zero
  int row, column;
  Expr value;
};

// All entries that are not structurally zero, sorted by row, then column. One reverse sweep per row, so a row
// costs its own size whatever its number of leaves. (One partial derivative at a time would be quadratic.)
//
// Choices are differentiated entry by entry: ∂ select(c, a, b) = select(c, ∂a, ∂b), because a masked product
// c·∂a is NaN where the branch that was not chosen has no derivative. min and max are such choices too.
std::vector<Entry> jacobian(Graph& graph, std::span<const Expr> rows, std::span<const Expr> leaves);

// The row of ∂f/∂leaves, dense: structural zeros are the constant 0.
std::vector<Expr> gradient(Graph& graph, Expr f, std::span<const Expr> leaves);

// Are all these derivatives free of time and symbols, by form? (They may hold parameters.)
bool constant_derivatives(Graph& graph, std::span<const Expr> rows, std::span<const Expr> leaves);

}  // namespace trammel::expr

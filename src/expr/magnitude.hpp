// expr/magnitude.hpp: how large an equation is: the sum of the absolute values of its terms.
//
// Terms are the summands at the top of an expression. A factor without symbols is multiplied out, so that
// G*(u - v) - i and (u - v) - R*i are measured alike; an expression that is one product of sums, 5*(x - y),
// is measured factor by factor, because its value alone is zero wherever the equation holds.
#pragma once

#include <span>
#include <vector>

#include "expr/graph.hpp"

namespace trammel::expr {

// One expression per row: Σ |terms|. The graph grows by them.
std::vector<Expr> magnitudes(Graph& graph, std::span<const Expr> rows);

}  // namespace trammel::expr

// analysis/definitions.hpp: equations with auxiliary variables seen through.
#pragma once

#include <vector>

#include "expr/graph.hpp"

namespace trammel::analysis {

// Where a row is `a = e` (a by itself, with a constant factor), no row has a derivative of a, and e knows no second
// derivative, a is replaced by e in all other rows, and the row becomes the constant 0.
std::vector<expr::Expr> without_definitions(expr::Graph& graph, std::vector<expr::Expr> rows);

}  // namespace trammel::analysis

// expr/polynomial.hpp: an expression as a sum of products, so that equal terms meet and cancel.
//
// For printing what a computation made: the graph itself never rearranges what a user wrote.
#pragma once

#include "expr/graph.hpp"

namespace trammel::expr {

// e with sums and products multiplied out and equal terms collected; other operations are atoms whose
// arguments stay as they are. Terms below `smallest` times the largest coefficient are dropped. An expression
// with too many terms is returned as it is.
Expr collected(Graph& graph, Expr e, double smallest = 1e-12);

}  // namespace trammel::expr

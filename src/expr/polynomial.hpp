// expr/polynomial.hpp: an expression as a sum of products, so that equal terms meet and cancel.
//
// For printing what a computation made: the graph itself never rearranges what a user wrote.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "expr/graph.hpp"

namespace trammel::expr {

// Numbers of atoms, sorted, repeated by their powers; and coefficients of such products.
using Monomial = std::vector<std::uint32_t>;
using Polynomial = std::map<Monomial, double>;

// e with sums and products multiplied out; what is neither is an atom. None if there are too many terms.
std::optional<Polynomial> multiplied_out(Graph& graph, Expr e);
Expr written_out(Graph& graph, const Polynomial& polynomial);  // as an expression again

// e with sums and products multiplied out and equal terms collected; other operations are atoms whose
// arguments stay as they are. Terms below `smallest` times the largest coefficient are dropped. An expression
// with too many terms is returned as it is.
Expr collected(Graph& graph, Expr e, double smallest = 1e-12);

// e, or zero if all its terms cancel up to the rounding of their coefficients: 1.2*x - 1.8*((2/3)*x) says
// nothing about x.
Expr without_rounding(Graph& graph, Expr e);

}  // namespace trammel::expr

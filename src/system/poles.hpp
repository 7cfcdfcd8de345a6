// system/poles.hpp: where formulas divide by something that may become zero.
#pragma once

#include <span>
#include <vector>

#include "expr/graph.hpp"

namespace trammel::system {

// A factor of a denominator that may change its sign, and the row in which it was met first.
struct Pole {
  std::size_t row = 0;
  expr::Expr denominator;
};

// Of all quotients and negative powers in the rows. What depends on other leaves than those that `known` has
// (parameters and constants apart) is left out, and so is what cannot be negative by its form: a sum of
// squares, or a root, which has no value behind its zero anyway. Branches of choices are left out, too: the
// other branch is often taken just where a denominator vanishes.
std::vector<Pole> find_poles(const expr::Graph& graph, std::span<const expr::Expr> rows,
                             std::span<const expr::Expr> known);

}  // namespace trammel::system

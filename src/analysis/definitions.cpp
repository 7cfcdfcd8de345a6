#include "analysis/definitions.hpp"

#include <algorithm>
#include <set>

#include "expr/derivative.hpp"
#include "expr/query.hpp"

namespace trammel::analysis {
namespace {

using expr::Expr;
using expr::Op;

std::vector<Expr> symbols_in(const expr::Graph& graph, Expr e) {
  std::vector<Expr> all = expr::leaves(graph, e);
  std::erase_if(all, [&](Expr leaf) { return graph.op(leaf) != Op::symbol; });
  return all;
}

}  // namespace

std::vector<Expr> without_definitions(expr::Graph& graph, std::vector<Expr> rows) {
  std::set<int> moving;
  for (const Expr row : rows)
    for (const Expr leaf : symbols_in(graph, row))
      if (graph.derivative(leaf) > 0) moving.insert(graph.index(leaf));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::vector<Expr> in = symbols_in(graph, rows[k]);
    if (std::ranges::any_of(in, [&](Expr leaf) { return graph.derivative(leaf) > 1; })) continue;
    for (const Expr leaf : in) {
      if (moving.contains(graph.index(leaf))) continue;
      const Expr slope = expr::gradient(graph, rows[k], std::span(&leaf, 1))[0];
      if (!graph.is_constant(slope) || graph.value(slope) == 0) continue;
      const Expr rest = expr::substitute(graph, std::span(&rows[k], 1), {{leaf.id, graph.constant(0)}})[0];
      const Expr value = graph.apply(Op::div, rest, graph.constant(-graph.value(slope)));
      rows[k] = graph.constant(0);
      rows = expr::substitute(graph, rows, {{leaf.id, value}});
      break;
    }
  }
  return rows;
}

}  // namespace trammel::analysis

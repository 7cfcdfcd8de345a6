#include "formulation/choices.hpp"

#include "expr/derivative.hpp"

namespace trammel::formulation {

using expr::Expr;
using expr::Op;

std::vector<model::Selection> add_selections(Dae& dae, const Dae& before, const Diagnosis& found) {
  expr::Graph& graph = *before.graph;
  const auto &c = found.offsets.c, &d = found.offsets.d;
  std::vector<model::Selection> all;
  for (int i = 0; i < static_cast<int>(before.equations.size()); ++i) {
    if (c[i] == 0) continue;
    std::vector<Expr> leaves;
    std::vector<int> unknown;
    for (const int j : found.sigma.graph.of(i))
      if (d[j] >= c[i]) {
        leaves.push_back(graph.symbol(before.variables[j].id, d[j] - c[i]));
        unknown.push_back(j);
      }
    for (const expr::Entry& entry :
         expr::jacobian(graph, std::span(&before.equations[i].residual, 1), leaves)) {
      const int j = unknown[entry.column];
      const int id = graph.add_parameter("choice of " + graph.variable_name(before.variables[j].id) + " by " +
                                         before.equations[i].name);
      dae.parameters.push_back({.id = id, .value = 0, .description = "run-time choice"});
      all.push_back({id, i, j, c[i], entry.value, before.variables[j].nominal});
    }
  }
  return all;
}

Expr chosen(expr::Graph& graph, const std::vector<model::Selection>& selections, int variable, int below) {
  Expr sum = {};
  for (const model::Selection& selection : selections)
    if (selection.variable == variable && selection.depth >= below) {
      const Expr pi = graph.parameter(selection.parameter);
      sum = sum ? graph.apply(Op::add, sum, pi) : pi;
    }
  return sum;
}

Expr not_chosen(expr::Graph& graph, Expr sum, Expr value) {
  return graph.apply(Op::mul, graph.apply(Op::sub, graph.constant(1), sum), value);
}

}  // namespace trammel::formulation

#include "formulation/first_order.hpp"

#include <algorithm>
#include <unordered_map>

#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::formulation {

Dae FirstOrder::apply(const Dae& before, const Diagnosis& found) const {
  using expr::Expr;
  Dae dae = before;
  expr::Graph& graph = *dae.graph;
  std::vector<int> highest(dae.variables.size(), 0);
  for (std::size_t k = 0; k < found.sigma.order.size(); ++k) {
    int& order = highest[found.sigma.graph.column[k]];
    order = std::max(order, found.sigma.order[k]);
  }
  std::unordered_map<std::uint32_t, Expr> replacement;
  std::vector<model::Equation> kinematics;
  for (std::size_t j = 0; j < highest.size(); ++j) {
    const model::Variable variable = before.variables[j];
    Expr previous = graph.symbol(variable.id);
    for (int k = 1; k < highest[j]; ++k) {
      const std::string text = expr::print_symbol(graph, variable.id, k);
      const int id = graph.add_variable(text);
      dae.variables.push_back({.id = id, .nominal = before.nominal(variable, k), .origin = variable.origin});
      const Expr rate = graph.symbol(graph.index(previous), 1), fresh = graph.symbol(id);
      kinematics.push_back({.name = "definition of " + text,
                            .residual = graph.apply(expr::Op::sub, rate, fresh),
                            .origin = variable.origin});
      replacement.emplace(graph.symbol(variable.id, k).id, fresh);
      dae.renamed.push_back({id, variable.id, k});
      previous = fresh;
    }
    if (highest[j] > 1)
      replacement.emplace(graph.symbol(variable.id, highest[j]).id, graph.symbol(graph.index(previous), 1));
  }
  for (auto* list : {&dae.equations, &dae.initial_equations, &dae.invariants}) {
    std::vector<Expr> rows;
    for (const model::Equation& equation : *list) rows.push_back(equation.residual);
    rows = expr::substitute(graph, rows, replacement);
    for (std::size_t i = 0; i < rows.size(); ++i) (*list)[i].residual = rows[i];
  }
  for (model::Selection& selection : dae.selections)
    selection.coefficient = expr::substitute(graph, std::span(&selection.coefficient, 1), replacement)[0];
  for (model::Observed& observed : dae.observed)
    observed.value = expr::substitute(graph, std::span(&observed.value, 1), replacement)[0];
  // Families: new equations are numbered behind the user's.
  int family = 0;
  for (const model::Equation& equation : dae.equations) family = std::max(family, equation.family + 1);
  for (model::Equation& equation : kinematics) {
    equation.family = family++;
    dae.equations.push_back(std::move(equation));
  }
  return dae;
}

}  // namespace trammel::formulation

#include "formulation/derivative_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::formulation {

Dae FromDerivativeArray::apply(const Dae& before, const Diagnosis&) const {
  using expr::Expr;
  Dae dae = before;
  expr::Graph& graph = *dae.graph;
  const auto equation_at = [&](int i) -> const model::Equation& {
    return before.equations[static_cast<std::size_t>(choice.equations.empty() ? i : choice.equations[i])];
  };
  const auto unknown_at = [&](int j) -> const model::Variable& {
    return before.variables[static_cast<std::size_t>(choice.unknowns.empty() ? j : choice.unknowns[j])];
  };
  std::unordered_map<std::uint32_t, Expr> member;
  for (const analysis::ArrayChoice::Member& y : choice.solved) {
    const model::Variable& of = unknown_at(y.unknown);
    const int id = graph.add_variable(
        fmt::format("{} in the derivative array", expr::print_symbol(graph, of.id, y.derivative)));
    dae.variables.push_back(
        {.id = id, .start = y.value, .nominal = before.nominal(of, y.derivative), .origin = of.origin});
    member.emplace(graph.symbol(of.id, y.derivative).id, graph.symbol(id));
  }
  for (const analysis::ArrayChoice::Member& y : choice.held)
    member.emplace(graph.symbol(unknown_at(y.unknown).id, y.derivative).id, graph.constant(y.value));

  dae.equations.clear();
  if (!choice.equations.empty())
    for (std::size_t i = 0; i < before.equations.size(); ++i)
      if (std::ranges::find(choice.equations, static_cast<int>(i)) == choice.equations.end())
        dae.equations.push_back(before.equations[i]);
  for (const int i : choice.differential) dae.equations.push_back(equation_at(i));
  std::vector<Expr> rows;
  for (const auto& [i, l] : choice.array) rows.push_back(graph.total(equation_at(i).residual, l));
  rows = expr::substitute(graph, rows, member);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    model::Equation equation = equation_at(choice.array[k].first);
    equation.derivative += choice.array[k].second;
    equation.name = name_of(equation) + " in the derivative array";
    equation.derivative = 0;
    equation.residual = rows[k];
    dae.equations.push_back(std::move(equation));
  }
  // They are equations of their own from here on.
  for (std::size_t i = 0; i < dae.equations.size(); ++i) dae.equations[i].family = static_cast<int>(i);
  dae.invariants.clear();
  return dae;
}

}  // namespace trammel::formulation

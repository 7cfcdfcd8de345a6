// formulation/second_order_extension.cpp: the minimal extension in the derivatives of x themselves.
#include <algorithm>
#include <unordered_map>

#include "expr/print.hpp"
#include "expr/query.hpp"
#include "formulation/choices.hpp"
#include "formulation/manifold.hpp"
#include "formulation/minimal_extension.hpp"

namespace trammel::formulation {
namespace {

using expr::Expr;
using expr::Op;

void rewrite(Dae& dae, const std::unordered_map<std::uint32_t, Expr>& by) {
  const auto one = [&](Expr& e) { e = expr::substitute(*dae.graph, std::span(&e, 1), by)[0]; };
  for (auto* list : {&dae.equations, &dae.initial_equations, &dae.invariants})
    for (model::Equation& equation : *list) one(equation.residual);
  for (model::Selection& selection : dae.selections) one(selection.coefficient);
}

}  // namespace

Dae MinimalExtensionSecondOrder::apply(const Dae& before, const Diagnosis& found) const {
  Dae dae = before;
  expr::Graph& graph = *dae.graph;
  const auto &c = found.offsets.c, &d = found.offsets.d;
  dae.selections = add_selections(dae, before, found);
  struct Made {
    Expr w, own, taken;
    int unknown, below;
  };
  std::vector<Made> made;
  std::unordered_map<std::uint32_t, Expr> stands_for;
  for (int j = 0; j < static_cast<int>(before.variables.size()); ++j)
    for (int k = 1; k <= d[j]; ++k) {
      const model::Variable& x = before.variables[j];
      const Expr taken = chosen(graph, dae.selections, j, d[j] - k + 1);
      if (!taken) continue;
      const int w = graph.add_variable("w(" + expr::print_symbol(graph, x.id, k) + ")");
      dae.variables.push_back({.id = w, .nominal = before.nominal(x, k), .origin = x.origin});
      dae.renamed.push_back({w, x.id, k});
      made.push_back({graph.symbol(w), graph.symbol(x.id, k), taken, j, d[j] - k + 1});
      stands_for.emplace(made.back().own.id, made.back().w);
    }
  int family = 0;
  for (std::size_t i = 0; i < dae.equations.size(); ++i) {
    dae.equations[i].residual = graph.total(before.equations[i].residual, c[i]);
    dae.equations[i].derivative += c[i];
    family = std::max(family, dae.equations[i].family + 1);
  }
  rewrite(dae, stands_for);
  for (const auto& [w, own, taken, j, below] : made) {
    Expr residual = not_chosen(graph, taken, graph.apply(Op::sub, own, w));
    for (const model::Selection& selection : dae.selections)
      if (selection.variable == j && selection.depth >= below) {
        const int i = selection.constraint;
        const Expr level = graph.total(before.equations[i].residual, c[i] - below);
        residual = add_product(graph, residual, graph.parameter(selection.parameter),
                               expr::substitute(graph, std::span(&level, 1), stands_for)[0]);
      }
    dae.equations.push_back({.name = graph.variable_name(graph.index(w)) + ", or a constraint for it",
                             .residual = residual,
                             .origin = before.variables[j].origin,
                             .family = family++});
  }
  return dae;
}

Dae ExtensionInFirstOrder::apply(const Dae& before, const Diagnosis& found) const {
  Dae dae = before;
  expr::Graph& graph = *dae.graph;
  std::vector<int> highest(before.variables.size(), 0);
  for (std::size_t k = 0; k < found.sigma.order.size(); ++k) {
    int& order = highest[found.sigma.graph.column[k]];
    order = std::max(order, found.sigma.order[k]);
  }
  const auto name_for = [&](int id, int k) {  // w for x^(k)
    return std::ranges::find_if(before.renamed,
                                [&](const model::Renamed& r) { return r.of == id && r.derivative == k; });
  };
  std::unordered_map<std::uint32_t, Expr> by;
  std::vector<model::Equation> definitions;
  for (int j = 0; j < static_cast<int>(highest.size()); ++j) {
    const model::Variable x = before.variables[j];
    Expr previous = graph.symbol(x.id);
    for (int k = 1; k < highest[j]; ++k) {
      const std::string text = expr::print_symbol(graph, x.id, k);
      const int id = graph.add_variable(text);
      dae.variables.push_back({.id = id, .nominal = before.nominal(x, k), .origin = x.origin});
      const Expr v = graph.symbol(id), rate = graph.symbol(graph.index(previous), 1);
      Expr residual = graph.apply(Op::sub, rate, v);
      // Chosen at all levels that are as deep: the depth of x^(k) below the top is that of its own row.
      const Expr taken = chosen(graph, before.selections, j, highest[j] - k + 1);
      if (const auto w = name_for(x.id, k); taken && w != before.renamed.end())
        residual = add_product(graph, not_chosen(graph, taken, residual), taken,
                               graph.apply(Op::sub, graph.symbol(w->variable), v));
      definitions.push_back({.name = "definition of " + text, .residual = residual, .origin = x.origin});
      by.emplace(graph.symbol(x.id, k).id, v);
      dae.renamed.push_back({id, x.id, k});
      previous = v;
    }
    if (highest[j] > 1) by.emplace(graph.symbol(x.id, highest[j]).id, graph.symbol(graph.index(previous), 1));
  }
  rewrite(dae, by);
  int family = 0;
  for (const model::Equation& equation : dae.equations) family = std::max(family, equation.family + 1);
  for (model::Equation& equation : definitions) {
    equation.family = family++;
    dae.equations.push_back(std::move(equation));
  }
  return dae;
}

}  // namespace trammel::formulation

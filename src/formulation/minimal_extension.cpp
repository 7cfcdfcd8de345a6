#include "formulation/minimal_extension.hpp"

#include <algorithm>
#include <optional>

#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "formulation/manifold.hpp"

namespace trammel::formulation {
namespace {

using expr::Expr;
using expr::Op;

// The parameters π_ij, one for each variable j of each constraint i, with coefficients in the unknowns of the
// Dae before.
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

// Σ_i π_ij over the constraints that have this many levels: 1 if one of them chose variable j. None: 0.
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

}  // namespace

Dae MinimalExtension::apply(const Dae& before, const Diagnosis& found) const {
  Manifold manifold(before, found, true);
  expr::Graph& graph = *before.graph;
  const auto& c = found.offsets.c;
  for (int i = 0; i < static_cast<int>(before.equations.size()); ++i)
    manifold.add(manifold.equation(i, c[i]));
  std::vector<model::Selection> selections = add_selections(manifold.dae(), before, found);
  for (int s = 0; s < static_cast<int>(manifold.states().size()); ++s) {
    const auto [j, derivative, below] = manifold.states()[s];
    const Expr taken = chosen(graph, selections, j, below);
    if (!taken) {
      manifold.add_kinematics(s, {});
      continue;
    }
    Expr residual = not_chosen(graph, taken, manifold.kinematics(s));
    for (const model::Selection& selection : selections)
      if (selection.variable == j && selection.depth >= below)
        residual =
            add_product(graph, residual, graph.parameter(selection.parameter),
                        manifold.equation(selection.constraint, c[selection.constraint] - below).residual);
    manifold.add(
        {.name = "rate of " + graph.variable_name(graph.index(manifold.state(s))) + ", or a constraint on it",
         .residual = residual,
         .origin = before.variables[j].origin});
  }
  for (model::Selection& selection : selections)
    selection.coefficient = manifold.translate(selection.coefficient);
  manifold.dae().selections = std::move(selections);
  return manifold.finish();
}

namespace {

// An unknown that is no state and stands in some equation with a constant coefficient.
struct Solvable {
  std::size_t equation;
  int variable;
  Expr value;
};

std::optional<Solvable> find_solvable(const Dae& dae, const std::vector<int>& candidates) {
  expr::Graph& graph = *dae.graph;
  std::vector<Expr> leaves;
  for (const int id : candidates) leaves.push_back(graph.symbol(id));
  for (std::size_t i = 0; i < dae.equations.size(); ++i) {
    const Expr row = dae.equations[i].residual;
    for (const expr::Entry& entry : expr::jacobian(graph, std::span(&row, 1), leaves)) {
      if (!graph.is_constant(entry.value) || graph.value(entry.value) == 0) continue;
      const Expr leaf = leaves[entry.column];
      if (expr::dependence(graph, row, std::span(&leaf, 1)) != expr::Dependence::affine) continue;
      const Expr rest = expr::substitute(graph, std::span(&row, 1), {{leaf.id, graph.constant(0)}})[0];
      return Solvable{i, candidates[entry.column],
                      graph.apply(Op::div, graph.apply(Op::neg, rest), entry.value)};
    }
  }
  return {};
}

void replace(Dae& dae, Expr leaf, Expr value) {
  expr::Graph& graph = *dae.graph;
  const std::unordered_map<std::uint32_t, Expr> by = {{leaf.id, value}};
  const auto rewrite = [&](Expr& e) { e = expr::substitute(graph, std::span(&e, 1), by)[0]; };
  for (auto* list : {&dae.equations, &dae.invariants, &dae.initial_equations})
    for (model::Equation& equation : *list) rewrite(equation.residual);
  for (model::Definition& definition : dae.definitions) rewrite(definition.value);
  for (model::Selection& selection : dae.selections) rewrite(selection.coefficient);
}

}  // namespace

namespace {

// Where der(v) = top was, der(v) = what an equation of the user's says now: messages shall name that one.
void name_after(Dae& dae, Expr top, const model::Equation& removed) {
  constexpr std::string_view rate = "rate of ";
  for (model::Equation& row : dae.equations) {
    if (!row.name.starts_with(rate)) continue;
    const std::vector<Expr> leaves = expr::leaves(*dae.graph, row.residual);
    if (std::ranges::find(leaves, top) == leaves.end()) continue;
    const std::size_t choice = row.name.find(", or ");
    row.name = removed.name + (choice == std::string::npos ? "" : row.name.substr(choice));
    row.origin = removed.origin;
  }
}

}  // namespace

Dae WithoutTops::apply(const Dae& before, const Diagnosis& found) const {
  Dae dae = before;
  expr::Graph& graph = *dae.graph;
  std::vector<int> tops;  // unknowns that stand for derivatives and have none of their own in the equations
  for (std::size_t j = 0; j < dae.variables.size(); ++j)
    if (found.offsets.d[j] == 0 &&
        std::ranges::any_of(dae.renamed, [&](const auto& r) { return r.variable == dae.variables[j].id; }))
      tops.push_back(dae.variables[j].id);
  while (const std::optional<Solvable> solvable = find_solvable(dae, tops)) {
    const Expr leaf = graph.symbol(solvable->variable);
    const auto removed = dae.equations.begin() + static_cast<std::ptrdiff_t>(solvable->equation);
    name_after(dae, leaf, *removed);
    dae.equations.erase(removed);
    replace(dae, leaf, solvable->value);
    // It is the slope of the state below it again.
    std::erase_if(dae.variables, [&](const model::Variable& u) { return u.id == solvable->variable; });
    std::erase_if(dae.renamed, [&](const model::Renamed& r) { return r.variable == solvable->variable; });
    std::erase(tops, solvable->variable);
  }
  return dae;
}

Dae MinimalExtensionSecondOrder::apply(const Dae& before, const Diagnosis& found) const {
  Dae dae = before;
  expr::Graph& graph = *dae.graph;
  const auto &c = found.offsets.c, &d = found.offsets.d;
  dae.selections = add_selections(dae, before, found);
  struct Made {
    Expr w, taken;
    int unknown, below;
  };
  std::vector<Made> made;
  std::unordered_map<std::uint32_t, Expr> stands_for;
  for (int j = 0; j < static_cast<int>(before.variables.size()); ++j)
    for (int k = 1; k <= d[j]; ++k) {
      const int id = before.variables[j].id, below = d[j] - k + 1;
      const Expr taken = chosen(graph, dae.selections, j, below);
      if (!taken) continue;
      const int w = graph.add_variable("w(" + expr::print_symbol(graph, id, k) + ")");
      dae.variables.push_back(
          {.id = w, .nominal = before.variables[j].nominal, .origin = before.variables[j].origin});
      made.push_back({graph.symbol(w), taken, j, below});
      const Expr own = graph.symbol(id, k);
      stands_for.emplace(own.id, graph.apply(Op::add, not_chosen(graph, taken, own), graph.symbol(w)));
    }
  const auto translate = [&](Expr e) { return expr::substitute(graph, std::span(&e, 1), stands_for)[0]; };
  const auto level = [&](int i, int l) { return translate(graph.total(before.equations[i].residual, l)); };
  int family = 0;
  for (std::size_t i = 0; i < dae.equations.size(); ++i) {
    dae.equations[i].residual = level(static_cast<int>(i), c[i]);
    dae.equations[i].derivative += c[i];
    family = std::max(family, dae.equations[i].family + 1);
  }
  for (const auto& [w, taken, j, below] : made) {
    Expr residual = not_chosen(graph, taken, w);
    for (const model::Selection& selection : dae.selections)
      if (selection.variable == j && selection.depth >= below)
        residual = add_product(graph, residual, graph.parameter(selection.parameter),
                               level(selection.constraint, c[selection.constraint] - below));
    dae.equations.push_back({.name = graph.variable_name(graph.index(w)) + ", or a constraint for it",
                             .residual = residual,
                             .origin = before.variables[j].origin,
                             .family = family++});
  }
  for (auto* list : {&dae.initial_equations, &dae.invariants})
    for (model::Equation& equation : *list) equation.residual = translate(equation.residual);
  for (model::Selection& selection : dae.selections) selection.coefficient = translate(selection.coefficient);
  return dae;
}

}  // namespace trammel::formulation

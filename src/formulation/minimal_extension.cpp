#include "formulation/minimal_extension.hpp"

#include <algorithm>
#include <optional>

#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "formulation/choices.hpp"
#include "formulation/manifold.hpp"

namespace trammel::formulation {

using expr::Expr;
using expr::Op;

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

// Whether this unknown is the name of a derivative above which no other has one.
bool is_highest(const Dae& dae, int variable) {
  const auto own =
      std::ranges::find_if(dae.renamed, [&](const model::Renamed& r) { return r.variable == variable; });
  return own != dae.renamed.end() && std::ranges::none_of(dae.renamed, [&](const model::Renamed& r) {
           return r.of == own->of && r.derivative > own->derivative;
         });
}

}  // namespace

Dae WithoutTops::apply(const Dae& before, const Diagnosis& found) const {
  Dae dae = before;
  expr::Graph& graph = *dae.graph;
  std::vector<int> tops;  // unknowns that stand for highest derivatives and have none in the equations
  for (std::size_t j = 0; j < dae.variables.size(); ++j)
    if (found.offsets.d[j] == 0 && is_highest(dae, dae.variables[j].id)) tops.push_back(dae.variables[j].id);
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

}  // namespace trammel::formulation

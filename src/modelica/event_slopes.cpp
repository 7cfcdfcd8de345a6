// modelica/event_slopes.cpp: what only events look at, and what initial equations say of it.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "modelica/flatten.hpp"

namespace trammel::modelica {

// All that relations and when-clauses read.
std::vector<Expr*> Flattener::read_by_events() {
  model::Events& events = in_.events().events;
  std::vector<Expr*> read;
  for (model::Relation& relation : events.relations) {
    read.push_back(&relation.value);
    read.push_back(&relation.zero);
  }
  for (model::When& when : events.whens)
    for (model::When::Branch& branch : when.branches) {
      for (Expr& trigger : branch.triggers) read.push_back(&trigger);
      for (auto* list : {&branch.assignments, &branch.reinits})
        for (model::When::Assignment& a : *list) read.push_back(&a.value);
      for (auto* list : {&branch.assertions, &branch.endings})
        for (model::Assertion& a : *list) read.push_back(&a.condition);
    }
  return read;
}

// speed = der(phi) in a when-clause, where no equation holds der(phi): an unknown of that name is it.
void Flattener::declare_slopes() {
  std::vector<Expr*> read = read_by_events();
  std::vector<Expr> rows, asked;
  for (const Expr* e : read) rows.push_back(*e);
  for (const Expr leaf : expr::leaves(g_, rows))
    if (g_.op(leaf) == Op::symbol && g_.derivative(leaf) > 0) asked.push_back(leaf);
  if (asked.empty()) return;
  std::unordered_map<int, int> order;  // of the highest derivative that an equation holds
  std::vector<Expr> held;
  for (const model::Equation& e : problem_.dae.equations) held.push_back(e.residual);
  expr::Cone cone(g_);
  for (const Expr e : cone.collect(held))
    if (g_.op(e) == Op::symbol) order[g_.index(e)] = std::max(order[g_.index(e)], g_.derivative(e));
  std::unordered_map<std::uint32_t, Expr> instead;
  for (const Expr leaf : asked) {
    if (order[g_.index(leaf)] >= g_.derivative(leaf)) continue;
    const std::string name = expr::print(g_, leaf);
    const auto of = std::ranges::find(problem_.dae.variables, g_.index(leaf), &model::Variable::id);
    const Expr slope = g_.symbol(g_.add_variable(name));
    model::Variable v{.id = g_.index(slope)};
    if (of != problem_.dae.variables.end()) v.origin = of->origin;
    model::Equation e{.name = fmt::format("definition of {}", name),
                      .residual = g_.apply(Op::sub, slope, leaf)};
    e.origin = v.origin;
    problem_.dae.variables.push_back(std::move(v));
    problem_.dae.equations.push_back(std::move(e));
    instead.emplace(leaf.id, slope);
  }
  if (instead.empty()) return;
  rows = expr::substitute(g_, rows, instead);
  for (std::size_t k = 0; k < read.size(); ++k) *read[k] = rows[k];
}

// next = phi + 1 in an initial section, where a when-clause assigns next and phi moves: that is what the initial
// event assigns.
void Flattener::assign_initially() {
  EventTable& events = in_.events();
  std::vector<model::Equation>& initial = problem_.dae.initial_equations;
  std::set<std::uint32_t> taken;
  expr::Cone cone(g_);
  std::erase_if(initial, [&](const model::Equation& e) {
    Expr target = {};
    for (const Expr node : cone.collect(e.residual)) {
      if (g_.op(node) != Op::parameter || !events.assigned_in_when(node)) continue;
      if (target) return false;
      target = node;
    }
    if (!target || taken.contains(target.id)) return false;
    const std::optional<Expr> value = solved_for(e.residual, target);
    if (!value) return false;
    taken.insert(target.id);
    model::When when{
        .branches = {{.triggers = {events.initial()}, .assignments = {{target, *value, e.origin}}}},
        .origin = e.origin};
    events.events.whens.push_back(std::move(when));
    return true;
  });
}

// The value of a leaf that an equation is affine in, with a factor of 1 or -1; none: it is not.
std::optional<Expr> Flattener::solved_for(Expr residual, Expr leaf) {
  if (expr::dependence(g_, residual, std::span(&leaf, 1)) != expr::Dependence::affine) return std::nullopt;
  const auto with = [&](double number) {
    return expr::substitute(g_, std::span(&residual, 1), {{leaf.id, g_.constant(number)}})[0];
  };
  const std::vector<expr::Entry> factor = expr::jacobian(g_, std::span(&residual, 1), std::span(&leaf, 1));
  if (factor.size() != 1) return std::nullopt;
  if (g_.is_constant(factor[0].value, 1)) return g_.apply(Op::neg, with(0));
  if (g_.is_constant(factor[0].value, -1)) return with(0);
  return std::nullopt;
}

}  // namespace trammel::modelica

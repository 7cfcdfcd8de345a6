#include "pipeline/held.hpp"

#include <cmath>
#include <unordered_map>

#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Op;
using Kind = HeldRelation::Kind;

// Finds what is to be replaced, and then replaces all of it at once.
class Holder {
 public:
  explicit Holder(const model::Problem& problem) : held_{model::on_top(problem), {}} {}

  Held run() {
    for (const model::Relation& relation : dae().events.relations) add(relation);
    std::vector<Expr*> all;
    for (HeldRelation& relation : held_.relations)
      for (Expr* e : {&relation.left, &relation.right, &relation.zero})
        if (*e) all.push_back(e);
    for (auto* list : {&dae().equations, &dae().initial_equations, &dae().invariants})
      for (model::Equation& equation : *list) all.push_back(&equation.residual);
    for (model::When& when : dae().events.whens)
      for (model::When::Branch& branch : when.branches) gather(branch, all);
    replace(all);
    return std::move(held_);
  }

 private:
  model::Dae& dae() { return held_.problem.dae; }
  expr::Graph& graph() { return *dae().graph; }

  void add(const model::Relation& relation) {
    expr::Graph& g = graph();
    const Op op = g.op(relation.value);
    HeldRelation held{.zero = relation.zero,
                      .text = expr::print(g, relation.value, {.longest = 60}),
                      .origin = relation.origin};
    Expr node = relation.value;
    if (relation.kind == model::Relation::Kind::sign) {
      if (op < Op::lt || op > Op::ne) return;  // simplified to something else
      held.op = op;
      held.left = g.arg(relation.value, 0);
      held.right = g.arg(relation.value, 1);
      held.zero = g.apply(Op::sub, held.left, held.right);
    } else {
      held.left = relation.zero;
      held.kind = op == Op::floor || op == Op::mod ? Kind::floor : op == Op::ceil ? Kind::ceil : Kind::trunc;
      if (held.kind == Kind::trunc)  // div is this, rem contains it
        node = g.apply(Op::select, g.apply(Op::ge, relation.zero, g.constant(0)),
                       g.apply(Op::floor, relation.zero), g.apply(Op::ceil, relation.zero));
    }
    held.parameter = g.add_parameter(held.text);
    dae().parameters.push_back({.id = held.parameter, .origin = relation.origin});
    Expr value = g.parameter(held.parameter);
    if (op == Op::mod)
      value = g.apply(Op::sub, g.arg(relation.value, 0), g.apply(Op::mul, value, g.arg(relation.value, 1)));
    replacement_[node.id] = value;
    held_.relations.push_back(std::move(held));
  }

  // A replacement may hold other relations itself: mod(x, if y > 0 then 1 else 2).
  void replace(const std::vector<Expr*>& all) {
    constexpr int deepest = 8;
    std::vector<Expr> rows;
    for (const Expr* e : all) rows.push_back(*e);
    for (int depth = 0; depth < deepest; ++depth) {
      std::vector<Expr> next = expr::substitute(graph(), rows, replacement_);
      const bool same = next == rows;
      rows = std::move(next);
      if (same) break;
    }
    for (std::size_t k = 0; k < all.size(); ++k) *all[k] = rows[k];
  }

  static void gather(model::When::Branch& branch, std::vector<Expr*>& all) {
    for (Expr& trigger : branch.triggers) all.push_back(&trigger);
    for (auto* list : {&branch.assignments, &branch.reinits})
      for (model::When::Assignment& assignment : *list) all.push_back(&assignment.value);
    for (auto* list : {&branch.assertions, &branch.endings})
      for (model::Assertion& assertion : *list) all.push_back(&assertion.condition);
  }

  Held held_;
  std::unordered_map<std::uint32_t, Expr> replacement_;
};

}  // namespace

bool has_events(const model::Dae& dae) {
  const model::Events& events = dae.events;
  return !events.relations.empty() || !events.whens.empty() || !events.samplers.empty() ||
         !events.discrete.empty() || events.initial >= 0 || events.terminal >= 0;
}

Held hold(const model::Problem& problem) { return Holder(problem).run(); }

double value_of(const HeldRelation& relation, double left, double right) {
  switch (relation.kind) {
    case Kind::floor:
      return std::floor(left);
    case Kind::ceil:
      return std::ceil(left);
    case Kind::trunc:
      return std::trunc(left);
    case Kind::truth:
      break;
  }
  switch (relation.op) {
    case Op::gt:
      return left > right;
    case Op::ge:
      return left >= right;
    case Op::lt:
      return left < right;
    case Op::le:
      return left <= right;
    case Op::eq:
      return left == right;
    default:
      return left != right;
  }
}

}  // namespace trammel::pipeline

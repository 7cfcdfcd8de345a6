// pipeline/held_mode.cpp: what relations are, and the equations of one mode.
#include <cmath>
#include <unordered_map>

#include "expr/query.hpp"
#include "pipeline/held.hpp"

namespace trammel::pipeline {

namespace {

using expr::Expr;
using expr::Op;

// What a mode multiplies by zero, s*(if on then 1 else 0), is not part of its equations: the graph keeps such products,
// because 0*x is no zero where x is no number.
void leave_out_zeros(expr::Graph& g, std::vector<Expr>& rows) {
  constexpr int deepest = 8;
  expr::Cone cone(g);
  for (int depth = 0; depth < deepest; ++depth) {
    std::unordered_map<std::uint32_t, Expr> zeros;
    for (const Expr e : cone.collect(rows))
      if (g.op(e) == Op::mul && (g.is_constant(g.arg(e, 0), 0) || g.is_constant(g.arg(e, 1), 0)))
        zeros.emplace(e.id, Expr{});
    if (zeros.empty()) return;
    const Expr zero = g.constant(0);
    for (auto& [id, with] : zeros) with = zero;
    rows = expr::substitute(g, rows, zeros);
  }
}

}  // namespace

bool has_events(const model::Dae& dae) {
  const model::Events& events = dae.events;
  return !events.relations.empty() || !events.whens.empty() || !events.samplers.empty() ||
         !events.discrete.empty() || !events.delays.empty() || events.initial >= 0 || events.terminal >= 0;
}

model::Problem in_mode(const Held& held, const std::vector<double>& parameters) {
  model::Problem problem = model::on_top(held.problem);
  expr::Graph& g = *problem.dae.graph;
  std::unordered_map<std::uint32_t, Expr> known;
  for (const int id : held.structural)
    known.emplace(g.parameter(id).id, g.constant(parameters[static_cast<std::size_t>(id)]));
  std::vector<Expr> rows;
  for (const model::Equation& equation : problem.dae.equations) rows.push_back(equation.residual);
  rows = expr::substitute(g, rows, known);
  if (!known.empty()) leave_out_zeros(g, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) problem.dae.equations[i].residual = rows[i];
  for (model::Parameter& parameter : problem.dae.parameters)
    parameter.value = parameters[static_cast<std::size_t>(parameter.id)];
  return problem;
}

double value_of(const HeldRelation& relation, double left, double right) {
  switch (relation.kind) {
    case HeldRelation::Kind::floor:
      return std::floor(left);
    case HeldRelation::Kind::ceil:
      return std::ceil(left);
    case HeldRelation::Kind::trunc:
      return std::trunc(left);
    case HeldRelation::Kind::truth:
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

// pipeline/one_state_formulas.hpp: unknowns without a derivative that follow from one state alone.
//
// In der(x) = v; der(der(x)) = -x the unknown v is no state, but another name for one: a start value of v is one of
// der(x).
#pragma once

#include <functional>
#include <unordered_map>
#include <utility>

#include "expr/query.hpp"
#include "model/dae.hpp"

namespace trammel::pipeline {

class OneStateFormulas {
 public:
  OneStateFormulas(const model::Dae& dae, const std::function<bool(expr::Expr)>& is_state);

  struct Found {
    expr::Expr value{}, state{};
  };
  // In the state alone. None: there is no such equation, or it is not linear in the unknown.
  Found of(expr::Expr unknown) const;

 private:
  const model::Dae& dae_;
  std::unordered_map<std::uint32_t, std::pair<expr::Expr, expr::Expr>>
      rows_;  // by unknown: equation and state
};

inline OneStateFormulas::OneStateFormulas(const model::Dae& dae,
                                          const std::function<bool(expr::Expr)>& is_state)
    : dae_(dae) {
  const expr::Graph& graph = *dae.graph;
  expr::Cone cone(graph);
  for (const model::Equation& equation : dae.equations) {
    expr::Expr open{}, state{};
    int unknowns = 0;
    for (const expr::Expr leaf : cone.collect(equation.residual)) {
      if (graph.op(leaf) != expr::Op::symbol) continue;
      (is_state(leaf) ? state : open) = leaf;
      ++unknowns;
    }
    if (unknowns == 2 && open && state) rows_.try_emplace(open.id, equation.residual, state);
  }
}

inline OneStateFormulas::Found OneStateFormulas::of(expr::Expr unknown) const {
  const auto at = rows_.find(unknown.id);
  if (at == rows_.end()) return {};
  const auto& [row_of_it, state] = at->second;
  const expr::Expr row = row_of_it;
  expr::Graph& graph = *dae_.graph;
  if (expr::dependence(graph, row, std::span(&unknown, 1)) != expr::Dependence::affine) return {};
  const auto with = [&](double value) {
    return expr::substitute(graph, std::span(&row, 1), {{unknown.id, graph.constant(value)}})[0];
  };
  const expr::Expr rest = with(0);
  return {
      graph.apply(expr::Op::neg, graph.apply(expr::Op::div, rest, graph.apply(expr::Op::sub, with(1), rest))),
      state};
}

}  // namespace trammel::pipeline

#include "formulation/independent.hpp"

#include "formulation/eliminate.hpp"

namespace trammel::formulation {

Dae Independent::apply(const Dae& before, const Diagnosis&) const {
  expr::Graph& graph = *before.graph;
  std::vector<Solved> solved;
  for (std::size_t k = 0; k < multipliers.size(); ++k) {
    expr::Expr value = graph.constant(0);
    for (const auto& [other, factor] : multipliers[k].others)
      value = graph.apply(expr::Op::add, value,
                          graph.apply(expr::Op::mul, graph.constant(factor),
                                      graph.symbol(before.variables[static_cast<std::size_t>(other)].id)));
    solved.push_back({equations[k], multipliers[k].unknown, value});
  }
  Dae dae = without(before, solved);
  dae.dependent_tops = 0;
  return dae;
}

}  // namespace trammel::formulation

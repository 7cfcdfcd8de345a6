#include "formulation/lower.hpp"

#include <algorithm>

namespace trammel::formulation {

using expr::Expr;
using expr::Op;

namespace {

// Differentiates an equation `times` times; what it was before becomes invariants.
void lower(Dae& dae, model::Equation& equation, int times) {
  for (int l = 0; l < times; ++l) {
    dae.invariants.push_back(equation);
    equation.residual = dae.graph->total(equation.residual);
    ++equation.derivative;
  }
}

}  // namespace

Dae ReduceIndex::apply(const Dae& before, const Diagnosis& found) const {
  Dae dae = before;
  for (std::size_t i = 0; i < dae.equations.size(); ++i)
    lower(dae, dae.equations[i], std::max(found.offsets.c[i] - (index - 1), 0));
  return dae;
}

Expr add_gain(Dae& dae, int power) {
  const int id = dae.graph->add_parameter("gamma");
  dae.parameters.push_back({.id = id, .value = 1, .description = "gain of the stabilizing terms"});
  dae.run_time.push_back({id, model::RunTimeParameter::Rule::inverse_step, power});
  return dae.graph->parameter(id);
}

Dae Baumgarte::apply(const Dae& before, const Diagnosis& found) const {
  Dae dae = before;
  if (std::ranges::all_of(found.offsets.c, [](int c) { return c == 0; })) return dae;
  expr::Graph& graph = *dae.graph;
  const Expr gamma = add_gain(dae, *std::ranges::max_element(found.offsets.c));
  for (std::size_t i = 0; i < dae.equations.size(); ++i) {
    const int c = found.offsets.c[i];
    if (c == 0) continue;
    model::Equation& equation = dae.equations[i];
    Expr level = equation.residual, sum = {};
    lower(dae, equation, c);
    double binomial = 1;
    for (int l = 0; l <= c; ++l) {
      Expr term = graph.apply(Op::mul, graph.constant(binomial), level);
      for (int k = l; k < c; ++k) term = graph.apply(Op::mul, gamma, term);
      sum = sum ? graph.apply(Op::add, sum, term) : term;
      binomial = binomial * (c - l) / (l + 1);
      level = graph.total(level);
    }
    equation.residual = sum;
  }
  return dae;
}

}  // namespace trammel::formulation

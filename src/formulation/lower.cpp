#include "formulation/lower.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

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

namespace {

// binom(c, l) γ^(c-l).
Expr power_of_gain(expr::Graph& graph, Expr gamma, int c, int l) {
  double binomial = 1;
  for (int k = 0; k < l; ++k) binomial = binomial * (c - k) / (k + 1);
  Expr factor = graph.constant(binomial);
  for (int k = l; k < c; ++k) factor = graph.apply(Op::mul, gamma, factor);
  return factor;
}

}  // namespace

Dae Baumgarte::apply(const Dae& before, const Diagnosis& found) const {
  Dae dae = before;
  const int highest = found.offsets.c.empty() ? 0 : *std::ranges::max_element(found.offsets.c);
  if (highest == 0) return dae;
  if (!coefficients.empty() && static_cast<int>(coefficients.size()) != highest)
    throw Error(Kind::usage,
                fmt::format("{} coefficients of Baumgarte's stabilization were given for constraints that "
                            "must be differentiated {} times",
                            coefficients.size(), highest),
                {}, fmt::format("give {}, that of the highest derivative but one first", highest));
  expr::Graph& graph = *dae.graph;
  const Expr gamma = coefficients.empty() ? add_gain(dae, highest) : Expr{};
  for (std::size_t i = 0; i < dae.equations.size(); ++i) {
    const int c = found.offsets.c[i];
    if (c == 0) continue;
    model::Equation& equation = dae.equations[i];
    Expr level = equation.residual, sum = {};
    lower(dae, equation, c);
    for (int l = 0; l <= c; ++l) {
      const Expr factor = l == c                 ? graph.constant(1)
                          : coefficients.empty() ? power_of_gain(graph, gamma, c, l)
                                                 : graph.constant(coefficients[c - l - 1]);
      const Expr term = graph.apply(Op::mul, factor, level);
      sum = sum ? graph.apply(Op::add, sum, term) : term;
      level = graph.total(level);
    }
    equation.residual = sum;
  }
  return dae;
}

}  // namespace trammel::formulation

#include "pipeline/implicit_method.hpp"

#include <algorithm>
#include <vector>

#include "expr/derivative.hpp"
#include "expr/query.hpp"

namespace trammel::pipeline {
namespace {

constexpr double loose = 1e-5;                // Akzo Nobel, Robertson: the tolerance at which the two cross
constexpr std::size_t most_looked_at = 2000;  // equations: for more it is not worth the time

}  // namespace

const integrate::Integrator& implicit_method(const ImplicitCase& known) {
  if (known.constant_steps) return integrate::find_integrator("radau5");
  const bool without_iteration = known.index <= 1 && known.constant_matrix && known.rtol >= loose;
  return integrate::find_integrator(without_iteration ? "rodas" : "radau");
}

bool constant_coefficients(const model::Dae& dae) {
  if (dae.equations.size() > most_looked_at) return false;
  expr::Graph& graph = *dae.graph;
  std::vector<expr::Expr> rows, highest;
  for (const model::Equation& equation : dae.equations) rows.push_back(equation.residual);
  for (const expr::Expr leaf : expr::leaves(graph, rows))
    if (graph.op(leaf) == expr::Op::symbol && graph.derivative(leaf) > 0) {
      const auto same = std::ranges::find_if(
          highest, [&](expr::Expr other) { return graph.index(other) == graph.index(leaf); });
      if (same == highest.end())
        highest.push_back(leaf);
      else if (graph.derivative(*same) < graph.derivative(leaf))
        *same = leaf;
    }
  return expr::constant_derivatives(graph, rows, highest);
}

}  // namespace trammel::pipeline

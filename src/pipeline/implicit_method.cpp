#include "pipeline/implicit_method.hpp"

#include <unordered_map>
#include <vector>

#include "expr/derivative.hpp"
#include "expr/query.hpp"

namespace trammel::pipeline {
namespace {

// On the stiff models of tests/calibration rodas takes 1.2 times the steps of radau at 1e-3, 1.7 at 1e-4 and 2.2 at
// 1e-5, and a step of it costs half: at 1e-4 there is nothing to gain, and up to 2.7 times the steps in long runs.
constexpr double loose = 3e-4;
constexpr double very_loose = 1e-4;           // water tube (49 unknowns), Fekete points (160): the same
constexpr int many = 40;                      // unknowns: with fewer, a step is more than its factors
constexpr std::size_t most_looked_at = 2000;  // equations: for more it is not worth the time

}  // namespace

const integrate::Integrator& implicit_method(const ImplicitCase& known) {
  if (known.constant_steps) return integrate::find_integrator("radau5");
  const bool without_iteration = known.index <= 1 && known.constant_matrix && known.rtol >= loose;
  if (without_iteration) return integrate::find_integrator("rodas");
  const bool few_factors =
      known.index <= 2 && known.size >= many && known.rtol >= very_loose && known.dear_factors;
  return integrate::find_integrator(few_factors ? "bdf" : "radau");
}

bool constant_coefficients(const model::Dae& dae) {
  if (dae.equations.size() > most_looked_at) return false;
  expr::Graph& graph = *dae.graph;
  std::vector<expr::Expr> rows, highest;
  for (const model::Equation& equation : dae.equations) rows.push_back(equation.residual);
  std::unordered_map<int, std::size_t> place;  // in `highest`, by variable
  for (const expr::Expr leaf : expr::leaves(graph, rows))
    if (graph.op(leaf) == expr::Op::symbol && graph.derivative(leaf) > 0) {
      const auto [at, fresh] = place.try_emplace(graph.index(leaf), highest.size());
      if (fresh)
        highest.push_back(leaf);
      else if (graph.derivative(highest[at->second]) < graph.derivative(leaf))
        highest[at->second] = leaf;
    }
  return expr::constant_derivatives(graph, rows, highest);
}

}  // namespace trammel::pipeline

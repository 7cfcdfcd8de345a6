#include "model/hamiltonian.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::model {
namespace {

// H = p²/(2q) + q: q' = p/q, p' = p²/(2q²) - 1, at q = 2, p = 3, q' = p' = 0 as residuals.
TEST(Hamiltonian, GivesCanonicalEquations) {
  Model m("test");
  const Formula q = m.variable("q"), p = m.variable("p");
  add_hamiltonian(m, {.q = {q}, .p = {p}, .energy = p * p / (2.0 * q) + q});
  const Problem problem = m.problem();
  ASSERT_EQ(problem.dae.equations.size(), 2u);
  EXPECT_EQ(problem.dae.equations[0].name, "motion of q");
  EXPECT_EQ(problem.dae.equations[1].name, "motion of p");
  Graph& graph = *problem.dae.graph;
  const std::vector<Expr> rows = {problem.dae.equations[0].residual, problem.dae.equations[1].residual};
  const auto value = expr::evaluate(graph, rows, [&](Expr leaf) {
    if (graph.derivative(leaf) == 1) return 0.0;
    return graph.variable_name(graph.index(leaf)) == "q" ? 2.0 : 3.0;
  });
  EXPECT_DOUBLE_EQ(std::abs(value[0]), 1.5);
  EXPECT_DOUBLE_EQ(std::abs(value[1]), 0.125);
  EXPECT_EQ(problem.dae.variables[0].momentum_of, -1);
  EXPECT_EQ(problem.dae.variables[1].momentum_of, problem.dae.variables[0].id);
}

TEST(Hamiltonian, RefusesAMissingMomentumAndAnExpressionAsCoordinate) {
  Model m("test");
  const Formula q = m.variable("q"), p = m.variable("p");
  EXPECT_THROW(add_hamiltonian(m, {.q = {q}, .p = {}, .energy = q * q}), Error);
  EXPECT_THROW(add_hamiltonian(m, {.q = {q + p}, .p = {p}, .energy = q * q}), Error);
}

}  // namespace
}  // namespace trammel::model

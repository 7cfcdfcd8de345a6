#include <gtest/gtest.h>

#include "analysis/structure.hpp"
#include "expr/print.hpp"
#include "formulation/eliminate.hpp"
#include "formulation/first_order.hpp"
#include "formulation/underlying_ode.hpp"
#include "model/model.hpp"

namespace trammel::formulation {
namespace {

using model::der;
using model::Model;

std::vector<std::string> unknowns(const Dae& dae) {
  std::vector<std::string> names;
  for (const model::Variable& variable : dae.variables)
    names.push_back(dae.graph->variable_name(variable.id));
  return names;
}

TEST(Eliminate, RemovesAVelocityThatAnInvariantDefinesAndKeepsItsDefinition) {
  Model m;
  const auto x = m.variable("x"), u = m.variable("u"), f = m.variable("f");
  m.equation("rate", der(x) == u);
  m.equation("motion", der(u) == f);
  m.equation("path", x == sin(m.time()));
  const Dae dae = Formulation{Eliminate{}}.apply(m.problem().dae);
  // path gives x, then rate gives u, and nothing is left to integrate but the force.
  EXPECT_EQ(unknowns(dae), (std::vector<std::string>{"f"}));
  ASSERT_EQ(dae.definitions.size(), 2u);
  EXPECT_EQ(dae.eliminated.size(), 2u);
}

// Eliminating y from x' = y - x would trade a state for a higher derivative: an ODE stays as it is.
TEST(Eliminate, LeavesOdesAndNonlinearConstraintsAlone) {
  Model m;
  const auto x = m.variable("x"), y = m.variable("y");
  m.equation("a", der(x) == y - x);
  m.equation("b", der(y) == -y);
  EXPECT_EQ(Formulation{Eliminate{}}.apply(m.problem().dae).variables.size(), 2u);

  Model circle;
  const auto p = circle.variable("p"), q = circle.variable("q"), l = circle.variable("l");
  circle.equation("a", der(p, 2) == -l * p);
  circle.equation("b", der(q, 2) == -l * q);
  circle.equation("c", p * p + q * q == 1.0);
  EXPECT_EQ(Formulation{Eliminate{}}.apply(circle.problem().dae).variables.size(), 3u);
}

TEST(Eliminate, ALongChainOfAliasesCollapses) {
  Model m;
  constexpr int n = 500;
  std::vector<model::Formula> v;
  for (int i = 0; i < n; ++i) v.push_back(m.variable("v" + std::to_string(i)));
  const auto current = m.variable("i");
  for (int i = 1; i < n; ++i) m.equation("alias " + std::to_string(i), v[i] == v[i - 1]);
  m.equation("source", v[0] == cos(m.time()));
  m.equation("capacitor", current == der(v[n - 1]));
  const Dae dae = Formulation{Eliminate{}}.apply(m.problem().dae);
  EXPECT_EQ(unknowns(dae), (std::vector<std::string>{"i"}));
  EXPECT_EQ(dae.definitions.size(), static_cast<std::size_t>(n));
}

// Velocities on the faces of a grid, free of divergence in each cell but one. Solved for one velocity after
// the other, rows would become as long as the grid is wide, and entries grow like the third power of its
// width.
TEST(Eliminate, KeepsTheEquationsOfAGridShort) {
  Model m;
  constexpr int n = 24;
  const auto grid = [&](const std::string& name, int rows, int columns) {
    std::vector<std::vector<model::Formula>> list(rows);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        list[i].push_back(m.variable(name + std::to_string(i) + "_" + std::to_string(j)));
    return list;
  };
  const auto u = grid("u", n - 1, n), v = grid("v", n, n - 1), p = grid("p", n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const std::string at = std::to_string(i) + "_" + std::to_string(j);
      if (i + 1 < n) m.equation("along " + at, der(u[i][j]) == p[i][j] - p[i + 1][j]);
      if (j + 1 < n) m.equation("across " + at, der(v[i][j]) == p[i][j] - p[i][j + 1]);
      model::Formula outflow = i + 1 < n ? u[i][j] : v[i][j < n - 1 ? j : j - 1] * 0.0;
      if (i > 0) outflow = outflow - u[i - 1][j];
      if (j + 1 < n) outflow = outflow + v[i][j];
      if (j > 0) outflow = outflow - v[i][j - 1];
      m.equation("cell " + at, i + j == 0 ? p[0][0] == 0.0 : outflow == 0.0);
    }
  const Dae before = m.problem().dae;
  const std::size_t entries = analysis::signature(before).graph.column.size();
  const Dae after = Formulation{Eliminate{}}.apply(before);
  EXPECT_LE(analysis::signature(after).graph.column.size(), 2 * entries + 2000);
}

TEST(UnderlyingOde, KeepsEveryLevelBelowTheTopAsAnInvariant) {
  Model m;
  const auto x = m.variable("x"), y = m.variable("y"), l = m.variable("lambda");
  m.equation("a", der(x, 2) == -l * x);
  m.equation("b", der(y, 2) == -l * y);
  m.equation("rod", x * x + y * y == 1.0);
  const Dae dae = Formulation{UnderlyingOde{}}.apply(m.problem().dae);
  ASSERT_EQ(dae.invariants.size(), 2u);
  EXPECT_EQ(expr::print(*dae.graph, dae.invariants[1].residual), "2*x*der(x) + 2*y*der(y)");
  EXPECT_EQ(dae.equations[2].derivative, 2);
  EXPECT_EQ(name_of(dae.equations[2]), "d^2/dt^2 rod");
  EXPECT_EQ(analysis::analyze(dae).index, 1);
}

TEST(FirstOrder, NamesTheDerivativesItIntroduces) {
  Model m;
  const auto x = m.variable("x");
  m.equation("jerk", der(x, 3) == -der(x) - x);
  const Dae dae = Formulation{FirstOrder{}}.apply(m.problem().dae);
  EXPECT_EQ(unknowns(dae), (std::vector<std::string>{"x", "der(x)", "der(der(x))"}));
  EXPECT_EQ(dae.equations.size(), 3u);
  for (const int order : analysis::signature(dae).order) EXPECT_LE(order, 1);
}

}  // namespace
}  // namespace trammel::formulation

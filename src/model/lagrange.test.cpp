#include "model/lagrange.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::model {
namespace {

TEST(Lagrange, APendulumInItsAngle) {
  Model m;
  const Formula a = m.variable("a");
  add_lagrangian(m, {.q = {a}, .kinetic = 0.5 * der(a) * der(a), .potential = -9.81 * cos(a)});
  EXPECT_EQ(expr::print(m.graph(), m.problem().dae.equations[0].residual), "der(der(a)) + 9.81*sin(a)");
}

// Polar coordinates: r'' - r a'^2 and d/dt(r^2 a').
TEST(Lagrange, CentrifugalAndCoriolisTermsAppearByDifferentiation) {
  Model m;
  const Formula r = m.variable("r"), a = m.variable("a");
  add_lagrangian(
      m, {.q = {r, a}, .kinetic = 0.5 * (der(r) * der(r) + r * r * der(a) * der(a)), .potential = -1.0 / r});
  expr::Graph& g = m.graph();
  const auto value = [&](Expr leaf) {  // r = 2, r' = 3, r'' = 5; a' = 0.7, a'' = 1.1
    const double of_r[] = {2, 3, 5}, of_a[] = {0.1, 0.7, 1.1};
    return (g.index(leaf) == 0 ? of_r : of_a)[g.derivative(leaf)];
  };
  const Problem p = m.problem();
  const Expr rows[] = {p.dae.equations[0].residual, p.dae.equations[1].residual};
  const auto found = expr::evaluate(g, rows, value);
  EXPECT_NEAR(found[0], 5 - 2 * 0.49 + 1.0 / 4, 1e-14);
  EXPECT_NEAR(found[1], 2 * 2 * 3 * 0.7 + 4 * 1.1, 1e-14);
}

// A rheonomic constraint acts along its gradient; a nonholonomic one along ∂a/∂q', not along a variation of L
// - mu a, which would bring in mu'.
TEST(Lagrange, ConstraintForcesFollowDAlembert) {
  Model m;
  const Formula x = m.variable("x"), y = m.variable("y"), w = m.parameter("w", 2);
  const auto multipliers =
      add_lagrangian(m, {.q = {x, y},
                         .kinetic = 0.5 * (der(x) * der(x) + der(y) * der(y)),
                         .constraints = {{"turning", x * sin(w * m.time()) - y * cos(w * m.time())}},
                         .nonholonomic = {{"rolling", y * der(x) - der(y)}},
                         .forces = {0.0, -9.81}});
  ASSERT_EQ(multipliers.size(), 2u);
  const Dae dae = m.problem().dae;
  EXPECT_EQ(expr::print(*dae.graph, dae.equations[0].residual),
            "der(der(x)) + sin(w*time)*lambda_turning + y*lambda_rolling");
  EXPECT_EQ(expr::print(*dae.graph, dae.equations[1].residual),
            "der(der(y)) + 9.81 - cos(w*time)*lambda_turning - lambda_rolling");
  EXPECT_EQ(dae.equations[3].name, "rolling");
}

}  // namespace
}  // namespace trammel::model

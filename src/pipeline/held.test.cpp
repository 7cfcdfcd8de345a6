// Relations as parameters.
#include "pipeline/held.hpp"

#include <gtest/gtest.h>

#include "expr/print.hpp"
#include "expr/query.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/sliding.hpp"

namespace trammel::pipeline {
namespace {

Held held(const std::string& text) { return hold(modelica::load({{"m.mo", text}}).problem); }

TEST(Held, RelationsInEquationsAreParametersWithTheirText) {
  const Held h =
      held("model M Real x(start = 0); equation der(x) = if x > 1 then 2 else mod(time, 3); end M;");
  ASSERT_EQ(h.relations.size(), 2u);
  EXPECT_EQ(h.relations[0].text, "x > 1");
  EXPECT_EQ(h.relations[1].kind, HeldRelation::Kind::floor);
  for (const expr::Expr leaf : expr::leaves(*h.problem.dae.graph, h.problem.dae.equations[0].residual))
    EXPECT_NE(expr::print(*h.problem.dae.graph, leaf), "x");
  EXPECT_TRUE(h.structural.empty());  // both branches hold the same unknowns: none
}

TEST(Held, AChoiceBetweenUnknownsIsStructuralAndIsAConstantInAMode) {
  const Held h = held(
      "model M Real x(start = 0), F; Boolean b; equation der(x) = F; b = time > 1; 0 = if b then x - time "
      "else F; end M;");
  ASSERT_EQ(h.structural.size(), 1u);
  EXPECT_EQ(h.structural[0], h.relations[0].parameter);  // not b: what it stands for
  std::vector<double> parameters(static_cast<std::size_t>(h.problem.dae.graph->parameters()), 0.0);
  const model::Problem slack = in_mode(h, parameters);
  EXPECT_EQ(expr::leaves(*slack.dae.graph, slack.dae.equations[2].residual).size(), 1u);
  parameters[static_cast<std::size_t>(h.structural[0])] = 1;
  const model::Problem taut = in_mode(h, parameters);
  EXPECT_EQ(expr::leaves(*taut.dae.graph, taut.dae.equations[2].residual).size(), 2u);
}

TEST(Held, RelationsOfOppositeSidesShareASurface) {
  const Held h = held(
      "model M Real x(start = 1), y(start = 0); equation der(x) = if x > y then -2 else 2;"
      "der(y) = if y > x then -3 else 1; end M;");
  const Surface surface = surface_of(h, 0);
  ASSERT_EQ(surface.members.size(), 2u);
  EXPECT_EQ(surface.members[0].above, 1);
  EXPECT_EQ(surface.members[1].above, 0);
  const Held on = on_surface(h, surface);
  EXPECT_EQ(on.problem.dae.equations.size(), 3u);
  EXPECT_EQ(on.problem.dae.variables.size(), 3u);
  EXPECT_EQ(on.relations.size(), 4u);
}

}  // namespace
}  // namespace trammel::pipeline

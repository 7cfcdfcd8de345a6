#include "analysis/point_tails.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/formula.hpp"

namespace trammel::analysis {
namespace {

// x² = 2, y = 10 sign(sin(1e17 x)), z = 3 y: y jumps with the last digits of x, so a search for all three at
// once sees its residuals jump from step to step.
TEST(Tails, AreEvaluatedAndNotSearchedFor) {
  model::Dae dae;
  dae.graph = std::make_shared<expr::Graph>();
  expr::Graph& g = *dae.graph;
  const expr::Formula x = expr::variable(g, "x"), y = expr::variable(g, "y"), z = expr::variable(g, "z");
  const expr::Formula jump = 10.0 * expr::apply(expr::Op::sign, expr::apply(expr::Op::sin, 1e17 * x));
  PointProblem problem{.dae = &dae};
  for (const expr::Formula& v : {x, y, z}) problem.quantities.push_back({.leaf = v.in(g), .value = 1});
  for (const expr::Formula& row : {x * x - 2.0, y - jump, 3.0 * y - z})
    problem.conditions.push_back({.residual = row.in(g), .text = "row"});

  Numbers numbers(
      dae, {problem.conditions[0].residual, problem.conditions[1].residual, problem.conditions[2].residual},
      {x.in(g), y.in(g), z.in(g)});
  const std::vector<Tail> tails = find_tails(problem, *numbers.J().pattern);
  ASSERT_EQ(tails.size(), 2U);  // z first, then y, which only z reads; x is searched for
  EXPECT_EQ(tails[0].column, 2U);
  EXPECT_EQ(tails[0].sign, -1);
  EXPECT_EQ(tails[1].column, 1U);

  const Point point = find_point(problem);
  EXPECT_NEAR(point.values[0], std::sqrt(2.0), 1e-15);
  EXPECT_EQ(std::fabs(point.values[1]), 10);
  EXPECT_EQ(point.values[1], std::copysign(10.0, std::sin(1e17 * point.values[0])));
  EXPECT_EQ(point.values[2], 3 * point.values[1]);
}

}  // namespace
}  // namespace trammel::analysis

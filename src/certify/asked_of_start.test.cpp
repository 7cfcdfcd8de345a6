// What the author asked of the start is part of what a run has to keep.
#include "certify/asked_of_start.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "certify/certifier.hpp"
#include "model/model.hpp"

namespace trammel::certify {
namespace {

// The circle from another point than the one that was asked for: every equation holds.
solution::Certificate begun_at(double angle, bool by_equation) {
  model::Model m("circle");
  const auto x = m.variable("x", {.start = 1, .fixed = !by_equation}), y = m.variable("y");
  m.equation("along", der(x) == -y);
  m.equation("across", der(y) == x);
  if (by_equation) m.initial_equation("lowest", x + y == 1);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  const std::vector<expr::Expr> leaves = {graph.symbol(0), graph.symbol(1), graph.symbol(0, 1),
                                          graph.symbol(1, 1)};
  auto code =
      std::make_shared<Code>(problem.dae, std::vector<std::string>{"x", "y", "der(x)", "der(y)"}, leaves);
  code->asked.emplace(problem.dae, leaves);
  Certifier certifier(code);
  certifier.ask(problem, {});
  const Inside course = [&](double t, Out v) {
    v[0] = std::cos(angle + t);
    v[1] = std::sin(angle + t);
    v[2] = -v[1];
    v[3] = v[0];
  };
  std::vector<double> values(4);
  course(0, values);
  certifier.begin(0, values, {.tolerance = 1e-6});
  for (int n = 0; n < 50; ++n)
    if (certifier.wants(0.05 * n, 0.05 * (n + 1))) certifier.step(0.05 * n, 0.05 * (n + 1), course);
  return certifier.verdict();
}

TEST(AskedOfStart, HoldsForTheStartThatWasAskedFor) {
  EXPECT_EQ(begun_at(0, false).holds, true);
  EXPECT_EQ(begun_at(0, true).holds, true);
}

TEST(AskedOfStart, FindsAFixedStartThatWasNotKept) {
  const solution::Certificate c = begun_at(0.5, false);
  EXPECT_EQ(c.holds, false);
  EXPECT_EQ(c.where.variables, std::vector<std::string>{"x"});
  EXPECT_NE(c.message.find("'x' is 0.877583, but its start value is fixed at 1"), std::string::npos)
      << c.message;
}

TEST(AskedOfStart, FindsAnInitialEquationThatDoesNotHold) {
  const solution::Certificate c = begun_at(0.5, true);
  EXPECT_EQ(c.holds, false);
  EXPECT_EQ(c.where.equations, std::vector<std::string>{"lowest"}) << c.message;
}

// x' = 3 - x at rest in x = 3, asked for by x' = 0. Rounding leaves 7e-18 of the slope; beside the terms of its
// equation that is nothing, in whatever unit.
TEST(AskedOfStart, MeasuresASlopeThatIsAskedToBeZeroByItsEquation) {
  for (const double unit : {1.0, 1e-9, 1e9}) {
    SCOPED_TRACE(unit);
    model::Model m("rest");
    const auto x = m.variable("x", {.start = 3 * unit});
    m.equation("decay", der(x) == 3 * unit - x);
    m.initial_equation("at rest", der(x) == 0.0);
    const model::Problem problem = m.problem();
    expr::Graph& graph = *problem.dae.graph;
    const std::vector<expr::Expr> leaves = {graph.symbol(0), graph.symbol(0, 1)};
    const auto holds = [&](double slope) {
      auto code = std::make_shared<Code>(problem.dae, std::vector<std::string>{"x", "der(x)"}, leaves);
      code->asked.emplace(problem.dae, leaves);
      Certifier certifier(code);
      certifier.ask(problem, {});
      const Inside course = [&](double t, Out v) {
        v[0] = 3 * unit - slope * unit * std::exp(-t);
        v[1] = slope * unit * std::exp(-t);
      };
      std::vector<double> values(2);
      course(0, values);
      certifier.begin(0, values, {.tolerance = 1e-11});
      for (int n = 0; n < 20; ++n)
        if (certifier.wants(0.1 * n, 0.1 * (n + 1))) certifier.step(0.1 * n, 0.1 * (n + 1), course);
      return certifier.verdict().holds;
    };
    EXPECT_EQ(holds(-7e-18), true);
    EXPECT_EQ(holds(-1e-3), false);
  }
}

}  // namespace
}  // namespace trammel::certify

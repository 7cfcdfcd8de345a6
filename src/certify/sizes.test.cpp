// What rests at zero is noise, and noise is not judged by itself.
#include "certify/sizes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "certify/certifier.hpp"
#include "model/model.hpp"

namespace trammel::certify {
namespace {

// c = exp(-t), c' = -c + b, b' = -2 b + a, a' = -a + u: b, a and u are zero. Rounding leaves `noise` of them.
std::optional<bool> holds(double noise, double unit) {
  model::Model m("rest");
  const auto c = m.variable("c"), b = m.variable("b"), a = m.variable("a"), u = m.variable("u");
  m.equation("path", c == unit * exp(-m.time()));
  m.equation("one", der(c) == -c + b);
  m.equation("two", der(b) == -2.0 * b + a);
  m.equation("three", der(a) == -a + u);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  std::vector<expr::Expr> leaves;
  for (int j = 0; j < 4; ++j) leaves.push_back(graph.symbol(j));
  for (int j = 0; j < 3; ++j) leaves.push_back(graph.symbol(j, 1));
  auto code = std::make_shared<Code>(
      problem.dae, std::vector<std::string>{"c", "b", "a", "u", "der(c)", "der(b)", "der(a)"}, leaves);
  Certifier certifier(code);
  const Inside course = [&](double t, Out v) {
    v[0] = unit * std::exp(-t);
    v[4] = -v[0];
    // Rounding does not know the equations: one is as large as another.
    for (const int k : {1, 2, 3, 5, 6}) v[k] = noise * unit * (1 + 0.3 * k) * (k % 2 == 0 ? 1 : -1);
  };
  std::vector<double> values(7);
  course(0, values);
  certifier.begin(0, values, {.tolerance = 1e-8});
  for (int n = 0; n < 20; ++n)
    if (certifier.wants(0.1 * n, 0.1 * (n + 1))) certifier.step(0.1 * n, 0.1 * (n + 1), course);
  return certifier.verdict().holds;
}

TEST(Sizes, RestIsPassedOnFromEquationToEquation) {
  for (const double unit : {1.0, 1e-9}) {
    SCOPED_TRACE(unit);
    EXPECT_EQ(holds(1e-17, unit), true);
    EXPECT_EQ(holds(1e-3, unit), false);
  }
}

}  // namespace
}  // namespace trammel::certify

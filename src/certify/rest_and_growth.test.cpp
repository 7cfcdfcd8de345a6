// What is nothing but rounding is not judged, and what grows out of nothing is not promised.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "certify/certifier.hpp"
#include "model/model.hpp"

namespace trammel::certify {
namespace {

solution::Certificate judge(const model::Problem& problem, const std::vector<std::string>& names,
                            const std::vector<expr::Expr>& leaves, const Inside& course, double step,
                            int steps, Promise promise) {
  Certifier certifier(problem.dae, names, leaves);
  std::vector<double> values(names.size());
  course(0, values);
  certifier.begin(0, values, std::move(promise));
  for (int n = 0; n < steps; ++n)
    if (certifier.wants(step * n, step * (n + 1))) certifier.step(step * n, step * (n + 1), course);
  course(step * steps, values);
  certifier.end(step * steps, values);
  return certifier.verdict();
}

// c = exp(-t) leaves b = c' + c, a and u at zero, but for the last digits of c: those of `noise`.
solution::Certificate judge_path(double a_off) {
  model::Model m("path");
  const auto a = m.variable("a"), b = m.variable("b"), c = m.variable("c"), u = m.variable("u");
  m.equation("path", c == exp(-m.time()));
  m.equation("one", der(c) == -c + b);
  m.equation("two", der(b) == -2.0 * b + a * a * a + a);
  m.equation("three", der(a) == -a + u);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  const Inside course = [a_off](double t, Out v) {
    const auto noise = [t](int k) { return 1e-16 * std::sin(1e9 * k * (t + 0.1)); };
    v[0] = a_off + noise(1);
    v[1] = noise(2);
    v[2] = std::exp(-t);
    v[3] = noise(3);
    v[4] = noise(4);
    v[5] = noise(5);
    v[6] = -v[2];
  };
  return judge(problem, {"a", "b", "c", "u", "der(a)", "der(b)", "der(c)"},
               {graph.symbol(0), graph.symbol(1), graph.symbol(2), graph.symbol(3), graph.symbol(0, 1),
                graph.symbol(1, 1), graph.symbol(2, 1)},
               course, 0.1, 15, {.tolerance = 1e-8});
}

TEST(Certificate, DoesNotJudgeWhatRoundingOfOtherEquationsMakesOfZero) {
  const solution::Certificate c = judge_path(0);
  EXPECT_EQ(c.holds, true) << c.message;
}

TEST(Certificate, JudgesWhatIsMoreThanThat) {
  const solution::Certificate c = judge_path(1e-4);
  EXPECT_EQ(c.holds, false);
  ASSERT_EQ(c.where.equations.size(), 1u);
  EXPECT_TRUE(c.where.equations[0] == "two" || c.where.equations[0] == "three") << c.message;
}

solution::Certificate judge_growth(std::optional<double> nominal) {
  model::Model m("growth");
  model::VariableOptions options{.start = 1};
  if (nominal) options.nominal = *nominal;
  const auto x = m.variable("x", options);
  m.equation("rate", der(x) == 3.0 * x);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  const Inside course = [](double t, Out v) {
    v[0] = std::exp(3 * t);
    v[1] = 3 * v[0];
  };
  return judge(problem, {"x", "der(x)"}, {graph.symbol(0), graph.symbol(0, 1)}, course, 0.1, 90,
               {.tolerance = 1e-6});
}

// Errors that are parts of the solution grow with it: they stay the same parts.
TEST(Certificate, GrowthWithTheSolutionIsNoAmplification) {
  const solution::Certificate c = judge_growth({});
  EXPECT_EQ(c.holds, true) << c.message;
  EXPECT_FALSE(c.sensitive);
  EXPECT_LT(c.amplification, 100);
  EXPECT_GE(c.digits[0], 3);
}

// A start of 1 counts as nothing beside a nominal value of 1e12, and all that follows comes from it.
TEST(Certificate, WhatGrowsOutOfNothingIsSensitive) {
  const solution::Certificate c = judge_growth(1e12);
  EXPECT_TRUE(c.sensitive);
  EXPECT_EQ(c.digits[0], 0);
}

// A body at rest in the air, held by two forces of 1e92 that cancel: its weight is less than their last digits.
TEST(Certificate, TermsWhoseLastDigitsHideTheMotionAreNoEquation) {
  model::Model m("held");
  const auto x = m.variable("x"), v = m.variable("v"), one = m.variable("one"), two = m.variable("two");
  m.equation("velocity", der(x) == v);
  m.equation("force", der(v) == one - two - 9.81);
  m.equation("place", x * x == 1.0);
  m.equation("the same place", 2.0 * x * x == 2.0);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  for (const double size : {10.0, 1e92}) {
    const Inside course = [size](double, Out values) {
      const double each[] = {1, 0, size == 10 ? 9.81 : size, size == 10 ? 0 : size, 0, 0};
      std::ranges::copy(each, values.begin());
    };
    const solution::Certificate c = judge(problem, {"x", "v", "one", "two", "der(x)", "der(v)"},
                                          {graph.symbol(0), graph.symbol(1), graph.symbol(2), graph.symbol(3),
                                           graph.symbol(0, 1), graph.symbol(1, 1)},
                                          course, 0.1, 20, {.tolerance = 1e-6});
    EXPECT_EQ(c.holds, size == 10) << c.message;
    if (size != 10) {
      EXPECT_NE(c.message.find("last digits hide 'der(v)'"), std::string::npos) << c.message;
    }
  }
}

}  // namespace
}  // namespace trammel::certify

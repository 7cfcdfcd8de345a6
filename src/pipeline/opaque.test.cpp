// Residuals that are code. Expected numbers: exact solutions.
#include "pipeline/opaque.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

// y0' = -y0, 0 = y1 - y0²: e^-t and e^-2t.
OpaqueProblem decay() {
  return {.y0 = {1, 0.3}, .t_end = 2, .code = {.residual = [](double, Vec y, Vec yp, Out r) {
                                        r[0] = yp[0] + y[0];
                                        r[1] = y[1] - y[0] * y[0];
                                        return true;
                                      }}};
}

TEST(Opaque, IndexOneFromAnInconsistentStart) {
  for (const char* method : {"radau5", "bdf"}) {
    const solution::Solution s = solve(decay(), {.method = method, .step = {.rtol = 1e-8, .atol = 1e-10}});
    ASSERT_TRUE(s.success()) << s.message;
    EXPECT_NEAR(s.end("y[0]"), std::exp(-2), 1e-6) << method;
    EXPECT_NEAR(s.end("y[1]"), std::exp(-4), 1e-6) << method;
    EXPECT_NEAR(s.at("y[1]", 0), 1, 1e-9) << method;
    EXPECT_NEAR(s.at("y[0]", 1), std::exp(-1), 1e-6) << method;
    EXPECT_EQ(s.index, 1);
  }
}

TEST(Opaque, AGivenJacobianIsUsedInsteadOfDifferences) {
  OpaqueProblem p = decay();
  int asked = 0, called = 0;
  const auto residual = p.code.residual;
  p.code.residual = [&](double t, Vec y, Vec yp, Out r) {
    ++called;
    return residual(t, y, yp, r);
  };
  p.code.jacobian = [&](double, Vec y, Vec, Out by_y, Out by_yp) {
    ++asked;
    by_y[0] = 1, by_y[1] = -2 * y[0], by_y[2] = 0, by_y[3] = 1;
    by_yp[0] = 1, by_yp[1] = by_yp[2] = by_yp[3] = 0;
    return true;
  };
  const solution::Solution s = solve(p, {.step = {.rtol = 1e-8, .atol = 1e-10}});
  ASSERT_TRUE(s.success()) << s.message;
  EXPECT_NEAR(s.end("y[1]"), std::exp(-4), 1e-6);
  EXPECT_GT(asked, 0);
  const int with = called;
  called = 0;
  p.code.jacobian = {};
  EXPECT_TRUE(solve(p, {.step = {.rtol = 1e-8, .atol = 1e-10}}).success());
  EXPECT_GT(called, with);  // the quotients are calls too
}

// A chain of n unknowns coupled to their neighbours: three columns share a row, so three groups do.
TEST(Opaque, DifferencesOfColumnsThatShareNoRowAreTakenAtOnce) {
  constexpr int n = 60;
  OpaqueProblem p{.y0 = std::vector<double>(n, 1.0), .t_end = 1};
  p.y0[0] = 2;
  p.code.residual = [](double, Vec y, Vec yp, Out r) {
    for (int i = 0; i < n; ++i)
      r[i] = yp[i] - ((i + 1 < n ? y[i + 1] : y[i]) - 2 * y[i] + (i > 0 ? y[i - 1] : y[i]));
    return true;
  };
  const solution::Solution s = solve(p, {.step = {.rtol = 1e-6, .atol = 1e-8}});
  ASSERT_TRUE(s.success()) << s.message;
  double sum = 0;  // the flux vanishes at both ends
  for (int i = 0; i < n; ++i) sum += s.last[static_cast<std::size_t>(i)];
  EXPECT_NEAR(sum, n + 1, 1e-6);
  EXPECT_LT(s.counts.function_evaluations, 20 * s.counts.steps + 8 * s.counts.jacobian_evaluations + 8);
}

// The pendulum of index 3 as code: a consistent start is asked for, and the rod holds as Radau holds it.
TEST(Opaque, IndexThreeAsWritten) {
  OpaqueProblem p{.y0 = {1, 0, 0, 0, 0}, .t_end = 1, .code = {.residual = [](double, Vec y, Vec yp, Out r) {
                                                       r[0] = yp[0] - y[2];
                                                       r[1] = yp[1] - y[3];
                                                       r[2] = yp[2] + y[4] * y[0];
                                                       r[3] = yp[3] + y[4] * y[1] + 1;
                                                       r[4] = y[0] * y[0] + y[1] * y[1] - 1;
                                                       return true;
                                                     }}};
  const solution::Solution s = solve(p, {.step = {.rtol = 1e-8, .atol = 1e-8}});
  ASSERT_TRUE(s.success()) << s.message;
  EXPECT_EQ(s.index, 3);
  EXPECT_NEAR(std::hypot(s.end("y[0]"), s.end("y[1]")), 1, 1e-8);
  // energy: v²/2 + y = 0
  EXPECT_NEAR(std::pow(s.end("y[2]"), 2) / 2 + std::pow(s.end("y[3]"), 2) / 2 + s.end("y[1]"), 0, 1e-5);
}

TEST(Opaque, RefusalsAreSentences) {
  OpaqueProblem p = decay();
  EXPECT_THROW((void)solve(p, {.method = "dopri5"}), Error);
  p.code.residual = [](double, Vec y, Vec yp, Out r) {
    r[0] = yp[0] + y[0];
    r[1] = y[1] * y[1] + 1;
    return true;
  };
  try {
    (void)solve(p, {});
    FAIL() << "there is no consistent start";
  } catch (const Error& error) {
    EXPECT_EQ(error.where.equations, std::vector<std::string>{"residual 1"});
  }
}

TEST(AfterStep, SeesEveryStepAndEndsTheRun) {
  model::Model m("decay");
  const auto x = m.variable("x", {.start = 1, .fixed = true});
  m.equation("e", der(x) == -x);
  double reached = 0;
  Options options{.t_end = 5, .dense = false};
  options.after_step = [&](double from, double to, const ValuesAt& at) {
    EXPECT_EQ(from, reached);
    std::vector<double> values(2);
    const double middle = (from + to) / 2;
    at(middle, values);
    EXPECT_NEAR(values[0], std::exp(-middle), 1e-5);
    reached = to;
    return to < 2;
  };
  const solution::Solution s = solve(m, options);
  EXPECT_EQ(s.outcome, solution::Outcome::interrupted);
  EXPECT_EQ(s.t_end, reached);
  EXPECT_GE(s.t_end, 2);
  EXPECT_LT(s.t_end, 5);
}

}  // namespace
}  // namespace trammel::pipeline

// pipeline/regularization.test.cpp: trust-region and direct regularization of constraints that depend on each
// other, everywhere or at a point. [PRM97]
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

using expr::der;
using model::Model;
using solution::Solution;

// x'' = -F x, y'' = -F y - 9.81 on x² + y² = 1, the constraint `times` times with a multiplier each.
model::Problem doubled_pendulum(int times) {
  Model m("pendulum");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), y = m.variable("y", {.start = 0});
  m.start(der(y), 0, model::Rank::fixed);
  expr::Formula force = 0.0 * x;
  for (int k = 0; k < times; ++k) {
    const auto F = m.variable("F" + std::to_string(k));
    force = force + F;
    m.equation("rod " + std::to_string(k), x * x + y * y == 1.0);
  }
  m.equation("across", der(x, 2) == -2.0 * force * x);
  m.equation("up", der(y, 2) == -2.0 * force * y - 9.81);
  return m.problem();
}

Solution run_regularized(const model::Problem& problem, const char* form, const char* method, double epsilon,
                         double gamma, double t_end, double tolerance = 1e-9) {
  Options options{.t_end = t_end, .tolerance = tolerance, .method = method, .formulation = form};
  options.stabilization.coefficients = {epsilon};
  options.stabilization.gamma = gamma;
  options.certify = Certify::off;
  return solve(problem, options);
}

constexpr double doubled_pendulum_x =
    -0.98629175;  // of theta'' = -9.81 sin theta from the horizontal, at rest

// Dependent everywhere: the error is O(epsilon). [PRM97, Theorem 3.1]
TEST(Regularization, ErrsByEpsilonWhereConstraintsAreDependentEverywhere) {
  for (const char* form : {"trust_region_index_2", "direct_regularization_index_2"})
    for (const char* method : {"dopri5", "radau5"}) {
      SCOPED_TRACE(std::string(form) + " with " + method);
      double error[2];
      for (const int k : {0, 1}) {
        const Solution s = run_regularized(doubled_pendulum(2), form, method, k == 0 ? 1e-3 : 1e-4, 20, 1);
        ASSERT_TRUE(s.success()) << s.message;
        error[k] = std::fabs(s.end("x") - doubled_pendulum_x);
      }
      EXPECT_LT(error[0], 0.05);
      EXPECT_NEAR(std::log10(error[0] / error[1]), 1, 0.15) << error[0] << ", " << error[1];
    }
}

// The augmented Lagrangian: each repetition takes another factor epsilon off. [BGS88]
TEST(Regularization, RepeatedErrsByPowersOfEpsilon) {
  const struct {
    const char* form;
    double epsilon, order;
  } cases[] = {{"direct_regularization", 1e-2, 1},
               {"augmented_lagrangian_2", 1e-1, 2},
               {"augmented_lagrangian_3", 0.4, 3},
               {"sequential_regularization_2", 1e-1, 2},
               {"sequential_regularization_3", 0.4, 3}};
  const double exact = solve(doubled_pendulum(1), {.t_end = 1, .tolerance = 1e-12}).end("x");
  for (const int times : {1, 2})
    for (const auto& one : cases) {
      SCOPED_TRACE(std::string(one.form) + ", constraints: " + std::to_string(times));
      double error[2];
      for (const int k : {0, 1}) {
        const Solution s = run_regularized(doubled_pendulum(times), one.form, "radau5",
                                           k == 0 ? one.epsilon : one.epsilon / 4, 20, 1, 1e-11);
        ASSERT_TRUE(s.success()) << s.message;
        error[k] = std::fabs(s.end("x") - exact);
      }
      EXPECT_NEAR(std::log2(error[0] / error[1]) / 2, one.order, 0.3) << error[0] << ", " << error[1];
    }
}

model::Problem linear_rail() {
  Model m("linear");
  const auto x = m.variable("x", {.start = 0, .fixed = false}), y = m.variable("y");
  m.equation("motion", der(x) == 2.0 + m.time() * y);
  m.equation("rail", m.time() * x == m.time() * (m.time() + 1.0));
  (void)y;
  model::Problem problem = m.problem();
  problem.t_start = -1;
  return problem;
}

// x' = 2 + t y, 0 = t x - t (t + 1): x = t + 1. [PRM97, (5.1)] The errors e = x - t - 1 of the regularized
// equations obey e' = eps/(t^4 + eps) - (gamma t^4 + t^3)/(t^4 + eps) e (trust region) and the same with
// squares (direct); their largest values for gamma = 1000 come from those two equations.
TEST(Regularization, ErrsAtAnIsolatedSingularityAsItsOwnErrorEquationSays) {
  const model::Problem problem = linear_rail();
  const struct {
    const char* form;
    double epsilon, peak;
  } cases[] = {{"trust_region", 1e-6, 3.045e-2},
               {"trust_region", 1e-9, 7.355e-3},
               {"direct_regularization", 1e-6, 1.575e-3}};
  for (const auto& one : cases)
    for (const char* method : {"dopri5", "radau5"}) {
      SCOPED_TRACE(std::string(one.form) + " with " + method);
      const Solution s = run_regularized(problem, one.form, method, one.epsilon, 1e3, 1);
      ASSERT_TRUE(s.success()) << s.message;
      double peak = 0;
      for (int k = 0; k <= 4000; ++k) {
        const double t = std::pow(-1 + 2.0 * k / 4000, 3);  // the layer is as narrow as a thousandth
        peak = std::max(peak, std::fabs(s.at("x", t) - t - 1));
      }
      EXPECT_NEAR(peak, one.peak, 0.01 * one.peak);
    }
}

// The same at a tolerance of 1e-5: the peak within 10 percent, and x(1) = 2 to 1e-4.
TEST(Regularization, PassesTheIsolatedSingularityAtLooseTolerances) {
  for (const char* method : {"dopri5", "radau5", "bdf"}) {
    SCOPED_TRACE(method);
    const Solution s = run_regularized(linear_rail(), "trust_region", method, 1e-6, 1e3, 1, 1e-5);
    ASSERT_TRUE(s.success()) << s.message;
    double peak = 0;
    for (int k = 0; k <= 4000; ++k) {
      const double t = std::pow(-1 + 2.0 * k / 4000, 3);
      peak = std::max(peak, std::fabs(s.at("x", t) - t - 1));
    }
    EXPECT_NEAR(peak, 3.045e-2, 0.1 * 3.045e-2);
    EXPECT_NEAR(s.end("x"), 2, 1e-4);
  }
}

// The multiplier acts on x1 alone, the constraint holds for both. Without regularization, with another method,
// x2(1) is what the two errors are measured against; they are O(epsilon).
TEST(Regularization, TrustRegionTakesMultipliersThatDoNotActAlongTheConstraints) {
  Model m("steered");
  const auto x1 = m.variable("x1"), x2 = m.variable("x2", {.start = 0, .fixed = true}), y = m.variable("y");
  m.equation("pushed", der(x1) == -x1 - y);
  m.equation("follows", der(x2) == x1 * x1);
  m.equation("sum", x1 + x1 * x1 * x1 + x2 * x2 * x2 + x2 == sin(m.time()));
  const Solution exact = solve(m.problem(), {.t_end = 1, .tolerance = 1e-11});
  ASSERT_TRUE(exact.success()) << exact.message;
  for (const char* method : {"dopri5", "radau5"}) {
    SCOPED_TRACE(method);
    double error[2];
    for (const int k : {0, 1}) {
      const Solution s = run_regularized(m.problem(), "trust_region", method, k == 0 ? 1e-3 : 1e-4, 20, 1);
      ASSERT_TRUE(s.success()) << s.message;
      error[k] = std::fabs(s.end("x2") - exact.end("x2"));
    }
    EXPECT_LT(error[0], 1e-3);
    EXPECT_NEAR(std::log10(error[0] / error[1]), 1, 0.05) << error[0] << ", " << error[1];
  }
}

TEST(Regularization, IsRefusedDirectlyWhereMultipliersDoNotActAlongTheConstraints) {
  Model m("steered");
  const auto x = m.variable("x", {.start = 1}), y = m.variable("y"), F = m.variable("F");
  m.equation("across", der(x, 2) == -F);
  m.equation("up", der(y, 2) == -F * x * y);
  m.equation("rod", x * x + y * y == 1.0);
  EXPECT_THROW((void)run_regularized(m.problem(), "direct_regularization", "dopri5", 1e-6, 10, 0.1), Error);
}

// Two bars of unit length and mass whose end slides on the line through the pivot. theta2 = pi - theta1 and
// theta2 = pi + theta1 meet at (0, pi). [PRM97, example 5.2] On the first branch theta1 = phi obeys
// (3 + 2 cos 2phi) phi'' = 2 sin 2phi phi'^2 - 9.8 sin phi.
model::Problem sliding_bars(double start, double rate) {
  Model m("bars");
  const auto a = m.variable("a", {.start = start}), b = m.variable("b", {.start = M_PI - start});
  m.start(der(a), rate);
  m.start(der(b), -rate);
  const auto force = m.variable("force"), d = b - a, w1 = der(a), w2 = der(b);
  m.equation("upper",
             2.0 * der(a, 2) + cos(d) * der(b, 2) - sin(d) * w2 * w2 + 19.6 * sin(a) + sin(a) * force == 0.0);
  m.equation("lower",
             cos(d) * der(a, 2) + der(b, 2) + sin(d) * w1 * w1 + 9.8 * sin(b) + sin(b) * force == 0.0);
  m.equation("slide", cos(a) + cos(b) == 0.0);
  return m.problem();
}

model::Problem one_bar(double start, double rate) {
  Model m("bar");
  const auto phi = m.variable("phi", {.start = start, .fixed = true});
  m.start(der(phi), rate, model::Rank::fixed);
  m.equation("motion", (3.0 + 2.0 * cos(2.0 * phi)) * der(phi, 2) ==
                           2.0 * sin(2.0 * phi) * der(phi) * der(phi) - 9.8 * sin(phi));
  return m.problem();
}

struct BarErrors {
  double angle = 0, branch = 0, constraint = 0;
};
BarErrors bar_errors(const Solution& run, const Solution& exact, double t_end) {
  BarErrors worst;
  for (double t = 0; t <= t_end; t += 0.05) {
    const double a = run.at("a", t), b = run.at("b", t);
    worst.angle = std::max(worst.angle, std::fabs(a - exact.at("phi", t)));
    worst.branch = std::max(worst.branch, std::fabs(a + b - M_PI));
    worst.constraint = std::max(worst.constraint, std::fabs(std::cos(a) + std::cos(b)));
  }
  return worst;
}

// Five crossings in ten seconds. The bounds are what other implicit codes reached with gamma = 1000, epsilon =
// 1e-6 at these tolerances; the last one is the error of the regularization itself, within 10 percent.
TEST(Regularization, TrustRegionStaysOnItsBranchThroughFiveSingularConfigurations) {
  const struct {
    double start, rate, limit;
  } starts[] = {{M_PI / 4, 0, 1.22e-2}, {1, 0, 1.18e-2}, {M_PI / 3, -1, 1.11e-2}};
  for (const auto& from : starts) {
    const Solution exact = solve(one_bar(from.start, from.rate), {.t_end = 10, .tolerance = 1e-11});
    for (const char* method : {"bdf", "radau5"}) {
      SCOPED_TRACE(std::string(method) + " from " + std::to_string(from.start));
      Solution run = run_regularized(sliding_bars(from.start, from.rate), "trust_region_index_2", method,
                                     1e-6, 1e3, 10, 1e-5);
      ASSERT_TRUE(run.success()) << run.message;
      BarErrors errors = bar_errors(run, exact, 10);
      EXPECT_LE(errors.angle, 0.1);
      EXPECT_LE(errors.branch, 0.03);
      EXPECT_LE(errors.constraint, 5e-4);
      run = run_regularized(sliding_bars(from.start, from.rate), "trust_region", method, 1e-6, 1e3, 10, 1e-5);
      ASSERT_TRUE(run.success()) << run.message;
      errors = bar_errors(run, exact, 10);
      EXPECT_LE(errors.angle, 5e-3);
      EXPECT_LE(errors.branch, 1e-4);
    }
    const Solution tight = run_regularized(sliding_bars(from.start, from.rate), "trust_region_index_2",
                                           "radau5", 1e-6, 1e3, 10, 1e-8);
    ASSERT_TRUE(tight.success()) << tight.message;
    EXPECT_NEAR(bar_errors(tight, exact, 10).angle, from.limit, 0.1 * from.limit);
  }
}

}  // namespace
}  // namespace trammel::pipeline

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

// x' = 2 + t y, 0 = t x - t (t + 1): x = t + 1. [PRM97, (5.1)] The errors e = x - t - 1 of the regularized
// equations obey e' = eps/(t^4 + eps) - (gamma t^4 + t^3)/(t^4 + eps) e (trust region) and the same with
// squares (direct); their largest values for gamma = 1000 come from those two equations.
TEST(Regularization, ErrsAtAnIsolatedSingularityAsItsOwnErrorEquationSays) {
  Model m("linear");
  const auto x = m.variable("x", {.start = 0, .fixed = false}), y = m.variable("y");
  m.equation("motion", der(x) == 2.0 + m.time() * y);
  m.equation("rail", m.time() * x == m.time() * (m.time() + 1.0));
  (void)y;
  model::Problem problem = m.problem();
  problem.t_start = -1;
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

TEST(Regularization, IsRefusedDirectlyWhereMultipliersDoNotActAlongTheConstraints) {
  Model m("steered");
  const auto x = m.variable("x", {.start = 1}), y = m.variable("y"), F = m.variable("F");
  m.equation("across", der(x, 2) == -F);
  m.equation("up", der(y, 2) == -F * x * y);
  m.equation("rod", x * x + y * y == 1.0);
  EXPECT_THROW((void)run_regularized(m.problem(), "direct_regularization", "dopri5", 1e-6, 10, 0.1), Error);
}

}  // namespace
}  // namespace trammel::pipeline

// BDF at given steps from exact starting values, in extended precision: when it has its order, and what steps
// that change cost. [BCP96, 3.2; LP86; GHP81]
#include <gtest/gtest.h>

#include <cmath>

#include "pipeline/trammel.hpp"
#include "support/plain_methods.hpp"

namespace trammel {
namespace {

using support::plain_bdf_errors;
using support::plain_chain;
using support::plain_circle;
using support::PlainProblem;
using support::Real;

std::vector<Real> equal_points(Real h, int steps) {
  std::vector<Real> t;
  for (int i = 0; i <= steps; ++i) t.push_back(i * h);
  return t;
}

// The order of a class at the i-th point, from h and h/2. Points 0 .. k−1 are starting values.
double order_at(const PlainProblem& problem, int k, int i, Real h, std::size_t unknowns) {
  const auto coarse = plain_bdf_errors(k, problem, equal_points(h, i)),
             fine = plain_bdf_errors(k, problem, equal_points(h / 2, i));
  return static_cast<double>(std::log2(coarse[i][unknowns] / fine[i][unknowns]));
}

// Linear with constant coefficients, index ν: order k in all unknowns from the point (ν−1)k on, and not
// before: there the exact starting values do not carry the error that the formula has later, and its
// differences jump.
TEST(PlainBdf, HasItsOrderForLinearConstantSystemsOfIndex4And5AfterTheStartPhase) {
  for (const int index : {4, 5})
    for (int k = 1; k <= 5; ++k) {
      const Real h = k < 3 ? 0.02L : k < 5 ? 0.05L : 0.1L;
      const PlainProblem chain = plain_chain(index);
      for (int i = (index - 1) * k + 1; i <= (index - 1) * k + 3; ++i)
        for (int unknown = 1; unknown < index; ++unknown)
          EXPECT_GT(order_at(chain, k, i, h, static_cast<std::size_t>(unknown)), k - 0.2)
              << "index " << index << ", k = " << k << ", point " << i << ", unknown " << unknown;
      EXPECT_LT(order_at(chain, k, (index - 1) * k - 1, h, static_cast<std::size_t>(index - 1)), k - 0.7)
          << "index " << index << ", k = " << k;
    }
}

// A mechanism at index 3: order k in q, v and λ after k+1 steps, k = 1 included; in the k steps before that λ
// has order k−1, which for k = 1 is an error that does not go away.
TEST(PlainBdf, HasItsOrderAtIndex3AfterKPlus1Steps) {
  const PlainProblem circle = plain_circle(3);
  for (int k = 1; k <= 5; ++k) {
    for (int i = 2 * k; i <= 2 * k + 2; ++i)  // point 2k is step k+1
      for (const std::size_t unknowns : {0u, 1u, 2u})
        EXPECT_GT(order_at(circle, k, i, 0.02L, unknowns), k - 0.3) << "k = " << k << ", point " << i;
    EXPECT_NEAR(order_at(circle, k, k, 0.02L, 2), k - 1, 0.2) << "k = " << k;
  }
}

// Steps that repeat a pattern of bounded ratios, refined with it. The largest error per class behind the
// start.
std::vector<Real> varying_errors(const PlainProblem& problem, int k, int n) {
  const Real strength = k < 3 ? 1 : k == 3 ? 0.6L : 0.3L;
  Real sum = 0;
  std::vector<Real> t = {0}, steps;
  for (int i = 0; i < n; ++i) {
    constexpr Real pattern[] = {1, 1.5L, 0.8L, 1.2L};
    steps.push_back(std::pow(pattern[i % 4], strength));
    sum += steps.back();
  }
  for (const Real step : steps) t.push_back(t.back() + step / sum);
  const auto errors = plain_bdf_errors(k, problem, t);
  std::vector<Real> worst(problem.classes.size());
  for (std::size_t i = static_cast<std::size_t>(2 * k + 2); i < errors.size(); ++i)
    for (std::size_t c = 0; c < worst.size(); ++c) worst[c] = std::max(worst[c], errors[i][c]);
  return worst;
}

void expect_varying_orders(int index, int k, const std::vector<int>& claimed) {
  const auto coarse = varying_errors(plain_circle(index), k, 80),
             fine = varying_errors(plain_circle(index), k, 160);
  for (std::size_t c = 0; c < claimed.size(); ++c)
    EXPECT_NEAR(static_cast<double>(std::log2(coarse[c] / fine[c])), claimed[c], 0.3)
        << "index " << index << ", k = " << k << ", class " << c;
}

// min(k, k − ν + 2): nothing lost at index 1 and 2, one order of the multiplier at index 3; q and v lose
// nothing.
TEST(PlainBdf, LosesOneOrderOfTheMultiplierAtIndex3WhenStepsVaryAndNoMore) {
  for (int k = 1; k <= 5; ++k) {
    expect_varying_orders(1, k, {k, k});
    expect_varying_orders(2, k, {k, k});
    expect_varying_orders(3, k, {k, k, k - 1});
  }
}

// With k = 1 that is an error in λ that does not go to zero.
TEST(PlainBdf, OfOneStepHasAnErrorInTheMultiplierThatStaysWhenStepsVary) {
  EXPECT_GT(varying_errors(plain_circle(3), 1, 640)[2], 0.1L);
}

// Between its points the formula's polynomial of degree k is as good as the points themselves.
TEST(ConstantBdf, HasOrderKBetweenTheStepsToo) {
  Model m("oscillator");
  const auto x = m.variable("x", {.start = 0, .fixed = true}),
             v = m.variable("v", {.start = 1, .fixed = true});
  m.equation("rate", der(x) == v);
  m.equation("force", der(v) == -x);
  for (int k = 1; k <= 6; ++k) {
    const auto worst = [&](double h) {
      const auto run = pipeline::solve(m, {.t_end = 4.0,
                                           .method = "bdf" + std::to_string(k),
                                           .formulation = "as_written",
                                           .step = {.fixed_step = h}});
      double error = 0;
      for (double t = 2; t < 3.9; t += h / 3.7)
        error = std::max(error, std::fabs(run.at("x", t) - std::sin(t)));
      return error;
    };
    const double h = k < 4 ? 0.02 : 0.1;
    EXPECT_NEAR(std::log2(worst(h) / worst(h / 2)), k, 0.35) << "k = " << k;
  }
}

}  // namespace
}  // namespace trammel

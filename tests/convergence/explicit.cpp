// Orders of the explicit methods, on an ODE and on an index-3 mechanism through its underlying ODE.
#include <gtest/gtest.h>

#include <cmath>

#include "expr/formula.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"
#include "support/orders.hpp"
#include "support/problems.hpp"

namespace trammel {
namespace {

using model::der;

// q'' = -q/|q|³ with eccentricity 0: the circle of radius 1, so q = (cos t, sin t).
model::Problem kepler_circle() {
  model::Model m("kepler");
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             y = m.variable("y", {.start = 0, .fixed = true});
  m.start(der(x), 0), m.start(der(y), 1);
  const auto r = sqrt(x * x + y * y);
  m.equation("x motion", der(x, 2) == -x / pow(r, 3.0));
  m.equation("y motion", der(y, 2) == -y / pow(r, 3.0));
  return m.problem();
}

TEST(DormandPrince, HasOrder5OnAnOde) {
  const support::Values exact = {{"x", std::cos(2.0)}, {"y", std::sin(2.0)}};
  const auto order = support::measure_orders(
      kepler_circle(), {.method = "dopri5", .t_end = 2, .steps = {20, 40, 80}}, exact, {{"q", {"x", "y"}}});
  EXPECT_NEAR(order.at("q"), 5, 0.25);
}

// Through the underlying ODE an index-3 problem is as smooth as an ODE: no class of unknowns loses an order,
// and projection onto the constraints does not take one away.
TEST(DormandPrince, KeepsOrder5InPositionVelocityAndMultiplierOfAnIndex3Problem) {
  const model::Problem pendulum = support::pendulum(support::Form::second_order);
  const support::Values exact = support::tight_reference(pendulum, 1.3);
  for (const bool project : {true, false}) {
    const auto order = support::measure_orders(
        pendulum, {.method = "dopri5", .t_end = 1.3, .steps = {60, 120, 240}, .project = project}, exact,
        {{"position", {"x", "y"}}, {"velocity", {"der(x)", "der(y)"}}, {"multiplier", {"lambda"}}});
    EXPECT_NEAR(order.at("position"), 5, 0.4) << project;
    EXPECT_NEAR(order.at("velocity"), 5, 0.4) << project;
    EXPECT_NEAR(order.at("multiplier"), 5, 0.4) << project;
  }
}

TEST(DormandPrince, DenseOutputHasOrder4BetweenTheSteps) {
  double error[2];
  for (int k = 0; k < 2; ++k) {
    pipeline::Options options{.t_end = 2};
    options.step.fixed_step = 0.1 / (1 << k);
    const solution::Solution s = pipeline::solve(kepler_circle(), options);
    error[k] = 0;
    for (double t = 0; t <= 2; t += 0.0137)
      error[k] = std::max(error[k], std::fabs(s.at("x", t) - std::cos(t)));
  }
  EXPECT_NEAR(std::log2(error[0] / error[1]), 5, 0.6);  // the local error of an interpolant of order 4
}

}  // namespace
}  // namespace trammel

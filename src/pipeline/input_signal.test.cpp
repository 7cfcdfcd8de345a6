#include "pipeline/input_signal.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

model::Problem integrator() {
  return modelica::load({{"m.mo",
                          "model M input Real u; Real x(start = 0, fixed = true), w = 2*u; equation der(x) = "
                          "u; end M;"}})
      .problem;
}

// The integral of a polygon is known exactly; so is what a step that goes across a bend would get wrong.
TEST(InputSignal, IsAPolygonWhoseIntegralIsExact) {
  model::Problem problem = integrator();
  set_input(problem, "u", {1, 2, 3, 3, 4}, {0, 1, 1, 5, 5});  // a jump at 3
  problem.t_end = 5;
  const solution::Solution run = solve(problem, {.tolerance = 1e-6});
  EXPECT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.at("x", 1), 0, 1e-12);
  EXPECT_NEAR(run.at("x", 2), 0.5, 1e-10);
  EXPECT_NEAR(run.at("x", 3), 1.5, 1e-10);
  EXPECT_NEAR(run.at("x", 5), 1.5 + 10, 1e-9);
  EXPECT_NEAR(run.at("u", 1.5), 0.5, 1e-12);
  EXPECT_NEAR(run.at("w", 4.5), 10, 1e-12);
  EXPECT_EQ(run.events.size(), 3u) << "the bend at 4 is none";
}

// A short pulse late in a long quiet time would be stepped over if it were no event.
TEST(InputSignal, NoPulseIsSteppedOver) {
  model::Problem problem = integrator();
  set_input(problem, "u", {0, 900, 900.05, 900.1}, {0, 0, 1, 0});
  problem.t_end = 1000;
  EXPECT_NEAR(solve(problem, {.tolerance = 1e-6}).end("x"), 0.05, 1e-9);
}

// At index 2 the derivative of the input is needed: y follows x, and u is its slope.
TEST(InputSignal, IsDifferentiatedWhereTheIndexAsksForIt) {
  model::Problem problem =
      modelica::load({{"m.mo",
                       "model M input Real u; Real x, f; equation der(x) = f; x = u; end "
                       "M;"}})
          .problem;
  set_input(problem, "u", {0, 1}, {0, 3});
  problem.t_end = 2;
  const solution::Solution run = solve(problem, {.tolerance = 1e-6});
  EXPECT_NEAR(run.at("f", 0.5), 3, 1e-9);
  EXPECT_NEAR(run.at("f", 1.5), 0, 1e-9);
}

TEST(InputSignal, RefusesWhatIsNone) {
  model::Problem problem = integrator();
  EXPECT_THROW(set_input(problem, "v", {0}, {1}), Error);
  EXPECT_THROW(set_input(problem, "u", {0, -1}, {1, 1}), Error);
  EXPECT_THROW(set_input(problem, "u", {0, 1}, {1, NAN}), Error);
  EXPECT_THROW(set_input(problem, "u", {}, {}), Error);
}

}  // namespace
}  // namespace trammel::pipeline

#include "pipeline/pulses.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

model::Problem pulsing(const std::string& text) { return modelica::load({{"pulses.mo", text}}).problem; }

std::size_t pulses_in(const std::string& right) {
  const model::Problem problem = pulsing(
      "model P Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = "
      "true); equation der(x) = -y; der(y) = x; der(z) = " +
      right + "; end P;");
  return Pulses(problem.dae, {"x", "y", "z"}, {"x", "y", "z", "der(x)", "der(y)", "der(z)"})
      .functions()
      .size();
}

TEST(Pulses, AreFoundInWhatRestsAndTurns) {
  for (const char* right :
       {"exp(-((x - 0.3)/0.01)^2)", "1/(1 + ((x - 0.3)/0.01)^2)", "1 - tanh((x - 0.3)/0.01)^2",
        "1/cosh((x - 0.3)/0.01)", "(1 + tanh((x - 0.3)/0.01))*(1 - tanh((x - 0.4)/0.01))",
        "exp(-abs(x - 0.3)/0.01)", "exp(-100*x*y)"})
    EXPECT_GT(pulses_in(right), 0u) << right;
}

// A monotone function of a linear one, as the current of a diode, may rest, but not on both sides of a pulse. Edges of
// choices are found by the steps that fail there.
TEST(Pulses, AreNotInWhatIsMonotoneOrNeverRests) {
  for (const char* right : {"exp((x - y)/0.025)", "1e-9*(exp((x - y)/0.025) - 1) + x", "tanh((x - 0.3)/0.01)",
                            "x*tanh(y)", "sin(10*x)*y^2", "sqrt(x^2 + y^2)", "x/(2 + y)", "max(x, 0)",
                            "exp(-1/(3 + x))*y", "1/(1 + exp(x))", "exp(-(time/0.1)^2)",
                            "max(0, 1 - abs(x - 0.3)/0.01)", "noEvent(if abs(x - 0.3) < 0.01 then 1 else 0)"})
    EXPECT_EQ(pulses_in(right), 0u) << right;
}

// x falls like exp(-t): the area of a Gaussian of width w around x = a is w √π/a, and a little more.
TEST(Pulses, NoStepPassesOverOne) {
  for (const char* method : {"auto", "dop853", "radau", "bdf", "adams"})
    for (const double width : {1e-3, 1e-5}) {
      model::Problem problem = pulsing(
          "model P parameter Real w = 1; Real x(start = 1, fixed = true), z(start = 0, fixed = "
          "true); equation der(x) = -x; der(z) = exp(-((x - 0.3)/w)^2)/w; end P;");
      problem.dae.parameters[0].value = width;
      const solution::Solution run = solve(problem, {.t_end = 3, .tolerance = 1e-6, .method = method});
      ASSERT_TRUE(run.success()) << method << ' ' << width;
      EXPECT_NEAR(run.end("z"), std::sqrt(std::numbers::pi) / 0.3, 2e-3) << method << ' ' << width;
    }
}

// What follows from equations is looked at as well: x + x^3 = s, and a path that a constraint prescribes.
TEST(Pulses, OfAlgebraicUnknownsAreSeenToo) {
  const auto z = [](const char* text) {
    return solve(pulsing(text), {.t_end = 4, .tolerance = 1e-6}).end("z");
  };
  const double area = std::sqrt(std::numbers::pi);
  EXPECT_NEAR(z("model P Real s(start = 2, fixed = true), x(start = 1), z(start = 0, fixed = true); equation "
                "der(s) = -s; x + x^3 = s; der(z) = exp(-((x - 0.5)/1e-4)^2)/1e-4; end P;"),
              area * (1 + 3 * 0.25) / 0.625, 0.02);
  EXPECT_NEAR(z("model P Real x, u, z(start = 0, fixed = true); equation x = sin(time); der(x) = u; der(z) = "
                "exp(-((x - 0.5)/1e-4)^2)/1e-4; end P;"),
              2 * area / std::sqrt(0.75), 0.02);
}

}  // namespace
}  // namespace trammel::pipeline

#include "pipeline/fronts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

model::Problem problem_of(const std::string& text) { return modelica::load({{"fronts.mo", text}}).problem; }

// The area of a pulse of width w is w √π, whenever it comes: steps through the rest before it were as long as the run.
TEST(Fronts, APulseIsNeverPassedOver) {
  for (const char* method : {"auto", "dop853", "radau", "bdf", "adams"})
    for (const double width : {1e-2, 1e-4, 1e-6})
      for (const double at : {0.37, 5.1, 9.1337}) {
        model::Problem problem = problem_of(
            "model P parameter Real at = 1, width = 1; Real x(start = 0, fixed = true); equation der(x) = "
            "exp(-((time - at)/width)^2)/width; end P;");
        problem.dae.parameters[0].value = at;
        problem.dae.parameters[1].value = width;
        const solution::Solution run = solve(problem, {.t_end = 10, .tolerance = 1e-6, .method = method});
        ASSERT_TRUE(run.success()) << method << ' ' << width << ' ' << at;
        EXPECT_NEAR(run.end("x"), std::sqrt(std::numbers::pi), 1e-4) << method << ' ' << width << ' ' << at;
      }
}

TEST(Fronts, NeitherIsOneOfAPhaseNorAFront) {
  const auto x = [](const char* text) {
    return solve(problem_of(text), {.t_end = 10, .tolerance = 1e-6}).end("x");
  };
  EXPECT_NEAR(x("model P Real x(start = 0, fixed = true), p(start = 0, fixed = true); equation der(p) = 2; "
                "der(x) = exp(-((p - 18.27)/0.01)^2)/0.01; end P;"),
              std::sqrt(std::numbers::pi) / 2, 1e-4);
  EXPECT_NEAR(
      x("model P Real x(start = 0, fixed = true), u, v; equation v = (time - 9.5)/0.001; u = 1 + tanh(v); "
        "der(x) = u; end P;"),
      1, 1e-4);
}

// What moves all the time, or for a good part of it, is seen by steps as they are.
TEST(Fronts, NothingEndsStepsWhereNothingRests) {
  for (const char* right :
       {"sin(time)", "time^2", "exp(-time)", "cos(100*time)", "x*time", "exp(-((time - 5)/3)^2)"}) {
    const model::Problem problem = problem_of(
        std::string("model P Real x(start = 0, fixed = true); equation der(x) = ") + right + "; end P;");
    const Fronts fronts(problem.dae, {"x", "der(x)"});
    const double values[] = {0, 0};
    EXPECT_TRUE(fronts.times(0, 10, values, {}, 1e-6).empty()) << right;
  }
}

}  // namespace
}  // namespace trammel::pipeline

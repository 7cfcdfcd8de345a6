#include "pipeline/bumps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

double end_of_x(const std::string& text, double t_end, const char* method = "auto", double tolerance = 1e-6) {
  const solution::Solution run = solve(modelica::load({{"bumps.mo", text}}).problem,
                                       {.t_end = t_end, .tolerance = tolerance, .method = method});
  return run.success() ? run.end("x") : NAN;
}

// The area of a pulse is known, whatever its shape; s = t - 3 through a second derivative, so that nobody knows it before the run.
TEST(Bumps, APulseOfAStateIsNotPassedOver) {
  constexpr double pi = std::numbers::pi;
  const std::string
      begin =
          "model P parameter Real w = 0.003; Real x(start = 0, fixed = true), s(start = -3, fixed = "
          "true), v(start = 1, fixed = true), q; equation der(s) = v; der(v) = 0; q = s^2; der(x) = (",
      end = ")/w; end P;";
  for (const char* method : {"auto", "tsit5", "radau", "bdf"}) {
    EXPECT_NEAR(end_of_x(begin + "exp(-q/w^2)" + end, 10, method), std::sqrt(pi), 1e-3) << method;
    if (*method != 'r' && *method != 'b') {  // cosh(1000) has no value, and so no slope
      EXPECT_NEAR(end_of_x(begin + "1/cosh(s/w)^2" + end, 10, method), 2, 1e-3) << method;
    }
    EXPECT_NEAR(end_of_x(begin + "max(0, 1 - abs(s)/w)" + end, 10, method), 1, 1e-3) << method;
    EXPECT_NEAR(end_of_x(begin + "noEvent(if s > -w and s < w then 1 else 0)" + end, 10, method), 2, 1e-3)
        << method;
  }
}

// Twice in each period of an oscillation, which steps of many methods pass over as soon as nothing else moves.
TEST(Bumps, NeitherIsAnyOfATrain) {
  const double x = end_of_x(
      "model P Real x(start = 0, fixed = true), s(start = 0, fixed = true), v(start = 1, fixed = true); "
      "equation "
      "der(s) = v; der(v) = -s; der(x) = abs(v)*exp(-((s - 0.6)/0.001)^2)/0.001; end P;",
      20 * std::numbers::pi);
  EXPECT_NEAR(x, 20 * std::sqrt(std::numbers::pi), 0.01);
}

// A triangle of height 1 and width 0.002, in a table that is searched by a loop, at a time and at a state.
TEST(Bumps, ATableIsReadWhereItMoves) {
  for (const char* of : {"time", "s"})
    for (const char* method : {"auto", "radau"}) {
      const double x = end_of_x(
          "model P function table input Real u; input Real X[:]; input Real Y[:]; output Real y; protected "
          "Integer i; algorithm i := 1; while i < size(X, 1) - 1 and u > X[i + 1] loop i := i + 1; end "
          "while; y := "
          "Y[i] + (Y[i + 1] - Y[i])/(X[i + 1] - X[i])*(u - X[i]); end table; Real x(start = 0, fixed = "
          "true), "
          "s(start = 0, fixed = true); equation der(s) = 1; der(x) = 1000*table(" +
              std::string(of) + ", {0, 7.123, 7.124, 7.125, 10}, {0, 0, 1, 0, 0}); end P;",
          10, method);
      EXPECT_NEAR(x, 1, 1e-4) << of << ' ' << method;
    }
}

// What moves all the time is seen by steps as they are: exp(x) and |x| of a slow motion take no step back.
TEST(Bumps, NothingIsTakenBackWhereNothingRests) {
  for (const char* right : {"-exp(x)", "-abs(x)", "tanh(x)", "max(x, -x)"}) {
    const solution::Solution run =
        solve(modelica::load(
                  {{"calm.mo", std::string("model P Real x(start = 1, fixed = true); equation der(x) = ") +
                                   right + "; end P;"}})
                  .problem,
              {.t_end = 3, .tolerance = 1e-6, .method = "dop853"});
    ASSERT_TRUE(run.success()) << right;
    EXPECT_LE(run.counts.rejected, 2) << right;
  }
}

}  // namespace
}  // namespace trammel::pipeline

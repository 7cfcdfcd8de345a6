#include "pipeline/dips.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

solution::Solution solved(const char* text, double from, double to, double tolerance,
                          const std::string& method = "auto") {
  return solve(modelica::load({{"dips.mo", text}}).problem,
               {.t_start = from, .t_end = to, .tolerance = tolerance, .method = method});
}

const char* const logistic_7 = R"(model Logistic
  Real x(start = 0.5, fixed = true); equation der(x) = 7*time*x*(1 - x); end Logistic;)";
const char* const logistic_40 = R"(model Logistic
  Real x(start = 0.5, fixed = true); equation der(x) = 40*time*x*(1 - x); end Logistic;)";

// x = 1/(1 + exp(-k (t² - 9)/2)) falls to exp(-4.5 k), 1e-14 and 1e-78, and returns. What growth made of
// errors there was reported with all digits.
TEST(Dips, WhatDiesOutAndRecoversIsWhatItWas) {
  for (const char* text : {logistic_7, logistic_40})
    for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
      const solution::Solution run = solved(text, -3, 3, tolerance);
      ASSERT_TRUE(run.success()) << tolerance;
      const double off = std::fabs(run.end("x") - 0.5);
      EXPECT_LE(off, std::pow(10.0, -run.certificate.digits[0])) << tolerance;
      EXPECT_GT(run.certificate.digits[0], 1) << tolerance;
    }
}

// x = exp(-20 sin(t)²), also with methods that were asked for, within what certificates allow.
TEST(Dips, ReturnsToOne) {
  const char* const text = R"(model Dip
    Real x(start = 1, fixed = true); equation der(x) = -20*sin(2*time)*x; end Dip;)";
  for (const char* method : {"auto", "dopri5", "radau", "bdf"})
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      const solution::Solution run = solved(text, 0, 3.141592653589793, tolerance, method);
      ASSERT_TRUE(run.success()) << method << ' ' << tolerance;
      EXPECT_NEAR(run.end("x"), 1, 300 * tolerance) << method << ' ' << tolerance;
    }
}

// Zero is invariant: a population that is positive stays so.
TEST(Dips, NothingChangesItsSignInTheDark) {
  const char* const text = R"(model Bernoulli
    Real x(start = 0.5, fixed = true), s(start = -1, fixed = true);
    equation der(s) = 1; der(x) = 70*(s*x - x^3); end Bernoulli;)";
  for (const double tolerance : {1e-3, 1e-6, 1e-9})
    EXPECT_GT(solved(text, 0, 2.3, tolerance).end("x"), 0) << tolerance;
}

// Passing zero is no dip, and neither is what rests at zero until it is moved.
TEST(Dips, ZerosThatArePassedAndRestAreNone) {
  Dips dips;
  const int columns[] = {0, 1};
  const double nominal[] = {1, 1};
  dips.begin(0, 2, columns, nominal, 1e-6);
  for (const double t : {-0.2, -0.1, 1e-9, 0.1, 0.2}) {
    const double state[] = {t, t > 0.15 ? 1.0 : 0.0};
    EXPECT_TRUE(dips.see(state).empty());
  }
  EXPECT_FALSE(dips.recovered());
  const std::vector<int> both = {0, 1}, none = {};
  for (const auto& [x, doubtful] :
       {std::pair(1.0, none), {1e-8, none}, {1e-9, both}, {2e-9, none}, {1e-8, both}, {1.0, both}}) {
    const double state[] = {x, x};
    EXPECT_EQ(dips.see(state), doubtful) << x;
  }
  EXPECT_TRUE(dips.recovered());
}

}  // namespace
}  // namespace trammel::pipeline

#include "pipeline/growth.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

model::Problem problem_of(const char* text) { return modelica::load({{"growth.mo", text}}).problem; }

const char* const a_planet = R"(model Circle
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  der(x) = u; der(y) = v; der(u) = -x/(x^2 + y^2)^1.5; der(v) = -y/(x^2 + y^2)^1.5;
end Circle;)";

const char* const a_swing = R"(model Swing
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v; der(v) = -x;
end Swing;)";

const char* const an_attractor = R"(model Lorenz
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), z(start = 1, fixed = true);
equation
  der(x) = 10*(y - x); der(y) = x*(28 - z) - y; der(z) = x*y - 8/3*z;
end Lorenz;)";

// Both move on the unit circle with the speed 1. Errors add up, those of the planet with the square of time.
TEST(Growth, PromisedDigitsAreThereHoweverLongTheRun) {
  for (const char* text : {a_planet, a_swing})
    for (const double end : {10.0, 100.0, 1000.0})
      for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
        const solution::Solution run = solve(problem_of(text), {.t_end = end, .tolerance = tolerance});
        ASSERT_TRUE(run.success());
        const double off = std::fabs(run.end("x") - std::cos(end)),
                     promised = std::pow(10.0, -run.certificate.digits[0]);
        EXPECT_LE(off, promised) << "until " << end << " at " << tolerance;
      }
}

// With equations that are frozen where the planet is, its distance grows like exp(√2 t).
TEST(Growth, APlanetOnItsCircleIsNotSensitive) {
  const solution::Solution run = solve(problem_of(a_planet), {.t_end = 100, .tolerance = 1e-8});
  EXPECT_FALSE(run.certificate.sensitive);
  EXPECT_LT(run.certificate.amplification, 1000);
  EXPECT_GE(run.certificate.digits[0], 5);
}

// Errors grow like exp(0.9 t): none of 8 digits is left at t = 30.
TEST(Growth, NoDigitOfAChaoticMotionIsPromised) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const solution::Solution run = solve(problem_of(an_attractor), {.t_end = 30, .tolerance = tolerance});
    EXPECT_TRUE(run.certificate.sensitive) << tolerance;
    EXPECT_EQ(run.certificate.holds, true);
  }
}

// What decays as fast as something else grows has to be followed by any method.
TEST(Growth, ASaddleIsNotStiff) {
  const solution::Solution run = solve(problem_of(a_planet), {.t_end = 1000, .tolerance = 1e-6});
  EXPECT_EQ(run.choice.method, "dop853") << run.choice.reason;
  for (const auto& candidate : run.considered.candidates)  // nor does it begin with another
    EXPECT_TRUE(candidate.method == "dop853" || candidate.spent == 0) << candidate.method;
}

// 1/(1 + y^2) loses nearly all of itself at y = 2 and never more: y is not as large as rounding makes it.
TEST(Growth, AZeroThatEquationsHardlyNoticeIsNotSizedByRounding) {
  const solution::Solution run = solve(problem_of(a_planet), {.t_end = 1000, .tolerance = 1e-6});
  for (const auto& [name, size] : run.scales) EXPECT_LE(size, 10) << name;
  for (const std::string& note : run.notes)
    EXPECT_EQ(note.find("stayed far below"), std::string::npos) << note;
}

// Photons begin below their absolute tolerance, and the gain passes the threshold on the way: steps of an
// implicit method pass over their growth. In units of 1e9 per cubic metre. The number of photons is that of
// radau5 at 1e-11 without nominal values.
TEST(Growth, WhatBeginsInTheDarkBelowItsThresholdIsFollowed) {
  const solution::Solution run = solve(problem_of(R"(model Laser
  Real N(start = 1e15, fixed = true, nominal = 1e15), P(start = 1e9, fixed = true, nominal = 1e13), s(nominal = 1e3);
equation
  1e9*der(N) = 3e33 - 1e9*N/2e-9 - 1e9*s*(1e9*P);
  1e9*der(P) = 1e9*s*(1e9*P) - 1e9*P/2e-12 + 1e-4*(1e9*N)/2e-9;
  1e9*s = 1e-12*(1e9*N - 1e24);
end Laser;)"),
                                       {.t_end = 2e-9, .tolerance = 1e-3});
  EXPECT_NEAR(run.end("P"), 4.4643e12, 5e10);
}

TEST(Growth, MilestonesAreSetAtStepsFourToADoubling) {
  Milestones milestones;
  const std::vector<std::string> states = {"x"}, reported = {"y", "x"};
  milestones.begin(0, states, reported);
  for (int step = 1; step <= 96; ++step) {
    const double x = step;
    milestones.pass(step, Vec(&x, 1));
  }
  ASSERT_EQ(milestones.marks().size(), 17u);  // 6, 8, 9, 11, 12, ..
  EXPECT_EQ(milestones.marks().front().step, 6);
  EXPECT_EQ(milestones.marks().front().values[1], 6);
  milestones.begin(20, states, reported);  // a choice that goes on from there
  EXPECT_EQ(milestones.marks().back().step, 17);
}

}  // namespace
}  // namespace trammel::pipeline

// Sizes and the unit of time against models whose scales are known by hand.
#include "analysis/size_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/scales.hpp"
#include "model/model.hpp"

namespace trammel::analysis {
namespace {

using model::der;
using model::Model;

// x' = v, v' = -k x with x of size a: τ = 1/sqrt(k), v = a sqrt(k).
TEST(FitSizes, AnOscillatorTellsItsTimeAndItsVelocity) {
  for (const double k : {1e-12, 1.0, 4e6}) {
    const KnownSizes known{.variable = {1e-3, 0}, .equation = {0, 0}, .by_time = {0, 0}, .span = 10};
    const SizeFit fit = fit_sizes(known, {{0, 0, 1, 1}, {0, 1, 0, 1}, {1, 1, 1, 1}, {1, 0, 0, k}});
    EXPECT_NEAR(fit.time * std::sqrt(k), 1, 0.01);
    EXPECT_NEAR(fit.variable[1] / (1e-3 * std::sqrt(k)), 1, 0.01);
  }
}

TEST(FitSizes, ADisturbanceTellsTheTimeOnlyWhereNothingElseDoes) {
  const KnownSizes known{.variable = {1}, .equation = {1}, .by_time = {1e-4}};
  EXPECT_NEAR(fit_sizes(known, {{0, 0, 1, 1}, {0, 0, 0, 1}}).time, 1, 0.2);
  EXPECT_NEAR(fit_sizes(known, {{0, 0, 0, 1}}).time, 1e4, 1);
}

TEST(FitSizes, AVariableThatNothingConnectsWithAKnownOneHasNoSize) {
  const KnownSizes known{.variable = {2, 0, 0}, .equation = {0, 0, 0}, .by_time = {0, 0, 0}};
  const SizeFit fit = fit_sizes(known, {{0, 0, 0, 3}, {1, 1, 0, 5}, {1, 2, 0, 7}, {2, 1, 1, 1}});
  EXPECT_EQ(fit.variable[1], 0);
  EXPECT_EQ(fit.variable[2], 0);
  EXPECT_NEAR(fit.variable[0], 2, 1e-6);
}

// A pendulum of length L in gravity g that starts level at rest: λ vanishes there, but g/L is its size, and
// sqrt(L/g) the unit of time, whatever the length of the interval.
TEST(FitSizes, APendulumThatStartsLevelHasItsMultiplierFromGravity) {
  for (const double L : {1.0, 1e-6}) {
    Model m("level");
    auto x = m.variable("x", {.start = L}), y = m.variable("y"), F = m.variable("F");
    m.equation("x", der(x, 2) == -F * x);
    m.equation("y", der(y, 2) == -F * y - 9.81);
    m.equation("rod", x * x + y * y == L * L);
    const Sizes s =
        find_sizes(m.problem().dae, {{L, 0, 0}, {0, 0, 0}, {0}}, 0, {.span = 1000 * std::sqrt(L)});
    EXPECT_LT(std::fabs(std::log10(s.variable[2] / (9.81 / L))), 1);
    EXPECT_LT(std::fabs(std::log10(s.time / std::sqrt(L / 9.81))), 0.7);
  }
}

// A value of 1e-300 is what an iteration left of zero.
TEST(FindSizes, WhatAnIterationLeavesOfZeroIsNoSize) {
  Model m("level");
  auto x = m.variable("x", {.start = 1}), y = m.variable("y"), F = m.variable("F");
  m.equation("x", der(x, 2) == -F * x);
  m.equation("y", der(y, 2) == -F * y - 9.81);
  m.equation("rod", x * x + y * y == 1);
  const model::Dae dae = m.problem().dae;
  const Values clean = without_rounding(dae, {{1, 0, -2e-323}, {0, 0, -9.81}, {2e-323}});
  EXPECT_EQ(clean[2][0], 0);
  EXPECT_GT(find_sizes(dae, clean, 0).variable[2], 0.1);
}

// x' = y + y³/5, y' = z, z' = w + z² y/5 along x = 1.3 t + 1.4 t² − 1, where y, z and w begin with zero:
// round by round powers made them smaller, down to 1e-198.
TEST(FitSizes, HighPowersDoNotShrinkSizesWithoutEnd) {
  Model m("path");
  auto x = m.variable("x"), y = m.variable("y"), z = m.variable("z"), w = m.variable("w");
  const auto t = m.time();
  m.equation("path", x == 1.3 * t + 1.4 * t * t - 1);
  m.equation("x", der(x) == y - 0.06 * t + 0.2 * y * y * y);
  m.equation("y", der(y) == z + 0.06 * t * x * y);
  m.equation("z", der(z) == w + 0.18 * z * z * y);
  const Sizes s = find_sizes(m.problem().dae, {{0}, {0}, {0}, {0}}, 0, {.span = 1});
  for (const double size : s.variable) EXPECT_LT(std::fabs(std::log10(size)), 4);
}

}  // namespace
}  // namespace trammel::analysis

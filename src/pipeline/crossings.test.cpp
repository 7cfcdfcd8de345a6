// Roots of polynomials that are known exactly.
#include "pipeline/crossings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "solution/step_polynomial.hpp"

namespace trammel::pipeline {
namespace {

std::optional<double> find(double from, double to, int degree, const std::function<double(double)>& f,
                           double noise = 1e-14) {
  std::vector<double> values;
  for (const double theta : solution::chebyshev_grid(degree).points)
    values.push_back(f(from + theta * (to - from)));
  return first_negative({.at_points = values, .noise = noise, .at = f}, from, to);
}

// y = t³ + 6t² - 4t - 24 = (t + 6)(t + 2)(t - 2): all three roots lie inside one step.
TEST(Crossings, TheFirstOfThreeRootsInOneStepIsFound) {
  const auto y = [](double t) { return t * t * t + 6 * t * t - 4 * t - 24; };
  EXPECT_NEAR(find(-8, 8, 4, [&](double t) { return -y(t); }).value(), -6, 1e-14);
  EXPECT_NEAR(find(-5.5, 8, 4, y).value(), -2, 1e-14);
  EXPECT_NEAR(find(-1.5, 8, 4, [&](double t) { return -y(t); }).value(), 2, 1e-14);
}

// (t - 0.5)² - 1e-6 is negative on an interval of 0.002 only.
TEST(Crossings, ADipBetweenThePointsIsFoundByTheExtremaOfThePolynomial) {
  EXPECT_NEAR(find(0, 1.1, 4, [](double t) { return (t - 0.5) * (t - 0.5) - 1e-6; }).value(), 0.499, 1e-13);
}

TEST(Crossings, ATangentialContactIsNoCrossing) {
  EXPECT_FALSE(find(0, 1, 4, [](double t) { return (t - 0.3) * (t - 0.3); }));
}

TEST(Crossings, ATripleRootIsFoundAsExactlyAsASimpleOne) {
  const double root = 0.37;
  EXPECT_NEAR(find(0, 1, 4, [&](double t) { return std::pow(root - t, 3); }).value(), root, 1e-15);
}

TEST(Crossings, AZeroAtTheStartIsJudgedByWhereItGoes) {
  EXPECT_EQ(find(2, 3, 4, [](double t) { return 2 - t; }), 2.0);  // down at once
  EXPECT_FALSE(find(2, 3, 4, [](double t) { return t - 2; }));    // up
  EXPECT_FALSE(find(2, 3, 4, [](double) { return 0.0; }));        // nowhere
  EXPECT_NEAR(find(2, 3, 4, [](double t) { return (t - 2) * (2.001 - t); }).value(), 2.001, 1e-14);
}

// The polynomial through a few of its points leaves zero with a slope that is not its own.
TEST(Crossings, WhatLeavesZeroAlongATangentLeavesItAsItDoes) {
  for (const double k : {1.0, 2.0, 2.5, 3.0, 4.0}) {
    EXPECT_FALSE(find(0, 1, 4, [&](double t) { return 1 - std::cos(k * t); })) << k;
    EXPECT_EQ(find(0, 1, 4, [&](double t) { return std::cos(k * t) - 1; }), 0.0) << k;
  }
}

TEST(Crossings, AZeroAtTheEndIsLeftToTheNextStep) {
  EXPECT_FALSE(find(0, 1, 3, [](double t) { return 1 - t; }));
}

TEST(Crossings, TheTimeThatIsReturnedLiesBehindTheRoot) {
  const auto f = [](double t) { return std::cos(t); };
  const double t = find(0, 2, 12, f).value();
  EXPECT_LE(f(t), 0);
  EXPECT_GT(f(t - 1e-15), 0);
}

}  // namespace
}  // namespace trammel::pipeline

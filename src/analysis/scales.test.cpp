// Sizes against numbers that follow from the equations by hand.
#include "analysis/scales.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"

namespace trammel::analysis {
namespace {

using model::der;
using model::Model;

// m x'' = −λ x, m y'' = −λ y − m g, x² + y² = L², hanging in (0, −L) at rest: x'' = 0, y'' = 0, λ = m g/L.
Sizes pendulum(double m_value, double L, double lambda) {
  Model m("pendulum");
  auto x = m.variable("x", {.start = 0}), y = m.variable("y", {.start = -L}), F = m.variable("F");
  m.equation("x", m_value * der(x, 2) == -F * x);
  m.equation("y", m_value * der(y, 2) == -F * y - m_value * 9.81);
  m.equation("rod", x * x + y * y == L * L);
  return find_sizes(m.problem().dae, {{0, 0, 0}, {-L, 0, 0}, {lambda}}, 0);
}

TEST(FindSizes, OfEquationsAreTheSumsOfTheirTerms) {
  const Sizes s = pendulum(1e8, 1, 9.81e8);
  EXPECT_DOUBLE_EQ(s.equation[1], 2 * 9.81e8);
  EXPECT_DOUBLE_EQ(s.equation[2], 2);
}

TEST(FindSizes, OfVariablesThatAreZeroFollowFromTheOtherTermsOfTheirEquations) {
  const Sizes s = pendulum(1e8, 1, 0);  // λ not known yet: m g / L
  EXPECT_EQ(s.source[2], ScaleSource::balance);
  EXPECT_NEAR(s.variable[2], 9.81e8, 1);
  EXPECT_EQ(s.source[0], ScaleSource::balance);  // x² = 2 L², to the next power of ten
  EXPECT_NEAR(s.variable[0], 10, 1e-9);
  EXPECT_EQ(s.source[1], ScaleSource::value);
}

TEST(FindSizes, ScaleWithTheUnits) {
  const Sizes a = pendulum(1, 1, 0), b = pendulum(1e-9, 1e-8, 0);
  EXPECT_NEAR(b.variable[0] / a.variable[0], 1e-8, 1e-20);
  EXPECT_NEAR(b.variable[1] / a.variable[1], 1e-8, 1e-20);
  EXPECT_NEAR(b.variable[2] / a.variable[2], 1e-1, 1e-12);  // m g / L
  EXPECT_NEAR(b.equation[1] / a.equation[1], 1e-9, 1e-20);
}

// 1.2 cos a + 1.2 cos b = s at a right angle: s is zero, and what rounding left of it (1.5e-16) is no size. With that
// the unit of time would be 1e-16 of that of the angles, and errors of a and b would be forgiven.
TEST(FindSizes, AStartThatIsARoundedZeroHasNoSize) {
  Model m("crank");
  const double right = M_PI / 2, s0 = 2.4 * std::cos(right);
  auto a = m.variable("a", {.start = right}), b = m.variable("b", {.start = -right}),
       s = m.variable("s", {.start = s0});
  m.equation("a", der(a) == 3.0 + 0.0 * s);
  m.equation("b", der(b) == -3.0);
  m.equation("along", 1.2 * cos(a) + 1.2 * cos(b) - s == 0.0);
  const Sizes sizes = find_sizes(m.problem().dae, {{right, 3}, {-right, -3}, {s0}}, 0);
  EXPECT_GT(sizes.variable[2], 1e-6);
  EXPECT_GT(sizes.time, 1e-6);
}

TEST(FindSizes, ANominalValueComesFirstThenWhatAVariableMovesInOneStep) {
  Model m("two");
  auto x = m.variable("x", {.start = 3, .nominal = 1e-6}), y = m.variable("y");
  m.equation("x", der(x) == -x);
  m.equation("y", der(y) == 2e-3 * x);
  const Sizes s = find_sizes(m.problem().dae, {{3, -3}, {0, 6e-3}}, 0, {.step = 0.1});
  EXPECT_EQ(s.source[0], ScaleSource::nominal);
  EXPECT_DOUBLE_EQ(s.variable[0], 1e-6);
  EXPECT_EQ(s.source[1], ScaleSource::slope);
  EXPECT_DOUBLE_EQ(s.variable[1], 6e-4);
}

TEST(FindSizes, WhatRoundingLeavesOfADifferenceIsNoSize) {
  Model m("difference");
  auto x = m.variable("x"), y = m.variable("y"), d = m.variable("d");
  m.equation("x", x == 1);
  m.equation("y", y == 1);
  m.equation("d", d == x - y);
  const Sizes s = find_sizes(m.problem().dae, {{1}, {1}, {1e-16}}, 0);
  EXPECT_EQ(s.source[2], ScaleSource::balance);
  EXPECT_NEAR(s.variable[2], 2, 1e-12);
}

TEST(FindSizes, AVelocityAtRestIsAsLargeAsThePositionPerInterval) {
  Model m("rest");
  auto x = m.variable("x", {.start = 1e-8}), v = m.variable("v");
  m.equation("x", der(x) == v);
  m.equation("v", der(v) == 0);
  const Sizes s = find_sizes(m.problem().dae, {{1e-8, 0}, {0, 0}}, 0, {.span = 1e-3});
  EXPECT_NEAR(s.variable[1], 1e-5, 1e-12);
}

// Robertson's second species: 0.04 a = 3e7 b² at once, so b = 3.7e-5, though a + b + c = 1 would allow for 1.
TEST(FindSizes, AVariableThatOnlyItsSquareLimitsIsAsLargeAsThat) {
  Model m("robertson");
  auto a = m.variable("a", {.start = 1}), b = m.variable("b"), c = m.variable("c");
  m.equation("a", der(a) == -0.04 * a + 1e4 * b * c);
  m.equation("b", der(b) == 0.04 * a - 1e4 * b * c - 3e7 * b * b);
  m.equation("total", a + b + c == 1);
  const Sizes s = find_sizes(m.problem().dae, {{1, 0}, {0, 0}, {0, 0}}, 0);
  EXPECT_GT(s.variable[1], 3.6e-5);
  EXPECT_LT(s.variable[1], 3.7e-4);
}

TEST(FindSizes, TheSineOfPiIsNoSizeOfAnEquation) {
  Model m("pi");
  auto b = m.variable("b", {.start = M_PI}), l = m.variable("l");
  m.equation("b", der(b, 2) == -l - sin(b));
  m.equation("l", b == M_PI);
  EXPECT_GT(find_sizes(m.problem().dae, {{M_PI, 0, 0}, {0}}, 0).variable[1], 1e-3);
}

// Its Jacobian at pi is what rounding leaves of sin(pi): no balance of 1e16, beside which the value is noise.
TEST(FindSizes, AVariableAtPiIsAsLargeAsPi) {
  Model m("cosine");
  auto a = m.variable("a"), b = m.variable("b", {.start = M_PI});
  m.equation("a", der(a) == -a);
  m.equation("closed", cos(a) + cos(b) == 0);
  EXPECT_DOUBLE_EQ(find_sizes(m.problem().dae, {{0, 1}, {M_PI, -1}}, 0).variable[1], M_PI);
}

// A bead on y = x² with its two equations added up: at x = 1 F - F x notices no F but by rounding, at 1e17.
TEST(FindSizes, AForceThatCancelsAtTheStartHasNoSizeOfRounding) {
  Model m("bead");
  auto x = m.variable("x", {.start = 1}), y = m.variable("y"), F = m.variable("F");
  m.equation("x", der(x, 2) == F * x);
  m.equation("sum", der(y, 2) + der(x, 2) == -F - 9.81 + F * x);
  m.equation("wire", y == x * x);
  EXPECT_LT(find_sizes(m.problem().dae, {{1, 0, 0}, {1, 0, 0}, {0}}, 0).variable[2], 1e6);
}

TEST(FindSizes, AnEquationAtRestIsAsLargeAsItsVariablesMakeIt) {
  Model m("rest");
  auto x = m.variable("x", {.nominal = 1e-9}), y = m.variable("y", {.nominal = 1e-6});
  m.equation("x", der(x) == 5 * y);
  m.equation("y", der(y) == -x);
  const Sizes s = find_sizes(m.problem().dae, {{0, 0}, {0, 0}}, 0);
  EXPECT_DOUBLE_EQ(s.equation[0], 5e-6);
  EXPECT_DOUBLE_EQ(s.equation[1], 1e-9);
}

}  // namespace
}  // namespace trammel::analysis

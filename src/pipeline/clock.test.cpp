// Zeros of functions of time that are known exactly.
#include "pipeline/clock.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Op;

class Clocks : public ::testing::Test {
 protected:
  expr::Graph g;
  Expr t = g.time();
  Expr number(double x) { return g.constant(x); }
  Expr sine(double w) { return g.apply(Op::sin, g.apply(Op::mul, number(w), t)); }
  Clock clock(Expr zero) { return Clock(expr::Enclosure(g, zero, {{t.id, 0}})); }
};

// All 2000 zeros of sin(1000 t) in 2 pi, each to the last digits; none is found twice.
TEST_F(Clocks, AllZerosOfAFastSineAreFoundOneAfterTheOther) {
  Clock clocks = clock(sine(1000));
  double now = 1e-5, sign = 1;
  for (int k = 1; k < 2000; ++k, sign = -sign) {
    const Clock::Found found = clocks.next({.sign = sign}, now, 2 * std::numbers::pi, {});
    ASSERT_TRUE(found.negative) << k;
    ASSERT_NEAR(found.t, k * std::numbers::pi / 1000, 4e-15) << k;
    now = found.t;
  }
}

// exp(-((t - 50)/1e-6)^2) > 0.5 for 1.7e-6 in an interval of 100.
TEST_F(Clocks, AShortPulseInALongIntervalIsFound) {
  const Expr x = g.apply(Op::div, g.apply(Op::sub, t, number(50)), number(1e-6));
  const Expr pulse = g.apply(Op::exp, g.apply(Op::neg, g.apply(Op::mul, x, x)));
  Clock clocks = clock(g.apply(Op::sub, number(0.5), pulse));
  const Clock::Found on = clocks.next({}, 0, 100, {});
  ASSERT_TRUE(on.negative);
  EXPECT_NEAR(on.t, 50 - 1e-6 * std::sqrt(std::log(2)), 1e-13);
  const Clock::Found off = clocks.next({.sign = -1}, on.t, 100, {});
  ASSERT_TRUE(off.negative);
  EXPECT_NEAR(off.t, 50 + 1e-6 * std::sqrt(std::log(2)), 1e-13);
  EXPECT_FALSE(clocks.next({}, off.t, 100, {}).negative);
}

TEST_F(Clocks, WhatOnlyTouchesZeroDoesNotBecomeNegative) {
  EXPECT_FALSE(clock(g.apply(Op::add, number(1), sine(3))).next({}, 0, 100, {}).negative);
  EXPECT_FALSE(
      clock(g.apply(Op::pow, g.apply(Op::sub, t, number(1)), number(2))).next({}, 0, 2, {}).negative);
  EXPECT_FALSE(clock(g.apply(Op::abs, sine(1))).next({}, 0, 10, {}).negative);
}

// From a zero at the beginning it is judged by where it goes; a cube crosses, too.
TEST_F(Clocks, AZeroAtTheBeginningCountsIfTheFunctionFalls) {
  EXPECT_EQ(clock(sine(-1)).next({}, 0, 1, {}).t, 0);
  EXPECT_NEAR(clock(sine(1)).next({}, 0, 10, {}).t, std::numbers::pi, 1e-15);
  const Expr cube = g.apply(Op::pow, g.apply(Op::sub, number(1), t), number(3));
  EXPECT_NEAR(clock(cube).next({}, 0, 3, {}).t, 1, 1e-5);
}

// sin^2 + cos^2 - 1 is zero but for rounding, and intervals do not see that: the search is given up, and goes
// on from there.
TEST_F(Clocks, ASearchThatCannotDecideEnds) {
  const Expr s = sine(1), c = g.apply(Op::cos, t);
  Clock clocks =
      clock(g.apply(Op::sub, g.apply(Op::add, g.apply(Op::mul, s, s), g.apply(Op::mul, c, c)), number(1)));
  double now = 0;
  int searches = 0;
  for (; now < 10 && searches < 10; ++searches) {
    const Clock::Found found = clocks.next({.offset = 1e-12}, now, 10, {});
    EXPECT_FALSE(found.negative);
    ASSERT_GT(found.t, now);
    now = found.t;
  }
  EXPECT_EQ(now, 10);
  EXPECT_GT(searches, 1);
}

}  // namespace
}  // namespace trammel::pipeline

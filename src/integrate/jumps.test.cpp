#include "integrate/jumps.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel::integrate {
namespace {

TEST(Obstacle, StandsWhereStepsFailThoughShorterOnesBeforeItSucceed) {
  Obstacle obstacle;
  for (int i = 0; i < 6; ++i) {
    EXPECT_FALSE(obstacle.stands());
    obstacle.failed(1);
    obstacle.accepted(1 - 0.5 / (1 << i));  // ever nearer, never past it
  }
  EXPECT_TRUE(obstacle.stands());
  obstacle.accepted(1);
  EXPECT_FALSE(obstacle.stands());
}

// Each step is tried at twice its length, fails, and two halves succeed: nothing is in the way.
TEST(Obstacle, IsNotMadeOfLongStepsThatFailWhileShorterOnesGetOn) {
  Obstacle obstacle;
  for (int i = 0; i < 100; ++i) {
    obstacle.failed(i + 1);
    obstacle.accepted(i + 0.5);
    obstacle.accepted(std::nextafter(i + 1.0, 0.0));  // rounding may leave it just before the failed end
    EXPECT_FALSE(obstacle.stands());
  }
}

// u = t - 3e8, of which a step of 1e-6 shows a change far above what is allowed beside zero: let through as a
// jump once. In the next step the same change is a rate.
TEST(Jumps, WhatJumpsAgainInTheNextStepMoves) {
  Jumps jumps;
  const double t = 3e8, h = 1e-6;
  std::vector<double> slope = {1};
  EXPECT_FALSE(jumps.begin_anew(t, t + h, slope));
  EXPECT_TRUE(jumps.begin_anew(t + h, t + 2 * h, slope));
  EXPECT_FALSE(jumps.begin_anew(t + 9 * h, t + 10 * h, slope));
}

}  // namespace
}  // namespace trammel::integrate

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

}  // namespace
}  // namespace trammel::integrate

#include "integrate/jumps.hpp"

#include <gtest/gtest.h>

namespace trammel::integrate {
namespace {

TEST(Obstacle, StandsAfterSixFailuresUntilAStepHasPassedIt) {
  Obstacle obstacle;
  for (int k = 0; k < 6; ++k) {
    EXPECT_FALSE(obstacle.stands());
    obstacle.failed(1);
    obstacle.accepted(0.9);  // short of it
  }
  EXPECT_TRUE(obstacle.stands());
  obstacle.accepted(1);
  EXPECT_FALSE(obstacle.stands());
}

}  // namespace
}  // namespace trammel::integrate

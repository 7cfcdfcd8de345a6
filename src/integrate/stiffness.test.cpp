#include "integrate/stiffness.hpp"

#include <gtest/gtest.h>

#include <array>

namespace trammel::integrate {
namespace {

// Slopes of y' = -λ y at two points: the watch sees hλ exactly.
void steps(StiffnessWatch& watch, double h_lambda, int count) {
  for (int i = 0; i < count; ++i) {
    const std::array<double, 1> y = {1}, other = {1.01}, k = {-h_lambda}, other_k = {-1.01 * h_lambda};
    watch.step(1, k, other_k, y, other);
  }
}

TEST(StiffnessWatch, SpeaksAfterFifteenStepsAtTheBorder) {
  StiffnessWatch watch(3.3);
  steps(watch, 3.28, 14);
  EXPECT_FALSE(watch.stiff());
  steps(watch, 3.28, 1);
  EXPECT_TRUE(watch.stiff());
}

TEST(StiffnessWatch, ForgivesAfterSixStepsAwayFromTheBorder) {
  StiffnessWatch watch(3.3);
  for (int i = 0; i < 10; ++i) {
    steps(watch, 3.28, 14);
    steps(watch, 1, 6);
  }
  EXPECT_FALSE(watch.stiff());
}

TEST(StiffnessWatch, LearnsNothingFromRounding) {
  StiffnessWatch watch(3.3);
  const std::array<double, 1> y = {1}, other = {1 + 2e-16}, k = {0}, other_k = {1};
  for (int i = 0; i < 100; ++i) watch.step(1, k, other_k, y, other);
  EXPECT_FALSE(watch.stiff());
}

}  // namespace
}  // namespace trammel::integrate

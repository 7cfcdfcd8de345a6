#include "integrate/stiffness.hpp"

#include <gtest/gtest.h>

#include <array>

namespace trammel::integrate {
namespace {

constexpr std::array<double, 1> one = {1};

// Slopes of y' = -λ y at two points: the watch sees hλ exactly.
void steps(StiffnessWatch& watch, double h_lambda, int count) {
  for (int i = 0; i < count; ++i) {
    const std::array<double, 1> y = {1}, other = {1.01}, k = {-h_lambda}, other_k = {-1.01 * h_lambda};
    watch.step(1, k, other_k, y, other, one);
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
  for (int i = 0; i < 100; ++i) watch.step(1, k, other_k, y, other, one);
  EXPECT_FALSE(watch.stiff());
}

// What decays counts from 0.8 of the border on, what turns does not.
TEST(StiffnessWatch, CountsWhatDecaysFromFartherInside) {
  StiffnessWatch decays(3.3), slow(3.3), turns(3.3);
  steps(decays, 0.85 * 3.3, 15);
  EXPECT_TRUE(decays.stiff());
  steps(slow, 0.75 * 3.3, 100);
  EXPECT_FALSE(slow.stiff());
  const double omega = 0.85 * 3.3;  // y' = omega z, z' = -omega y
  const std::array<double, 2> y = {1, 0}, other = {1.01, 0.02}, k = {0, -omega},
                              other_k = {0.02 * omega, -1.01 * omega}, ones = {1, 1};
  for (int i = 0; i < 100; ++i) turns.step(1, k, other_k, y, other, ones);
  EXPECT_FALSE(turns.stiff());
}

// A fast mode in megawatts beside a slow one in milliwatts, and the other way round: hλ = 3.28 is that of what is
// largest in units of its tolerance.
TEST(StiffnessWatch, SeesTheSameInAnyUnits) {
  for (const double unit : {1e-6, 1.0, 1e6}) {
    StiffnessWatch watch(3.3);
    const std::array<double, 2> y = {unit, 1}, other = {1.01 * unit, 1.0001}, k = {-3.28 * unit, -0.1},
                                other_k = {-3.28 * 1.01 * unit, -0.10001}, scale = {1e-6 * unit, 1e-6};
    for (int i = 0; i < 15; ++i) watch.step(1, k, other_k, y, other, scale);
    EXPECT_TRUE(watch.stiff()) << unit;
  }
}

}  // namespace
}  // namespace trammel::integrate

#include "integrate/stiffness.hpp"

#include <gtest/gtest.h>

#include <array>

namespace trammel::integrate {
namespace {

constexpr std::array<double, 1> one = {1};
constexpr double start = 2;

// Slopes of y' = -λ y at two points: the watch sees hλ exactly.
void steps(StiffnessWatch& watch, double h_lambda, int count) {
  for (int i = 0; i < count; ++i) {
    const std::array<double, 1> y = {1}, other = {1.01}, k = {-h_lambda}, other_k = {-1.01 * h_lambda};
    watch.step({1, {&start, 1}, k, y, k, other, other_k, one});
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
  for (int i = 0; i < 100; ++i) watch.step({1, {&start, 1}, k, y, k, other, other_k, one});
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
                              other_k = {0.02 * omega, -1.01 * omega}, ones = {1, 1}, twos = {2, 2};
  for (int i = 0; i < 100; ++i) turns.step({1, twos, k, y, k, other, other_k, ones});
  EXPECT_FALSE(turns.stiff());
}

// A slope that is not zero and a step that ends where it began: nothing but the border does that again and again.
TEST(StiffnessWatch, CountsStepsThatEndWhereTheyBegan) {
  StiffnessWatch returns(3.3), goes_on(3.3);
  const double h_lambda = 0.5 * 3.3, away = 1.5;
  const std::array<double, 1> y = {1}, other = {1.01}, k = {-h_lambda}, other_k = {-1.01 * h_lambda};
  for (int i = 0; i < 15; ++i) {
    returns.step({1, y, k, y, k, other, other_k, one});
    goes_on.step({1, {&away, 1}, k, y, k, other, other_k, one});
  }
  EXPECT_TRUE(returns.stiff());
  EXPECT_FALSE(goes_on.stiff());
}

// A fast mode in megawatts beside a slow one in milliwatts, and the other way round: hλ = 3.28 is that of what is
// largest in units of its tolerance.
TEST(StiffnessWatch, SeesTheSameInAnyUnits) {
  for (const double unit : {1e-6, 1.0, 1e6}) {
    StiffnessWatch watch(3.3);
    const std::array<double, 2> y = {unit, 1}, other = {1.01 * unit, 1.0001}, k = {-3.28 * unit, -0.1},
                                other_k = {-3.28 * 1.01 * unit, -0.10001}, scale = {1e-6 * unit, 1e-6},
                                far = {2 * unit, 2};
    for (int i = 0; i < 15; ++i) watch.step({1, far, k, y, k, other, other_k, scale});
    EXPECT_TRUE(watch.stiff()) << unit;
  }
}

}  // namespace
}  // namespace trammel::integrate

// What delays look at: pieces follow the past, never across a break.
#include "pipeline/history.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "solution/step_polynomial.hpp"

namespace trammel::pipeline {
namespace {

void record(History& history, double from, double to, const std::function<double(double)>& f) {
  constexpr int degree = 6;
  std::vector<double> values;
  for (const double theta : solution::chebyshev_grid(degree).points)
    values.push_back(f(from + theta * (to - from)));
  history.add(from, to, degree + 1, values);
}

TEST(History, IsConstantBeforeItsBeginning) {
  History history(1);
  history.begin(2, std::vector<double>{7});
  const auto piece = history.piece(0, -5, false, 1e-9);
  ASSERT_TRUE(piece);
  EXPECT_EQ(piece->to, 2);
  EXPECT_EQ(value_of(*piece, -5), 7);
}

TEST(History, OnePieceSpansManySmoothStepsAndKeepsToTheAccuracy) {
  History history(1);
  history.begin(0, std::vector<double>{0});
  for (int k = 0; k < 20; ++k)
    record(history, 0.05 * k, 0.05 * (k + 1), [](double s) { return std::sin(s); });
  const auto piece = history.piece(0, 0.1, false, 1e-9);
  ASSERT_TRUE(piece);
  EXPECT_EQ(piece->from, 0.1);
  EXPECT_EQ(piece->to, 1);
  for (double s = 0.1; s <= 1; s += 0.07) EXPECT_NEAR(value_of(*piece, s), std::sin(s), 1e-9);
}

TEST(History, NoPieceCrossesABreak) {
  History history(1);
  history.begin(0, std::vector<double>{0});
  record(history, 0, 0.5, [](double) { return 0.0; });
  history.mark(0.5, 0);
  record(history, 0.5, 1, [](double) { return 1.0; });
  const auto before = history.piece(0, 0.2, false, 1e-9), behind = history.piece(0, 0.5, false, 1e-9);
  ASSERT_TRUE(before && behind);
  EXPECT_EQ(before->to, 0.5);
  EXPECT_EQ(value_of(*before, 0.5), 0);
  EXPECT_EQ(value_of(*behind, 0.5), 1);
  EXPECT_EQ(history.break_at(0.5), 0);
  EXPECT_FALSE(history.break_at(0.4));
}

TEST(History, KnowsNothingBehindItsEndOrOfWhatItForgot) {
  History history(1);
  history.begin(0, std::vector<double>{0});
  for (int k = 0; k < 10; ++k) record(history, k, k + 1, [](double s) { return s; });
  EXPECT_FALSE(history.piece(0, 10, false, 1e-9));
  history.forget(5);
  EXPECT_FALSE(history.piece(0, 2, false, 1e-9));
  EXPECT_TRUE(history.piece(0, 6, true, 1e-9));
}

TEST(History, PacksAndUnpacksToTheSamePieces) {
  History history(2), other(2);
  history.begin(0, std::vector<double>{1, 2});
  history.add(0, 1, 2, std::vector<double>{1, 2, 3, 4});
  history.mark(1, 3);
  other.unpack(history.packed());
  for (const std::size_t k : {0u, 1u})
    EXPECT_EQ(other.piece(k, 0.25, false, 1e-9)->c, history.piece(k, 0.25, false, 1e-9)->c);
  EXPECT_EQ(other.break_at(1), 3);
}

// A run that is taken up again inside a step goes on from there.
TEST(History, AStepFromInsideTheLastOneReplacesItsRest) {
  History history(1);
  history.begin(0, std::vector<double>{0});
  record(history, 0, 1, [](double s) { return s; });
  record(history, 0.5, 1.5, [](double) { return 9.0; });
  EXPECT_NEAR(value_of(*history.piece(0, 0.25, false, 1e-9), 0.3), 0.3, 1e-14);
  EXPECT_NEAR(value_of(*history.piece(0, 0.75, false, 1e-9), 0.8), 9, 1e-12);
}

// What changes at breaks only is known for ever until the next one.
TEST(History, ALevelHoldsUntilTheNextJump) {
  History history(1);
  const auto step = [&](double from, double to, double value) {
    const std::vector<double> values(5, value);
    history.add(from, to, 5, values);
  };
  history.begin(0, std::vector<double>{3});
  step(0, 10, 3);
  auto level = history.level(0, 4);
  ASSERT_TRUE(level);
  EXPECT_EQ(level->c[0], 3);
  EXPECT_GT(level->to, 1e100);
  history.mark(10, 0);
  step(10, 12, 4);
  history.mark(11, 2);  // a bend is no jump
  EXPECT_EQ(history.level(0, 4)->to, 10);
  EXPECT_EQ(history.level(0, 10)->c[0], 4);
  EXPECT_GT(history.level(0, 10)->to, 1e100);
  EXPECT_EQ(history.level(0, -1)->c[0], 3);
}

}  // namespace
}  // namespace trammel::pipeline

#include "linalg/pivots.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel::linalg {
namespace {

std::vector<std::pair<int, int>> full(int rows, int columns) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) entries.emplace_back(i, j);
  return entries;
}

TEST(Pivots, OneRowTakesItsLargestEntry) {
  Pivots pivots(1, 3, full(1, 3), {0});
  ASSERT_TRUE(pivots.choose(std::vector<double>{1, -5, 2}));
  EXPECT_EQ(pivots.columns(), std::vector<int>{1});
}

TEST(Pivots, AChoiceServesUntilItsPivotIsSmallBesideTheRestOfTheRow) {
  Pivots pivots(1, 2, full(1, 2), {0});
  ASSERT_TRUE(pivots.choose(std::vector<double>{1, 0}));
  const auto at = [&](double angle) {
    return pivots.quality(std::vector<double>{std::cos(angle), std::sin(angle)});
  };
  EXPECT_EQ(at(0.7), 1);
  EXPECT_NEAR(at(1.2), 1 / std::tan(1.2), 1e-12);
  EXPECT_EQ(at(std::acos(0.0)), 0);  // of a choice that is singular
}

// A rod between (x, y) and (X, Y) along y, and an edge that needs x or y: 0 x + 1 y - 0 X - 1 Y and 0.1 x - 1
// y. If the rod took y, the edge would be left with 0.1 x beside what is not its own.
TEST(Pivots, EarlierGroupsLeaveColumnsToLaterOnes) {
  for (const double rounding : {-1e-9, 0.0, 1e-9}) {
    Pivots pivots(2, 4, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}, {1, 1}}, {0, 1});
    const std::vector<double> values = {1e-3, 1 + rounding, -1e-3, -1, 0.1, -1};
    ASSERT_TRUE(pivots.choose(values));
    EXPECT_EQ(pivots.columns(), (std::vector<int>{3, 1})) << rounding;
    EXPECT_GT(pivots.quality(values), 0.9) << rounding;
  }
}

// The second row is a multiple of the first but for its last column: largest entries alone would give both
// rows column 0.
TEST(Pivots, EliminationSeesWhatARowHasLeft) {
  Pivots pivots(2, 3, full(2, 3), {0, 0});
  ASSERT_TRUE(pivots.choose(std::vector<double>{4, 2, 0, 8, 4, 1}));
  EXPECT_EQ(pivots.columns()[0] + pivots.columns()[1], 2);  // columns 0 and 2
  EXPECT_FALSE(pivots.choose(std::vector<double>{4, 2, 0, 8, 4, 0}));
}

TEST(Pivots, EarlierGroupsChooseFirst) {
  Pivots pivots(2, 3, full(2, 3), {1, 0});  // the second row has the smaller number
  ASSERT_TRUE(pivots.choose(std::vector<double>{10, 9, 0, 3, 1, 1}));
  EXPECT_EQ(pivots.columns()[1], 0);
  EXPECT_EQ(pivots.columns()[0], 1);  // 10, 9, 0 less 10/3 of 3, 1, 1: 0, 5.67, -3.33
}

// The first row's pivot is column 0, and elimination leaves the second, which has an entry there alone, with column 1.
TEST(Pivots, RowsTakeColumnsThatTheyHaveEntriesFor) {
  Pivots pivots(2, 2, {{0, 0}, {0, 1}, {1, 0}}, {0, 0});
  ASSERT_TRUE(pivots.choose(std::vector<double>{1, 0.5, 1}));
  EXPECT_EQ(pivots.columns(), (std::vector<int>{1, 0}));
}

// Row 0 takes column 0. That leaves row 1 with 0.9 in column 1, which fits row 2 alone, and with 0.1 in its
// own column 2.
TEST(Pivots, RowsOfALaterGroupTakeTheirOwnColumnsAlthoughOthersAreLarger) {
  Pivots pivots(3, 4, {{0, 0}, {0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}}, {0, 1, 1});
  ASSERT_TRUE(pivots.choose(std::vector<double>{1, 0.9, 1, 0.1, 0.5, 1}));
  EXPECT_EQ(pivots.columns(), (std::vector<int>{0, 2, 3}));
}

}  // namespace
}  // namespace trammel::linalg

#include "report/table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace trammel::report {
namespace {

Table thinned(int rows, std::size_t held, std::size_t most) {
  Thinner thinner(2, held);
  for (int i = 0; i < rows; ++i) {
    const double t = i;
    const double row[] = {i == rows / 3 ? 7.0 : std::sin(0.7 * t), i == rows / 2 ? -9.0 : std::cos(1.1 * t)};
    thinner.add(t, row);
  }
  Table table{{"a", "b"}, {}, {}};
  thinner.finish(most, table);
  return table;
}

TEST(Thinner, KeepsEveryExtremeOfAMillionRowsInAThousand) {
  const Table table = thinned(1'000'000, 20'000, 1000);
  EXPECT_LE(table.time.size(), 1000u);
  EXPECT_GE(table.time.size(), 200u);
  EXPECT_EQ(table.time.front(), 0);
  EXPECT_EQ(table.time.back(), 999'999);
  EXPECT_TRUE(std::ranges::is_sorted(table.time));
  // it begins and ends where the curve does, not at an extreme beside it
  EXPECT_EQ(table.columns[0].front(), 0);
  EXPECT_EQ(table.columns[1].front(), 1);
  EXPECT_EQ(table.columns[0].back(), std::sin(0.7 * 999'999.0));
  EXPECT_EQ(table.columns[1].back(), std::cos(1.1 * 999'999.0));
  EXPECT_EQ(std::ranges::max(table.columns[0]), 7);
  EXPECT_EQ(std::ranges::min(table.columns[1]), -9);
  // each group of rows shows the whole swing, not a stroboscopic view of it
  for (std::size_t i = 1; i + 4 < table.time.size(); i += 2) {
    EXPECT_LT(std::min(table.columns[0][i], table.columns[0][i + 1]), -0.9);
    EXPECT_GT(std::max(table.columns[0][i], table.columns[0][i + 1]), 0.9);
  }
}

TEST(Thinner, KeepsAllRowsWhileTheyAreFew) {
  const Table table = thinned(100, 20'000, 1000);
  EXPECT_EQ(table.time.size(), 100u);
  EXPECT_EQ(table.columns[0][17], std::sin(0.7 * 17));
}

TEST(Simplify, StraightLinesNeedTheirEndsOnlyAndCurvesStayWithinTheTolerance) {
  Table table{{"line", "curve"}, {}, {{}, {}}};
  for (int i = 0; i <= 10000; ++i) {
    const double t = i / 1000.0;
    table.time.push_back(t);
    table.columns[0].push_back(3 * t);
    table.columns[1].push_back(std::sin(t));
  }
  const Table before = table;
  simplify(table, 1e-3);
  // The distance from a chord of length h is h²/8: 2e-3 allows h = 0.126, some 80 pieces of 10.
  EXPECT_LT(table.time.size(), 200u);
  std::size_t k = 0;
  for (std::size_t i = 0; i < before.time.size(); ++i) {
    while (table.time[k + 1] < before.time[i]) ++k;
    const double part = (before.time[i] - table.time[k]) / (table.time[k + 1] - table.time[k]);
    EXPECT_NEAR(table.columns[1][k] + part * (table.columns[1][k + 1] - table.columns[1][k]),
                before.columns[1][i], 2.01e-3);
  }
}

}  // namespace
}  // namespace trammel::report

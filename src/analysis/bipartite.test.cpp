#include "analysis/bipartite.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace trammel::analysis {
namespace {

Bipartite graph(int columns, const std::vector<std::vector<int>>& rows) {
  Bipartite g{static_cast<int>(rows.size()), columns, {0}, {}};
  for (const auto& row : rows) {
    g.column.insert(g.column.end(), row.begin(), row.end());
    g.start.push_back(static_cast<int>(g.column.size()));
  }
  return g;
}

// The largest matching of a small graph by trying everything.
int brute_force(const Bipartite& g, int row, unsigned used) {
  if (row == g.rows) return 0;
  int best = brute_force(g, row + 1, used);
  for (const int column : g.of(row))
    if (!(used >> column & 1u)) best = std::max(best, 1 + brute_force(g, row + 1, used | 1u << column));
  return best;
}

TEST(Matchings, AreAsLargeAsTryingEverything) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const int n = 2 + static_cast<int>(random() % 6), m = 2 + static_cast<int>(random() % 6);
    std::vector<std::vector<int>> rows(static_cast<std::size_t>(n));
    for (auto& row : rows)
      for (int j = 0; j < m; ++j)
        if (random() % 3 == 0) row.push_back(j);
    const Bipartite g = graph(m, rows);
    const Matching found = largest_matching(g);
    EXPECT_EQ(found.size(), brute_force(g, 0, 0));
    for (int i = 0; i < n; ++i)
      if (found.column_of_row[i] >= 0) {
        EXPECT_EQ(found.row_of_column[found.column_of_row[i]], i);
        EXPECT_NE(std::find(rows[i].begin(), rows[i].end(), found.column_of_row[i]), rows[i].end());
      }
  }
}

TEST(Blocks, ComeInAnOrderInWhichEachNeedsOnlyThoseBeforeIt) {
  std::mt19937 random(11);
  for (int round = 0; round < 100; ++round) {
    const int n = 3 + static_cast<int>(random() % 30);
    std::vector<std::vector<int>> rows(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
      rows[i].push_back((i * 5 + 1) % n);
      for (int k = 0; k < 2; ++k) rows[i].push_back(static_cast<int>(random()) & 0x7fffffff % n);
      for (int& column : rows[i]) column %= n;
      std::sort(rows[i].begin(), rows[i].end());
      rows[i].erase(std::unique(rows[i].begin(), rows[i].end()), rows[i].end());
    }
    const Bipartite g = graph(n, rows);
    const Matching matching = largest_matching(g);
    if (matching.size() < n) continue;
    std::vector<char> known(static_cast<std::size_t>(n), 0);
    int members = 0;
    for (const auto& block : block_triangular(g, matching)) {
      for (const int row : block) known[matching.column_of_row[row]] = 1;
      for (const int row : block)
        for (const int column : g.of(row)) EXPECT_TRUE(known[column]);
      members += static_cast<int>(block.size());
    }
    EXPECT_EQ(members, n);
  }
}

TEST(Parts, SeparateTooManyEquationsFromTooFew) {
  // rows 0-2 hold columns 0, 1 only; row 3 holds 2, 3, 4.
  const Bipartite g = graph(5, {{0}, {0, 1}, {1}, {2, 3, 4}});
  const Parts parts = dulmage_mendelsohn(g, largest_matching(g));
  EXPECT_EQ(parts.over_rows, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(parts.over_columns, (std::vector<int>{0, 1}));
  EXPECT_EQ(parts.under_rows, (std::vector<int>{3}));
  EXPECT_EQ(parts.under_columns, (std::vector<int>{2, 3, 4}));
}

}  // namespace
}  // namespace trammel::analysis

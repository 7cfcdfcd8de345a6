#include "linalg/dependence.hpp"

#include <gtest/gtest.h>

namespace trammel::linalg {
namespace {

SparseMatrix full(int n, const std::vector<double>& by_rows) {
  std::vector<std::pair<int, int>> at;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) at.emplace_back(i, j);
  std::vector<std::uint32_t> position;
  SparseMatrix A(std::make_shared<Pattern>(make_pattern(n, n, at, position)));
  for (std::size_t k = 0; k < by_rows.size(); ++k) A.value[position[k]] = by_rows[k];
  return A;
}

// Rows 0 and 2 are multiples of each other; columns 1 and 2 are.
TEST(Dependence, NamesTheRowsAndColumnsOfTheNullSpace) {
  const Dependence found = find_dependence(full(3, {1, 2e3, 1e3, 5, 0, 0, 3, 6e3, 3e3}));
  EXPECT_EQ(found.rows, (std::vector<int>{0, 2}));
  EXPECT_EQ(found.columns, (std::vector<int>{1, 2}));
}

TEST(Dependence, ARegularMatrixHasNoneHoweverItIsScaled) {
  const Dependence found = find_dependence(full(2, {1e-20, 2e-20, 3e10, 4e10}));
  EXPECT_TRUE(found.rows.empty());
  EXPECT_TRUE(found.columns.empty());
}

}  // namespace
}  // namespace trammel::linalg

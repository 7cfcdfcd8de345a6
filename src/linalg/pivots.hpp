// linalg/pivots.hpp: which columns of a wide matrix follow from the others.
#pragma once

#include <utility>
#include <vector>

#include "base/span.hpp"

namespace trammel::linalg {

// Gaussian elimination on a matrix with more columns than rows; each row takes the column of its pivot. Rows
// come in groups: those of a smaller number take their pivots first, so that the columns of the first k
// groups are a good choice for these groups alone, too. Inside a group the largest entry of the rest is
// taken next, which reveals the rank; rows are scaled to a largest entry of 1 before.
class Pivots {
 public:
  // Entries as (row, column), in the order in which their values will come.
  Pivots(int rows, int columns, std::vector<std::pair<int, int>> entries, std::vector<int> group);

  // A new choice. False, and no choice, if the rows depend on each other; row() then tells which one does.
  bool choose(Vec values);
  // Whether the choice that was made serves these values: in an elimination with the same pivots, each is at
  // least `threshold` times what else its row has left.
  bool serve(Vec values, double threshold);

  const std::vector<int>& columns() const { return column_; }  // per row: that of its pivot; -1: none
  int row() const { return row_; }

 private:
  using Row = std::vector<std::pair<int, double>>;  // (column, value), ascending
  void load(Vec values);
  void eliminate(int pivot_row, int pivot_column);
  static double entry(const Row& row, int column);

  std::vector<std::pair<int, int>> entries_;
  std::vector<int> group_, column_, order_;
  std::vector<char> done_;
  std::vector<Row> rows_;
  Row sum_;
  int row_ = -1;
};

}  // namespace trammel::linalg

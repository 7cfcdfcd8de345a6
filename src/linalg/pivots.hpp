// linalg/pivots.hpp: which columns of a wide matrix follow from the others.
#pragma once

#include <utility>
#include <vector>

#include "base/span.hpp"

namespace trammel::linalg {

// Gaussian elimination on a matrix with more columns than rows. Rows come in groups: those of a smaller number
// take their pivots first, so that the columns of the first k groups are a good choice for these groups alone,
// too. Inside a group the largest entry of the rest is taken next, which reveals the rank; rows are scaled to a
// largest entry of 1 before. Each row takes a column that it has an entry for: elimination brings others into
// it, and those of its group are then handed out again. Columns that rows of later groups have entries for
// are left to these where another is nearly as large.
class Pivots {
 public:
  // Entries as (row, column), in the order in which their values will come.
  Pivots(int rows, int columns, std::vector<std::pair<int, int>> entries, std::vector<int> group);

  // A new choice. False, and no choice, if the rows depend on each other.
  bool choose(Vec values);
  // How well the choice that was made serves these values: in an elimination with the same pivots, the least
  // of them beside the largest entry that its row has left; at most 1. 0: not at all.
  double quality(Vec values);
  bool serve(Vec values, double threshold) { return quality(values) >= threshold; }

  const std::vector<int>& columns() const { return taken_; }  // per row: the one that it takes

 private:
  using Row = std::vector<std::pair<int, double>>;  // (column, value), ascending
  enum class Columns { of_the_group, of_the_row };
  bool find_pivots(Vec values, Columns allowed);
  bool is_allowed(int row, int column, Columns allowed) const;
  bool own(int row, int column) const;
  bool hand_out();
  bool take(int row);
  void load(Vec values);
  void eliminate(int pivot_row, int pivot_column);
  static double entry(const Row& row, int column);

  std::vector<std::pair<int, int>> entries_;
  std::vector<int> group_, order_;
  std::vector<std::vector<int>> own_;               // per row: columns of its entries, ascending
  std::vector<std::pair<int, int>> held_by_group_;  // (group, column), ascending
  std::vector<int> last_group_;                     // per column: the last that has an entry there
  std::vector<int> pivot_, taken_;                  // per row: columns
  std::vector<int> pivot_of_, taken_by_;            // per column: rows; -1: none
  std::vector<char> seen_, done_;                   // per column; per row
  std::vector<Row> rows_;
  std::vector<std::vector<int>> holders_;  // per column: rows that may have an entry there
  Row sum_;
};

}  // namespace trammel::linalg

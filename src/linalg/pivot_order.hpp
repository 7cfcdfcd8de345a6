// linalg/pivot_order.hpp: in which order, by ones and twos, a sparse symmetric indefinite matrix is eliminated.
//
// A saddle point matrix has zeros on its diagonal, so single pivots do not suffice: pairs of unknowns serve as
// pivots of size two [DR83]. Among those that are numerically large enough, the one that fills in least is taken
// (Markowitz's rule, by counts of the rows that it meets). The search keeps lines in a queue by their length, and
// looks at a few of the shortest only. Read [DR83] first, then choose() in the .cpp.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/span.hpp"
#include "linalg/line_queue.hpp"

namespace trammel::linalg {

// Pivots chosen by size and by how much they fill in, at a cost that grows with the entries they meet and not
// with the size of the matrix. Up to small_matrix unknowns all memory is taken at the start: the order may
// have to be chosen anew in the middle of a run.
class PivotOrder {
 public:
  using Places = std::vector<std::pair<int, int>>;
  // Where the matrix has entries, each pair of unknowns once.
  PivotOrder(int n, Places entries);

  // Of the pivots that are large enough beside what stands below them, the one that fills in least, again and
  // again. `values` as the entries. Too full: it would take more products than allowed.
  enum class Result { ok, singular, too_full };
  Result choose(Vec values, std::size_t most_products);

  // Eliminates unknown first (and second, unless -1) and leaves factors in the rows below[from] .. of count.
  struct Pivot {
    int first = -1, second = -1;
    std::size_t from = 0;
    int count = 0;
  };
  const std::vector<Pivot>& pivots() const { return pivots_; }
  const int* below(const Pivot& pivot) const { return below_.data() + pivot.from; }
  int singular() const { return singular_; }  // an unknown at which the matrix is

  static constexpr int small_matrix = 128;

 private:
  struct Cell {
    int at;
    double value;
  };
  struct Line {  // what is left of a row, without its diagonal
    std::size_t from = 0;
    int length = 0, capacity = 0;
    double diagonal = 0;
  };
  struct Merit {
    int cost = 0;       // by the rows below it
    double factor = 0;  // the largest |L| it leaves
    bool good() const;
    bool better_than(const Merit& other) const;
  };
  struct Choice {  // the best pivot that an unknown takes part in
    Merit merit = {};
    int partner = -1, partner_age = 0;
    bool known = false;
  };

  void load(Vec values);
  std::span<Cell> cells(int line) {
    return {cells_.data() + lines_[line].from, std::size_t(lines_[line].length)};
  }
  void append(int line, Cell cell);
  void touch(int line);
  Pivot best();
  Pivot least_bad();
  void look_at(int r, bool all);
  Merit of_two(int r, int s, int known_count);
  void eliminate(Pivot& pivot);
  void gather(const Pivot& pivot);
  void update_line(int a, const Pivot& pivot, double lr, double ls);

  int n_, singular_ = -1;
  Places entries_;
  std::vector<Cell> cells_ = {};
  std::vector<Line> lines_, start_;
  std::vector<Choice> choice_;
  std::vector<int> age_;           // when a line was touched last
  LineQueue queue_;                // of unknowns, by the best they can do
  std::vector<int> mark_, other_;  // tokens
  std::vector<double> in_r_;
  int token_ = 0, clock_ = 0;
  std::vector<double> r_, s_;  // of the rows below, their entries in the columns of a pivot
  std::vector<int> below_ = {};
  std::vector<Pivot> pivots_ = {};
  std::vector<char> gone_;
};

}  // namespace trammel::linalg

// linalg/pivot_order.hpp: in which order, by ones and twos, a sparse symmetric indefinite matrix is
// eliminated.
#pragma once

#include <cstddef>
#include <vector>

namespace trammel::linalg {

// Pivots chosen by size and by how much they fill in. All memory is taken at the start: the order may have to
// be chosen anew in the middle of a run.
class PivotOrder {
 public:
  explicit PivotOrder(int n);

  // The whole symmetric matrix, to be filled before choose(), which overwrites it.
  void clear();
  void set(int i, int j, double value) {
    at(i, j) = at(j, i) = value;
    there(i, j) = there(j, i) = 1;
  }

  // Of the pivots that are large enough beside what stands below them, the one that fills in least, again and
  // again. Returns an unknown at which the matrix is singular, or -1.
  int choose();

  // Eliminates unknown first (and second, unless -1) and leaves factors in the rows below[from] .. of count.
  struct Pivot {
    int first = -1, second = -1;
    std::size_t from = 0;
    int count = 0;
  };
  const std::vector<Pivot>& pivots() const { return pivots_; }
  const int* below(const Pivot& pivot) const { return below_.data() + pivot.from; }

 private:
  struct Merit;
  double& at(int i, int j) { return a_[static_cast<std::size_t>(j) * n_ + i]; }
  char& there(int i, int j) { return present_[static_cast<std::size_t>(j) * n_ + i]; }
  Merit of_one(int r);
  Merit of_two(int r, int s);
  Pivot best();
  void eliminate(Pivot& pivot);

  int n_;
  std::vector<double> a_;
  std::vector<char> present_;
  std::vector<int> left_, below_;
  std::vector<Pivot> pivots_;
};

}  // namespace trammel::linalg

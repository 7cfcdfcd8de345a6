// linalg/lu_order.hpp: in which order a small sparse matrix is eliminated.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace trammel::linalg {

// Of the entries that are large enough in their column, one that fills in little, again and again: Markowitz'
// product decides among those of the shortest rows and columns that are left. All memory is taken at the
// start: the order may have to be chosen anew in the middle of a run.
class LuOrder {
 public:
  using Number = std::complex<double>;  // of real matrices, too: it is not done often
  explicit LuOrder(int n);

  // The matrix, each entry once, to be filled before choose(), which overwrites it.
  void clear();
  void set(int i, int j, Number value);

  // Returns a row at which the matrix is singular, or -1.
  int choose();

  struct Pivot {
    int row = -1, column = -1;
    std::size_t from =
        0;  // where others() tells the columns of its row of U, then the rows of its column of L
    int upper = 0, lower = 0;
  };
  const std::vector<Pivot>& pivots() const { return pivots_; }
  const std::vector<int>& others() const { return others_; }

 private:
  struct Lists {  // of places in lines (rows or columns), as long as they are left
    explicit Lists(int n) : width(static_cast<std::size_t>(n)), place(width * width), length(width) {}
    const int* begin(int line) const { return place.data() + static_cast<std::size_t>(line) * width; }
    const int* end(int line) const { return begin(line) + length[line]; }
    void add(int line, int at) { place[static_cast<std::size_t>(line) * width + length[line]++] = at; }
    void remove(int line, int at);
    std::size_t width;
    std::vector<int> place, length;
  };
  struct Candidate;
  std::size_t at(int i, int j) const { return static_cast<std::size_t>(j) * width_ + i; }
  Pivot best() const;
  void look_down(int column, Candidate& best) const;
  void look_along(int row, Candidate& best) const;
  double largest_in(int column) const;
  void eliminate(Pivot pivot);

  std::size_t width_;
  std::vector<Number> value_;
  std::vector<char> present_;
  Lists by_row_, by_column_;
  std::vector<int> rows_, columns_;  // that are left
  std::vector<int> others_;
  std::vector<Pivot> pivots_;
};

}  // namespace trammel::linalg

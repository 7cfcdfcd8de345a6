// linalg/sparse.hpp: sparse matrices by columns, with a pattern that is fixed once and shared.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace trammel::linalg {

// Compressed columns: the rows of column j are row[start[j]] .. row[start[j+1]-1], ascending.
struct Pattern {
  int rows = 0, columns = 0;
  std::vector<int> start = {0}, row = {};
  int nonzeros() const { return static_cast<int>(row.size()); }
};

// The pattern of some (row, column) pairs, which may repeat; `position[k]` is where pair k is stored.
Pattern make_pattern(int rows, int columns, const std::vector<std::pair<int, int>>& entries,
                     std::vector<std::uint32_t>& position);

struct SparseMatrix {
  std::shared_ptr<const Pattern> pattern;
  std::vector<double> value;  // in the order of pattern->row
  SparseMatrix() = default;
  explicit SparseMatrix(std::shared_ptr<const Pattern> p)
      : pattern(std::move(p)), value(pattern->row.size()) {}
};

}  // namespace trammel::linalg

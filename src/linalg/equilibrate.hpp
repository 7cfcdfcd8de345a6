// linalg/equilibrate.hpp: scales of rows and columns that take units and masses out of a matrix.
#pragma once

#include <vector>

#include "linalg/sparse.hpp"

namespace trammel::linalg {

struct Scales {
  std::vector<double> row = {}, column = {};
  bool empty() const { return row.empty() && column.empty(); }
};

struct Sized {  // an entry of a matrix
  int row, column;
  double size;
};

// Scales r, c so that all rows and columns of r_i |a_ij| c_j have about the same length: rows and columns in
// turn, [SK67] on the squares. Matrices that differ only by such factors get the same r |A| c, whatever the
// factors. Empty rows and columns keep the scale 1.
Scales equilibrate(int rows, int columns, const std::vector<Sized>& entries);
Scales equilibrate(const SparseMatrix& A);

}  // namespace trammel::linalg

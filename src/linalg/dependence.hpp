// linalg/dependence.hpp: which rows and columns make a matrix singular. For messages: slow and thorough.
#pragma once

#include <vector>

#include "linalg/sparse.hpp"

namespace trammel::linalg {

// Rows with a part in some vanishing combination of rows, columns with a part in one of columns; both empty
// if the matrix is regular, not finite or too large to look at.
struct Dependence {
  std::vector<int> rows = {}, columns = {};
};
Dependence find_dependence(const SparseMatrix& A);

}  // namespace trammel::linalg

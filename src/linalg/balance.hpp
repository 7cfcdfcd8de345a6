// linalg/balance.hpp: scales of rows and columns with which all entries of a matrix are near 1.
//
// The sum of the squares of log(r_i |a_ij| c_j b^k) is made as small as possible [CR72], b being a factor
// that all entries share with powers k of their own (a unit of time). Unlike equilibrate(), this keeps
// entries that stand on no transversal, such as masses beside as many constraints as coordinates, and it is
// exact where units alone make the entries differ.
#pragma once

#include <vector>

#include "linalg/equilibrate.hpp"

namespace trammel::linalg {

struct Magnitude {
  int row, column, power;
  double size;  // positive
  double weight = 1;
};
struct Balance {
  Scales scales = {};
  double base = 1;
};
Balance balance(int rows, int columns, const std::vector<Magnitude>& entries);
Scales balanced_scales(const SparseMatrix& A);  // of its entries that are not zero

}  // namespace trammel::linalg

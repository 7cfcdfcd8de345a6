// linalg/pivot_order.hpp: in which order, by ones and twos, a sparse symmetric indefinite matrix is
// eliminated.
#pragma once

#include <vector>

namespace trammel::linalg {

// Pivot p eliminates unknown first (and second, unless -1) and leaves factors in the rows `below`.
struct Pivot {
  int first, second = -1;
  std::vector<int> below = {};
};

// Of the pivots that are large enough beside what stands below them, the one that fills in least.
// `a`: the whole matrix by columns, overwritten; `present`: where it is structurally not zero. Empty, and
// `bad` the unknown at which it happened, if the matrix is singular.
std::vector<Pivot> choose_pivots(int n, std::vector<double>& a, std::vector<char>& present, int& bad);

}  // namespace trammel::linalg

// linalg/choice.hpp: when a matrix is factored dense, and when sparse.
#pragma once

#include "linalg/sparse.hpp"

namespace trammel::linalg {

inline constexpr int largest_dense = 40;       // measured: from here on KLU wins on chains and networks
inline constexpr double fullest_sparse = 0.3;  // share of nonzeros above which a matrix counts as full
inline constexpr int largest_full = 400;

inline bool better_dense(const Pattern& pattern) {
  const double n = pattern.rows;
  return n <= largest_dense || (n <= largest_full && pattern.nonzeros() > fullest_sparse * n * n);
}

}  // namespace trammel::linalg

// linalg/choice.hpp: when a matrix is factored dense, and when sparse.
#pragma once

#include <cstddef>

#include "linalg/sparse.hpp"

namespace trammel::linalg {

inline constexpr int largest_dense = 40;       // measured: from here on KLU wins on chains and networks
inline constexpr double fullest_sparse = 0.3;  // share of nonzeros above which a matrix counts as full
inline constexpr int largest_full = 400;

inline bool better_dense(const Pattern& pattern) {
  const double n = pattern.rows;
  return n <= largest_dense || (n <= largest_full && pattern.nonzeros() > fullest_sparse * n * n);
}

// An order of elimination that is kept (ordered_lu.hpp). Measured: Robertson's reaction (3 unknowns) takes a
// tenth less with dense LU of known size, the Akzo Nobel problem (6) a tenth less without. Matrices of the
// order's search are dense, and the list of products must stay in the cache.
inline constexpr int smallest_ordered = 6;  // real matrices; complex ones from 1 on
inline constexpr int largest_ordered = 200;
inline constexpr std::size_t most_updates = 150'000;

// Up to which size L D Lᵀ is used and symmetry looked for. Measured (`trammel_bench saddle`, microseconds):
// chain of 12, 39, 120 unknowns: LU dense 0.41, 2.9, 30; KLU 0.40, 1.6, 6.0; L D Lᵀ 0.14, 0.54, 2.2. It
// still wins at 120, but there choosing its pivots begins to take milliseconds.
inline constexpr int largest_symmetric = 120;

inline bool worth_symmetry(int n, std::size_t nonzeros) {
  const bool full = static_cast<double>(nonzeros) > fullest_sparse * n * n;
  return n >= 2 && n <= (full ? largest_dense : largest_symmetric);
}

}  // namespace trammel::linalg

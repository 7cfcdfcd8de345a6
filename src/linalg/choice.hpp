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

// Where L D Lᵀ is used and symmetry looked for: everywhere but in large full matrices. Measured
// (`trammel_bench saddle`, microseconds): chain of 12, 120, 1200, 6000 unknowns: LU dense 0.41, 28, -, -; KLU
// 0.40, 5.0, 53, 290; L D Lᵀ 0.13, 1.6, 17, 88. Net of 1095, 4440 unknowns: KLU 400, 4140; L D Lᵀ 44, 450;
// full matrix of 120, 300 unknowns: LU dense 185, 2600, L D Lᵀ 145, 2500.
inline constexpr int largest_full_symmetric = 120;
inline constexpr std::size_t most_symmetric_updates = 5'000'000;  // beyond, another solver takes over

inline bool worth_symmetry(int n, std::size_t nonzeros) {
  const bool full = static_cast<double>(nonzeros) > fullest_sparse * n * n;
  return n >= 2 && (!full || n <= largest_full_symmetric);
}

}  // namespace trammel::linalg

// analysis/structural_index.hpp: whether the differentiation index is what the structure says.
//
// Where the top Jacobian J is regular, the structural index is an upper bound. With F_i^(c_i + 1) alone
// changed by δ, the derivatives one above the top change by J⁻¹ e_i δ, and nothing below them does. So if
// x_j^(d_j + 1) is the slope x_j' that is looked for and (J⁻¹)_ji is not zero, no array without F_i^(c_i + 1)
// determines it: the differentiation index is at least c_i − d_j + 1. One column of J⁻¹ with a large enough
// entry settles it, without a derivative array.
#pragma once

#include "analysis/diagnosis.hpp"
#include "analysis/top_system.hpp"
#include "linalg/sparse.hpp"

namespace trammel::analysis {

// J at a point, rows and columns scaled alike.
linalg::SparseMatrix scaled_top_jacobian(const model::Dae& dae, const Diagnosis& found, const Values& values,
                                         double t);

// A rough estimate of the condition of J, by pivots; 0 if it is not known. All
// of J: where unknowns were eliminated, entries of what is left may be differences of which only noise is left,
// and a matrix of one row is well conditioned whatever it holds.
inline constexpr unsigned long largest_whole_top = 1000;  // equations: a few percent of a run's set-up
double top_condition(const linalg::SparseMatrix& J);

// At a consistent point where J is regular. `false` means: not known.
bool index_is_structural(const Diagnosis& found, const linalg::SparseMatrix& J);

}  // namespace trammel::analysis

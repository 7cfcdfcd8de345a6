// linalg/solver.hpp: systems of linear equations whose pattern is fixed and whose numbers change.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "base/span.hpp"
#include "linalg/equilibrate.hpp"
#include "linalg/sparse.hpp"

namespace trammel::linalg {

struct EliminationMemory;

// Virtual, because it is called once per iteration. Neither factor (after the first) nor solve allocates.
// Every question has an answer in every state: before the first factorization, and after one that failed,
// there are no factors, and what would need them is NaN, infinite or zero.
class LinearSolver {
 public:
  virtual ~LinearSolver() = default;
  // -1, or a row at which A is singular or not finite.
  int factor(const SparseMatrix& A) {
    value_.clear();
    return factor_new(A);
  }
  // The same, but the numbers of the last time are not factored again: many matrices are constant.
  int factor_if_changed(const SparseMatrix& A) {
    renewed_ = !factored_ || A.value != value_;
    if (!renewed_) return -1;
    const int row = factor_new(A);
    if (factored_) value_ = A.value;
    return row;
  }
  bool renewed() const { return renewed_; }    // the last factor_if_changed() had something to do
  bool factored() const { return factored_; }  // there are factors
  // x <- A⁻¹ x; without factors x becomes NaN, so that nobody takes it for a solution.
  void solve(Out x) {
    if (factored_)
      substitute(x);
    else
      std::fill(x.begin(), x.end(), std::numeric_limits<double>::quiet_NaN());
  }
  // A rough estimate of the condition number (by the pivots); infinite without factors.
  double condition() { return factored_ ? estimate() : std::numeric_limits<double>::infinity(); }
  // The smallest pivot of the scaled matrix: elimination in the same order has the pivots r_i p c_j. Zero
  // without factors, infinite if there are no rows.
  double smallest_pivot(const Scales& scales) { return factored_ ? least_pivot(scales) : 0; }

 private:
  int factor_new(const SparseMatrix& A) {
    const int row = try_factor(A);
    factored_ = row < 0;
    return row;
  }
  virtual int try_factor(const SparseMatrix& A) = 0;
  virtual void substitute(Out x) = 0;
  virtual double estimate() = 0;
  virtual double least_pivot(const Scales& scales) = 0;

  bool factored_ = false, renewed_ = false;
  std::vector<double> value_ = {};  // of the factors
};

// How rows pair with columns so that scale[row[j]] A[row[j], k] is symmetric in j and k.
struct Symmetry {
  std::vector<int> row;       // per column: its row
  std::vector<double> scale;  // per row
  bool empty() const { return row.empty(); }
};

// Dense LU for small or full matrices, KLU for large sparse ones.
std::unique_ptr<LinearSolver> make_solver(std::shared_ptr<const Pattern> pattern);
// The same for a matrix that is symmetric (or known not to be: empty): L D Lᵀ up to a size.
std::unique_ptr<LinearSolver> make_solver(std::shared_ptr<const Pattern> pattern, const Symmetry& symmetry);
std::unique_ptr<LinearSolver> make_symmetric_ldlt(std::shared_ptr<const Pattern> pattern,
                                                  const Symmetry& symmetry);
std::unique_ptr<LinearSolver> make_dense_lu(std::shared_ptr<const Pattern> pattern);
std::unique_ptr<LinearSolver> make_sparse_lu(std::shared_ptr<const Pattern> pattern);
// For a matrix that is known to have this many dependent rows: the smallest of the x that come nearest to
// A x = b, measured in scales that take units out of the first matrix and are kept. Dense.
std::unique_ptr<LinearSolver> make_least_norm(std::shared_ptr<const Pattern> pattern, int dependent);
// In an order that is chosen once, for matrices that are factored again and again. Those that share a memory
// share the order; another solver takes over where it gets too full.
std::unique_ptr<LinearSolver> make_ordered_lu(std::shared_ptr<const Pattern> pattern,
                                              std::shared_ptr<EliminationMemory> memory);
std::shared_ptr<EliminationMemory> make_memory(
    const std::shared_ptr<const Pattern>& pattern);  // none: too large
std::unique_ptr<LinearSolver> make_solver(std::shared_ptr<const Pattern> pattern,
                                          std::shared_ptr<EliminationMemory> memory);

}  // namespace trammel::linalg

// linalg/solver.hpp: systems of linear equations whose pattern is fixed and whose numbers change.
#pragma once

#include <memory>
#include <vector>

#include "base/span.hpp"
#include "linalg/equilibrate.hpp"
#include "linalg/sparse.hpp"

namespace trammel::linalg {

struct EliminationMemory;

// Virtual, because it is called once per iteration. Neither factor (after the first) nor solve allocates.
class LinearSolver {
 public:
  virtual ~LinearSolver() = default;
  virtual int factor(const SparseMatrix& A) = 0;  // -1, or a row at which A is singular or not finite
  virtual void solve(Out x) = 0;                  // x <- A⁻¹ x
  virtual double condition() const = 0;           // a rough estimate of the condition number (by the pivots)
  // The smallest pivot of the scaled matrix: elimination in the same order has the pivots r_i p c_j.
  virtual double smallest_pivot(const Scales& scales) const = 0;
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
// In an order that is chosen once, for matrices that are factored again and again. Those that share a memory
// share the order; another solver takes over where it gets too full.
std::unique_ptr<LinearSolver> make_ordered_lu(std::shared_ptr<const Pattern> pattern,
                                              std::shared_ptr<EliminationMemory> memory);
std::shared_ptr<EliminationMemory> make_memory(
    const std::shared_ptr<const Pattern>& pattern);  // none: too large
std::unique_ptr<LinearSolver> make_solver(std::shared_ptr<const Pattern> pattern,
                                          std::shared_ptr<EliminationMemory> memory);

}  // namespace trammel::linalg

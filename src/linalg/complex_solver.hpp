// linalg/complex_solver.hpp: systems with the matrix R + i S, both parts in one real pattern, as they arise
// from pairs of complex eigenvalues of a Runge-Kutta matrix. Real and imaginary parts stand in arrays of
// their own: loops over them vectorize, and no product pays for the NaN rules of std::complex.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>

#include "base/span.hpp"
#include "linalg/sparse.hpp"

namespace trammel::linalg {

struct EliminationMemory;

// Neither factor (after the first) nor solve allocates. Without factors a solution is NaN.
class ComplexSolver {
 public:
  virtual ~ComplexSolver() = default;
  // The factors of A, values in the order of the pattern; -1, or a row at which A is singular or not finite.
  int factor(Vec real, Vec imaginary) {
    const int row = try_factor(real, imaginary);
    factored_ = row < 0;
    return row;
  }
  bool factored() const { return factored_; }
  void solve(Out x, Out y) {  // x + iy <- A⁻¹ (x + iy)
    if (factored_) return substitute(x, y);
    std::fill(x.begin(), x.end(), std::numeric_limits<double>::quiet_NaN());
    std::fill(y.begin(), y.end(), std::numeric_limits<double>::quiet_NaN());
  }

 private:
  virtual int try_factor(Vec real, Vec imaginary) = 0;
  virtual void substitute(Out x, Out y) = 0;

  bool factored_ = false;
};

std::unique_ptr<ComplexSolver> make_complex_solver(std::shared_ptr<const Pattern> pattern,
                                                   std::shared_ptr<EliminationMemory> memory);
std::unique_ptr<ComplexSolver> make_complex_dense_lu(std::shared_ptr<const Pattern> pattern);
std::unique_ptr<ComplexSolver> make_complex_sparse_lu(std::shared_ptr<const Pattern> pattern);
std::unique_ptr<ComplexSolver> make_complex_ordered_lu(std::shared_ptr<const Pattern> pattern,
                                                       std::shared_ptr<EliminationMemory> memory);

}  // namespace trammel::linalg

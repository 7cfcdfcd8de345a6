// linalg/complex_solver.hpp: systems with the matrix R + i S, both parts in one real pattern, as they arise
// from pairs of complex eigenvalues of a Runge-Kutta matrix. Real and imaginary parts stand in arrays of
// their own: loops over them vectorize, and no product pays for the NaN rules of std::complex.
#pragma once

#include <memory>

#include "base/span.hpp"
#include "linalg/sparse.hpp"

namespace trammel::linalg {

struct EliminationMemory;

// Neither factor (after the first) nor solve allocates.
class ComplexSolver {
 public:
  virtual ~ComplexSolver() = default;
  // The factors of A, values in the order of the pattern; -1, or a row at which A is singular or not finite.
  virtual int factor(Vec real, Vec imaginary) = 0;
  virtual void solve(Out x, Out y) = 0;  // x + iy <- A⁻¹ (x + iy)
};

std::unique_ptr<ComplexSolver> make_complex_solver(std::shared_ptr<const Pattern> pattern,
                                                   std::shared_ptr<EliminationMemory> memory);
std::unique_ptr<ComplexSolver> make_complex_dense_lu(std::shared_ptr<const Pattern> pattern);
std::unique_ptr<ComplexSolver> make_complex_sparse_lu(std::shared_ptr<const Pattern> pattern);
std::unique_ptr<ComplexSolver> make_complex_ordered_lu(std::shared_ptr<const Pattern> pattern,
                                                       std::shared_ptr<EliminationMemory> memory);

}  // namespace trammel::linalg

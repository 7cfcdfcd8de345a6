// linalg/complex_solver.hpp: systems with the matrix R + i S, both parts in one real pattern, as they arise
// from pairs of complex eigenvalues of a Runge-Kutta matrix.
#pragma once

#include <complex>
#include <memory>
#include <span>

#include "linalg/sparse.hpp"

namespace trammel::linalg {

using ComplexOut = std::span<std::complex<double>>;

// Neither factor (after the first) nor solve allocates.
class ComplexSolver {
 public:
  virtual ~ComplexSolver() = default;
  // The factors of A, values in the order of the pattern; -1, or a row at which A is singular or not finite.
  virtual int factor(std::span<const std::complex<double>> values) = 0;
  virtual void solve(ComplexOut x) = 0;  // x <- A⁻¹ x
};

std::unique_ptr<ComplexSolver> make_complex_solver(std::shared_ptr<const Pattern> pattern);
std::unique_ptr<ComplexSolver> make_complex_dense_lu(std::shared_ptr<const Pattern> pattern);
std::unique_ptr<ComplexSolver> make_complex_sparse_lu(std::shared_ptr<const Pattern> pattern);

}  // namespace trammel::linalg

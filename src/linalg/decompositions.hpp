// linalg/decompositions.hpp: singular values, eigenvalues and pseudoinverses of dense matrices, by LAPACK:
// Eigen's templates for them take a minute to compile. A matrix with a NaN or an infinity gives NaNs.
#pragma once

#include <Eigen/Core>

namespace trammel::linalg {

// A = U diag(sigma) Vᵀ with square orthogonal U and V; sigma falls.
struct Svd {
  Eigen::MatrixXd U;
  Eigen::VectorXd sigma;
  Eigen::MatrixXd V;
};
Svd svd(const Eigen::MatrixXd& A);
Eigen::VectorXd singular_values(const Eigen::MatrixXd& A);
Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& A);
Eigen::VectorXcd eigenvalues(const Eigen::MatrixXcd& A);
// A⁻¹ B by full pivoting, for square A.
Eigen::MatrixXcd solve(const Eigen::MatrixXcd& A, const Eigen::MatrixXcd& B);

// Pivots below `threshold` times the largest are zero; 0 stands for the precision of doubles.
Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& A, double threshold = 0);
// The shortest of the x with the least |A x − b|.
Eigen::VectorXd least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double threshold = 0);

}  // namespace trammel::linalg

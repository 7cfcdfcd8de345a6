// linalg/decompositions.hpp: what dense matrices need besides sums: products, factors, singular values,
// eigenvalues and pseudoinverses, mostly by LAPACK. Eigen's templates for them cost seconds in every file
// and for every kind of block; these are compiled once. For code that runs once per run, not for steps.
// A matrix with a NaN or an infinity gives NaNs.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace trammel::linalg {

Eigen::MatrixXd times(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
inline Eigen::MatrixXd times(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B, const Eigen::MatrixXd& C) {
  return times(times(A, B), C);
}
Eigen::VectorXd apply(const Eigen::MatrixXd& A, const Eigen::VectorXd& x);

// A = P L U by partial pivoting, for square A.
class Lu {
 public:
  explicit Lu(const Eigen::MatrixXd& A);
  Eigen::MatrixXd solve(Eigen::MatrixXd B) const;  // A⁻¹ B

 private:
  Eigen::MatrixXd factors_;
  std::vector<int> rows_;
};
Eigen::MatrixXd inverse(const Eigen::MatrixXd& A);

// A square orthogonal matrix whose first columns span those of A, which are chosen by pivots.
Eigen::MatrixXd range_first(const Eigen::MatrixXd& A);

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

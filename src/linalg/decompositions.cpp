#include "linalg/decompositions.hpp"

#include <Eigen/Dense>

namespace trammel::linalg {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigen::CompleteOrthogonalDecomposition<MatrixXd> decompose(const MatrixXd& A, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> result;
  if (threshold > 0) result.setThreshold(threshold);
  result.compute(A);
  return result;
}

}  // namespace

Svd svd(const MatrixXd& A) {
  const Eigen::BDCSVD<MatrixXd> found(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {found.matrixU(), found.singularValues(), found.matrixV()};
}

VectorXd singular_values(const MatrixXd& A) { return Eigen::BDCSVD<MatrixXd>(A).singularValues(); }

Eigen::VectorXcd eigenvalues(const MatrixXd& A) { return A.eigenvalues(); }

Eigen::VectorXcd eigenvalues(const Eigen::MatrixXcd& A) { return A.eigenvalues(); }

Eigen::MatrixXcd solve(const Eigen::MatrixXcd& A, const Eigen::MatrixXcd& B) {
  return A.fullPivLu().solve(B);
}

MatrixXd pseudo_inverse(const MatrixXd& A, double threshold) {
  return decompose(A, threshold).pseudoInverse();
}

VectorXd least_squares(const MatrixXd& A, const VectorXd& b, double threshold) {
  return decompose(A, threshold).solve(b);
}

}  // namespace trammel::linalg

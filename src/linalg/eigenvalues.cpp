#include "linalg/eigenvalues.hpp"

#include "linalg/decompositions.hpp"

namespace trammel::linalg {

std::pair<double, double> real_range(Vec matrix, int n) {
  if (n == 0) return {0, 0};
  // By columns it is the transpose, which has the same eigenvalues.
  const Eigen::MatrixXd A = Eigen::Map<const Eigen::MatrixXd>(matrix.data(), n, n);
  const Eigen::VectorXd real = eigenvalues(A).real();
  return {real.minCoeff(), real.maxCoeff()};
}

}  // namespace trammel::linalg

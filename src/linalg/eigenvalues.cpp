#include "linalg/eigenvalues.hpp"

#include <Eigen/Dense>

namespace trammel::linalg {

std::pair<double, double> real_range(Vec matrix, int n) {
  if (n == 0) return {0, 0};
  using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::VectorXd real = Eigen::Map<const ByRows>(matrix.data(), n, n).eigenvalues().real();
  return {real.minCoeff(), real.maxCoeff()};
}

}  // namespace trammel::linalg

#include "linalg/dependence.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace trammel::linalg {
namespace {

constexpr int largest = 500;             // unknowns
constexpr double no_part = 1e-8;         // of the largest entry of a null vector
constexpr double no_rank_below = 1e-13;  // pivots, relative, after equilibration

// Powers of two: rows and columns whose largest entry is about 1.
void equilibrate(Eigen::MatrixXd& A) {
  const auto scale = [](double size) { return size > 0 ? std::ldexp(1.0, -std::ilogb(size)) : 1.0; };
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < A.rows(); ++i) A.row(i) *= scale(A.row(i).cwiseAbs().maxCoeff());
    for (int j = 0; j < A.cols(); ++j) A.col(j) *= scale(A.col(j).cwiseAbs().maxCoeff());
  }
}

std::vector<int> parts_of_kernel(const Eigen::MatrixXd& A) {
  Eigen::FullPivLU<Eigen::MatrixXd> lu(A);
  lu.setThreshold(no_rank_below);
  std::vector<int> parts;
  if (lu.dimensionOfKernel() == 0) return parts;
  const Eigen::MatrixXd kernel = lu.kernel();
  const Eigen::VectorXd size = kernel.rowwise().lpNorm<Eigen::Infinity>();
  for (int i = 0; i < size.size(); ++i)
    if (size(i) > no_part * size.maxCoeff()) parts.push_back(i);
  return parts;
}

}  // namespace

Dependence find_dependence(const SparseMatrix& A) {
  const Pattern& p = *A.pattern;
  if (p.rows == 0 || p.rows > largest) return {};
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(p.rows, p.columns);
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) dense(p.row[k], j) = A.value[k];
  if (!dense.allFinite()) return {};
  equilibrate(dense);
  return {parts_of_kernel(dense.transpose()), parts_of_kernel(dense)};
}

}  // namespace trammel::linalg

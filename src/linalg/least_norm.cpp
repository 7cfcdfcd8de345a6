#include "linalg/least_norm.hpp"

namespace trammel::linalg {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double LeastNorm::factor(const MatrixXd& A, Index rank) {
  rank_ = rank;
  if (rank == 0) return 1;
  left_.compute(A);
  const auto& R = left_.matrixQR();
  MatrixXd top = R.topRows(rank).transpose();
  for (Index j = 0; j < rank; ++j) top.col(j).head(j).setZero();
  right_.compute(top);
  return std::abs(R(rank - 1, rank - 1)) / std::abs(R(0, 0));
}

Index LeastNorm::weakest_row() const {
  Index row = 0;
  if (rank_ > 0) {
    const VectorXd direction = left_.householderQ() * VectorXd::Unit(left_.rows(), rank_ - 1);
    direction.cwiseAbs().maxCoeff(&row);
  }
  return row;
}

VectorXd LeastNorm::solve(const VectorXd& b) const {
  const Index n = left_.cols();
  VectorXd x = VectorXd::Zero(n);
  if (rank_ == 0) return x;
  VectorXd c = left_.householderQ().adjoint() * b;
  x.head(rank_) =
      right_.matrixQR().topRows(rank_).triangularView<Eigen::Upper>().transpose().solve(c.head(rank_));
  x = right_.householderQ() * x;
  return left_.colsPermutation() * x;
}

MatrixXd LeastNorm::across(const MatrixXd& B) const {
  if (rank_ == 0) return B;
  const MatrixXd all = left_.householderQ().adjoint() * B;
  return all.bottomRows(all.rows() - rank_);
}

VectorXd LeastNorm::beyond(const VectorXd& b) const {
  if (rank_ == 0) return b;
  VectorXd c = left_.householderQ().adjoint() * b;
  c.head(rank_).setZero();
  return left_.householderQ() * c;
}

MatrixXd LeastNorm::kernel() const {
  const Index n = left_.cols();
  if (rank_ == 0) return MatrixXd::Identity(n, n);
  MatrixXd last = MatrixXd::Zero(n, n - rank_);
  last.bottomRows(n - rank_).setIdentity();
  last = right_.householderQ() * last;
  return left_.colsPermutation() * last;
}

}  // namespace trammel::linalg

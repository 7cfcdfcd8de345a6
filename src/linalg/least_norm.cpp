#include "linalg/least_norm.hpp"

#include <Eigen/QR>

namespace trammel::linalg {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct LeastNorm::Factors {
  Eigen::ColPivHouseholderQR<MatrixXd> left;
  Eigen::HouseholderQR<MatrixXd> right;
};

LeastNorm::LeastNorm(Index rows, Index columns)
    : factors_(new Factors{Eigen::ColPivHouseholderQR<MatrixXd>(rows, columns),
                           Eigen::HouseholderQR<MatrixXd>(columns, rows)}) {}
LeastNorm::~LeastNorm() = default;

double LeastNorm::factor(const MatrixXd& A, Index rank) {
  rank_ = rank;
  if (rank == 0) return 1;
  factors_->left.compute(A);
  const auto& R = factors_->left.matrixQR();
  MatrixXd top = R.topRows(rank).transpose();
  for (Index j = 0; j < rank; ++j) top.col(j).head(j).setZero();
  factors_->right.compute(top);
  return std::abs(R(rank - 1, rank - 1)) / std::abs(R(0, 0));
}

Index LeastNorm::weakest_row() const {
  Index row = 0;
  if (rank_ > 0) {
    const VectorXd direction =
        factors_->left.householderQ() * VectorXd::Unit(factors_->left.rows(), rank_ - 1);
    direction.cwiseAbs().maxCoeff(&row);
  }
  return row;
}

VectorXd LeastNorm::solve(const VectorXd& b) const {
  const Index n = factors_->left.cols();
  VectorXd x = VectorXd::Zero(n);
  if (rank_ == 0) return x;
  VectorXd c = factors_->left.householderQ().adjoint() * b;
  x.head(rank_) = factors_->right.matrixQR().topRows(rank_).triangularView<Eigen::Upper>().transpose().solve(
      c.head(rank_));
  x = factors_->right.householderQ() * x;
  return factors_->left.colsPermutation() * x;
}

MatrixXd LeastNorm::across(const MatrixXd& B) const {
  if (rank_ == 0) return B;
  const MatrixXd all = factors_->left.householderQ().adjoint() * B;
  return all.bottomRows(all.rows() - rank_);
}

VectorXd LeastNorm::beyond(const VectorXd& b) const {
  if (rank_ == 0) return b;
  VectorXd c = factors_->left.householderQ().adjoint() * b;
  c.head(rank_).setZero();
  return factors_->left.householderQ() * c;
}

MatrixXd LeastNorm::kernel() const {
  const Index n = factors_->left.cols();
  if (rank_ == 0) return MatrixXd::Identity(n, n);
  MatrixXd last = MatrixXd::Zero(n, n - rank_);
  last.bottomRows(n - rank_).setIdentity();
  last = factors_->right.householderQ() * last;
  return factors_->left.colsPermutation() * last;
}

QrPivots qr_pivots(const MatrixXd& A) {
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(A);
  const auto& columns = qr.colsPermutation().indices();
  return {{columns.begin(), columns.end()}, qr.matrixQR().diagonal().cwiseAbs()};
}

VectorXd qr_pivot_sizes(const MatrixXd& A) {
  return Eigen::ColPivHouseholderQR<MatrixXd>(A).matrixQR().diagonal().cwiseAbs();
}

MatrixXd orthonormal(const MatrixXd& A) {
  return Eigen::HouseholderQR<MatrixXd>(A).householderQ() * MatrixXd::Identity(A.rows(), A.cols());
}

VectorXd basic_solution(const MatrixXd& A, const VectorXd& b, double threshold) {
  Eigen::ColPivHouseholderQR<MatrixXd> qr(A);
  qr.setThreshold(threshold);
  return qr.solve(b);
}

}  // namespace trammel::linalg

// linalg/least_norm.hpp: A x = b of known rank, which may be too much and too little at once: the smallest x
// among those that come nearest. [GVL13, 5.5]
//
//   A P = Q | R11 R12 |,   (R11 R12) = (L 0) V^T,   x = P V1 L^-1 Q1^T b
//           |  0   0  |
#pragma once

#include <Eigen/Dense>

namespace trammel::linalg {

class LeastNorm {
 public:
  LeastNorm(Eigen::Index rows, Eigen::Index columns) : left_(rows, columns), right_(columns, rows) {}

  // Says how far from a smaller rank A is: the last pivot that counts beside the first; 1 for rank 0.
  double factor(const Eigen::MatrixXd& A, Eigen::Index rank);
  Eigen::Index weakest_row() const;  // that counts most in the direction of that pivot
  Eigen::Index rank() const { return rank_; }
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  // Zᵀ B, where the columns of Z span what Aᵀ maps to zero.
  Eigen::MatrixXd across(const Eigen::MatrixXd& B) const;
  // The part of b that no A x reaches: Z Zᵀ b.
  Eigen::VectorXd beyond(const Eigen::VectorXd& b) const;
  // Orthonormal columns that A maps to zero.
  Eigen::MatrixXd kernel() const;

 private:
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> left_;
  Eigen::HouseholderQR<Eigen::MatrixXd> right_;
  Eigen::Index rank_ = 0;
};

}  // namespace trammel::linalg

// linalg/least_norm.hpp: A x = b of known rank, which may be too much and too little at once: the smallest x
// among those that come nearest. [GVL13, 5.5]
//
//   A P = Q | R11 R12 |,   (R11 R12) = (L 0) V^T,   x = P V1 L^-1 Q1^T b
//           |  0   0  |
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

namespace trammel::linalg {

class LeastNorm {
 public:
  LeastNorm(Eigen::Index rows, Eigen::Index columns);
  ~LeastNorm();

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
  struct Factors;  // Eigen's, which only the file behind this header compiles
  std::unique_ptr<Factors> factors_;
  Eigen::Index rank_ = 0;
};

// A P = Q R by column pivoting: the columns in their order, and |R_kk|, which falls.
struct QrPivots {
  std::vector<int> columns;
  Eigen::VectorXd size;
};
QrPivots qr_pivots(const Eigen::MatrixXd& A);
Eigen::VectorXd qr_pivot_sizes(const Eigen::MatrixXd& A);  // the sizes alone
// As many orthonormal columns as A has, which span those of A.
Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& A);
// An x with the least |A x − b| that uses only the columns whose pivots are above `threshold` times the first.
Eigen::VectorXd basic_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double threshold);

}  // namespace trammel::linalg

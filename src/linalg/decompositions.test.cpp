#include "linalg/decompositions.hpp"

#include <gtest/gtest.h>

namespace trammel::linalg {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Rank 2: the third row is the sum of the others.
MatrixXd deficient() {
  MatrixXd A(3, 4);
  A << 1, 2, 0, -1, 0, 1, 3, 2, 1, 3, 3, 1;
  return A;
}

TEST(Decompositions, FactorsGiveTheMatrixBackAndAreOrthogonal) {
  const MatrixXd A = deficient();
  const Svd found = svd(A);
  MatrixXd sigma = MatrixXd::Zero(3, 4);
  sigma.diagonal() = found.sigma;
  EXPECT_LT((found.U * sigma * found.V.transpose() - A).norm(), 1e-14);
  EXPECT_LT((found.U.transpose() * found.U - MatrixXd::Identity(3, 3)).norm(), 1e-14);
  EXPECT_LT((found.V.transpose() * found.V - MatrixXd::Identity(4, 4)).norm(), 1e-14);
  EXPECT_GT(found.sigma[1], 1);
  EXPECT_LT(found.sigma[2], 1e-15 * found.sigma[0] * 10);
  EXPECT_LT((singular_values(A) - found.sigma).norm(), 1e-14);
}

// Penrose's four conditions.
TEST(Decompositions, PseudoinverseOfADeficientMatrixFulfilsPenrosesConditions) {
  const MatrixXd A = deficient(), P = pseudo_inverse(A, 1e-12);
  EXPECT_LT((A * P * A - A).norm(), 1e-13);
  EXPECT_LT((P * A * P - P).norm(), 1e-13);
  EXPECT_LT((A * P - (A * P).transpose()).norm(), 1e-13);
  EXPECT_LT((P * A - (P * A).transpose()).norm(), 1e-13);
}

TEST(Decompositions, LeastSquaresGivesTheShortestSolution) {
  const MatrixXd A = deficient();
  const VectorXd b = VectorXd::LinSpaced(3, 1, 2), x = least_squares(A, b, 1e-12);
  EXPECT_LT((x - pseudo_inverse(A, 1e-12) * b).norm(), 1e-13);
}

}  // namespace
}  // namespace trammel::linalg

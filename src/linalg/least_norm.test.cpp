#include "linalg/least_norm.hpp"

#include <gtest/gtest.h>

namespace trammel::linalg {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// A of rank r as a product, so that its range and kernel are known.
MatrixXd product(int rows, int columns, int rank) {
  MatrixXd B(rows, rank), C(rank, columns);
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < rank; ++k) B(i, k) = std::sin(1.0 + 7 * i * i + 3 * k * (i + 1) + k);
  for (int k = 0; k < rank; ++k)
    for (int j = 0; j < columns; ++j) C(k, j) = std::cos(2.0 + 5 * j * j * k + 3 * j + k * k);
  return B * C;
}

// The four conditions of Moore and Penrose determine the pseudoinverse. [GVL13, 5.5.2]
TEST(LeastNorm, IsThePseudoinverse) {
  for (const auto& [rows, columns, rank] :
       {std::tuple{5, 5, 5}, std::tuple{6, 4, 4}, std::tuple{4, 7, 4}, std::tuple{6, 7, 3}}) {
    const MatrixXd A = product(rows, columns, rank);
    LeastNorm solver(rows, columns);
    EXPECT_GT(solver.factor(A, rank), 1e-6);
    MatrixXd X(columns, rows);
    for (int i = 0; i < rows; ++i) X.col(i) = solver.solve(VectorXd::Unit(rows, i));
    EXPECT_LT((A * X * A - A).norm(), 1e-11);
    EXPECT_LT((X * A * X - X).norm(), 1e-11 * (1 + X.norm()));
    EXPECT_LT((A * X - (A * X).transpose()).norm(), 1e-11);
    EXPECT_LT((X * A - (X * A).transpose()).norm(), 1e-11);
    EXPECT_LT((A * solver.kernel()).norm(), 1e-12);
    EXPECT_EQ(solver.kernel().cols(), columns - rank);
    EXPECT_LT(solver.across(A).norm(), 1e-12);
    EXPECT_EQ(solver.across(A).rows(), rows - rank);
    const VectorXd b = VectorXd::LinSpaced(rows, 1, 2), left = solver.beyond(b);
    EXPECT_LT((A.transpose() * left).norm(), 1e-11);
    EXPECT_LT((b - left - A * X * b).norm(), 1e-11);
  }
}

TEST(LeastNorm, SmallestPivotTellsOfALossOfRank) {
  LeastNorm solver(6, 6);
  EXPECT_LT(solver.factor(product(6, 6, 3), 4), 1e-14);
  MatrixXd A = MatrixXd::Identity(4, 4) + MatrixXd::Constant(4, 4, 0.1);
  A.row(2) *= 1e-15;
  EXPECT_LT(solver.factor(A, 4), 1e-14);
  EXPECT_EQ(solver.weakest_row(), 2);
}

}  // namespace
}  // namespace trammel::linalg

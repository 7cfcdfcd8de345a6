#include "linalg/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace trammel::linalg {
namespace {

SparseMatrix random_matrix(int n, double density, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<> number(-1, 1);
  std::vector<std::pair<int, int>> at;
  for (int i = 0; i < n; ++i) {
    at.emplace_back(i, (i * 7 + 3) % n == i ? i : i);
    for (int j = 0; j < n; ++j)
      if (number(random) * 0.5 + 0.5 < density) at.emplace_back(i, j);
  }
  std::vector<std::uint32_t> position;
  SparseMatrix A(std::make_shared<Pattern>(make_pattern(n, n, at, position)));
  for (double& value : A.value) value = number(random);
  return A;
}

double solver_residual(const SparseMatrix& A, const std::vector<double>& x, const std::vector<double>& b) {
  std::vector<double> r = b;
  for (int j = 0; j < A.pattern->columns; ++j)
    for (int k = A.pattern->start[j]; k < A.pattern->start[j + 1]; ++k)
      r[A.pattern->row[k]] -= A.value[k] * x[j];
  double worst = 0;
  for (const double value : r) worst = std::max(worst, std::fabs(value));
  return worst;
}

TEST(LinearSolvers, FactorTheSameNumbersOnce) {
  SparseMatrix A = random_matrix(30, 0.2, 5);
  for (const auto make : {make_dense_lu, make_sparse_lu}) {
    const auto solver = make(A.pattern);
    EXPECT_EQ(solver->factor_if_changed(A), -1);
    EXPECT_TRUE(solver->renewed());
    EXPECT_EQ(solver->factor_if_changed(A), -1);
    EXPECT_FALSE(solver->renewed());
    std::vector<double> b(30, 1.0), x = b;
    solver->solve(x);
    EXPECT_LE(solver_residual(A, x, b), 1e-9);
    A.value[3] *= 2;
    EXPECT_EQ(solver->factor_if_changed(A), -1);
    EXPECT_TRUE(solver->renewed());
    x = b;
    solver->solve(x);
    EXPECT_LE(solver_residual(A, x, b), 1e-9);
  }
}

TEST(LinearSolvers, DenseAndSparseSolveTheSameSystems) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const int n = 5 + static_cast<int>(seed) * 4;
    SparseMatrix A = random_matrix(n, 0.2, seed);
    const auto dense = make_dense_lu(A.pattern), sparse = make_sparse_lu(A.pattern);
    for (int again = 0; again < 3; ++again) {  // the second and third time with the pivots of the first
      std::vector<double> b(static_cast<std::size_t>(n), 1.0);
      ASSERT_EQ(dense->factor(A), -1);
      ASSERT_EQ(sparse->factor(A), -1);
      std::vector<double> x = b, y = b;
      dense->solve(x);
      sparse->solve(y);
      double size = 1;
      for (const double value : x) size = std::max(size, std::fabs(value));
      EXPECT_LT(solver_residual(A, x, b), 1e-11 * size);
      EXPECT_LT(solver_residual(A, y, b), 1e-9 * size);
      for (double& value : A.value) value *= 1.1 + 0.01 * again;
    }
  }
}

TEST(LinearSolvers, ASingularOrInfiniteMatrixIsReportedByARow) {
  std::vector<std::uint32_t> position;
  SparseMatrix A(std::make_shared<Pattern>(make_pattern(2, 2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, position)));
  for (const auto& make : {make_dense_lu, make_sparse_lu}) {
    const auto solver = make(A.pattern);
    A.value = {1, 2, 2, 4};
    EXPECT_GE(solver->factor(A), 0);
    A.value = {1, NAN, 2, 4};
    EXPECT_GE(solver->factor(A), 0);
    A.value = {1, 2, 3, 4};
    EXPECT_EQ(solver->factor(A), -1);
  }
}

// [M Gᵀ; G 0] with its rows shuffled and scaled, against LU.
TEST(LinearSolvers, SymmetricIndefiniteSystemsAreSolvedInAnyOrderOfTheirRows) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<> number(-1, 1);
    const int nx = 2 + static_cast<int>(seed % 9), ny = static_cast<int>(seed) % (nx + 1), n = nx + ny;
    Symmetry symmetry{std::vector<int>(n), std::vector<double>(n)};
    for (int j = 0; j < n; ++j) symmetry.row[j] = j, symmetry.scale[j] = 1 + 0.5 * number(random);
    std::ranges::shuffle(symmetry.row, random);
    std::vector<std::pair<int, int>> at;
    std::vector<double> values;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i <= j; ++i) {
        if (i >= nx || (i != j && number(random) > 0.6)) continue;
        const double value =
            i == j ? 1e-3 * number(random) : number(random);  // small diagonal: 2 by 2 pivots
        at.emplace_back(symmetry.row[i], j), values.push_back(value / symmetry.scale[symmetry.row[i]]);
        if (i == j) continue;
        at.emplace_back(symmetry.row[j], i), values.push_back(value / symmetry.scale[symmetry.row[j]]);
      }
    std::vector<std::uint32_t> position;
    SparseMatrix A(std::make_shared<Pattern>(make_pattern(n, n, at, position)));
    for (std::size_t k = 0; k < values.size(); ++k) A.value[position[k]] = values[k];
    const auto lu = make_dense_lu(A.pattern), ldlt = make_symmetric_ldlt(A.pattern, symmetry);
    std::vector<double> b(static_cast<std::size_t>(n));
    for (double& value : b) value = number(random);
    std::vector<double> x = b, y = b;
    const bool singular = lu->factor(A) >= 0 || lu->condition() > 1e12;
    if (singular) continue;
    ASSERT_EQ(ldlt->factor(A), -1) << seed;
    lu->solve(x);
    ldlt->solve(y);
    double size = 1;
    for (const double value : x) size = std::max(size, std::fabs(value));
    EXPECT_LT(solver_residual(A, y, b), 1e-12 * size) << seed;
    EXPECT_LT(solver_residual(A, x, b), 1e-12 * size) << seed;
  }
}

TEST(LinearSolvers, ASingularOrInfiniteSymmetricMatrixIsReportedByARow) {
  std::vector<std::uint32_t> position;
  SparseMatrix A(std::make_shared<Pattern>(make_pattern(2, 2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, position)));
  const auto solver = make_symmetric_ldlt(A.pattern, {{0, 1}, {1, 1}});
  A.value = {1, 2, 2, 4};
  EXPECT_GE(solver->factor(A), 0);
  A.value = {0, 0, 0, 4};
  EXPECT_EQ(solver->factor(A), 0);
  A.value = {1, NAN, NAN, 4};
  EXPECT_GE(solver->factor(A), 0);
  A.value = {0, 2, 2, 0};
  EXPECT_EQ(solver->factor(A), -1);
}

TEST(Patterns, RepeatedEntriesShareAPlaceAndColumnsAreSorted) {
  std::vector<std::uint32_t> position;
  const Pattern p = make_pattern(3, 2, {{2, 1}, {0, 0}, {1, 1}, {2, 1}}, position);
  EXPECT_EQ(p.start, (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(p.row, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(position, (std::vector<std::uint32_t>{2, 0, 1, 2}));
}

// Gradient and divergence on a staggered grid of N x N cells, [1 G; D 0], rows in the order in which they
// would be written.
SparseMatrix gradient_and_divergence(int N) {
  const auto u = [&](int i, int j) { return i * N + j; };
  const auto v = [&](int i, int j) { return (N - 1) * N + i * (N - 1) + j; };
  const auto p = [&](int i, int j) { return 2 * (N - 1) * N + i * N + j; };
  std::vector<std::pair<int, int>> at;
  std::vector<double> value;
  int row = 0;
  const auto add = [&](int column, double x) { at.emplace_back(row, column), value.push_back(x); };
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j, ++row) {
      if (i + j == 0) {
        add(p(0, 0), 1);
        continue;
      }
      if (i < N - 1) add(u(i, j), 1);
      if (i > 0) add(u(i - 1, j), -1);
      if (j < N - 1) add(v(i, j), 1);
      if (j > 0) add(v(i, j - 1), -1);
    }
  for (int i = 0; i < N - 1; ++i)
    for (int j = 0; j < N; ++j, ++row) add(u(i, j), 1), add(p(i + 1, j), N), add(p(i, j), -N);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N - 1; ++j, ++row) add(v(i, j), 1), add(p(i, j + 1), N), add(p(i, j), -N);
  std::vector<std::uint32_t> position;
  SparseMatrix A(std::make_shared<const Pattern>(make_pattern(row, row, at, position)));
  for (std::size_t k = 0; k < at.size(); ++k) A.value[position[k]] = value[k];
  return A;
}

// In AMD's order its pivots are 7,700 times apart, and every solution is refined; in COLAMD's, by size, 170 times.
TEST(LinearSolvers, FactorsThatGrowAreTriedInAnotherOrder) {
  const SparseMatrix A = gradient_and_divergence(24);
  const auto solver = make_sparse_lu(A.pattern);
  ASSERT_LT(solver->factor(A), 0);
  EXPECT_LT(solver->condition(), 1000);
  std::vector<double> x(static_cast<std::size_t>(A.pattern->rows), 0.0), sum = x;
  x[5] = 1;
  std::vector<double> right = x;
  solver->solve(x);
  for (int j = 0; j < A.pattern->columns; ++j)
    for (int k = A.pattern->start[j]; k < A.pattern->start[j + 1]; ++k)
      sum[static_cast<std::size_t>(A.pattern->row[k])] += A.value[k] * x[static_cast<std::size_t>(j)];
  for (std::size_t i = 0; i < sum.size(); ++i) EXPECT_NEAR(sum[i], right[i], 1e-11);
}

}  // namespace
}  // namespace trammel::linalg

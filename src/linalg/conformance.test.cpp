// Every linear solver answers every question in every state, and all of them alike.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "linalg/complex_solver.hpp"
#include "linalg/solver.hpp"

namespace trammel::linalg {
namespace {

using Shared = std::shared_ptr<const Pattern>;

Symmetry natural(int n) {
  Symmetry symmetry;
  for (int j = 0; j < n; ++j) {
    symmetry.row.push_back(j);
    symmetry.scale.push_back(1);
  }
  return symmetry;
}

struct Maker {
  const char* name;
  std::function<std::unique_ptr<LinearSolver>(const Shared&)> make;
};
std::vector<Maker> makers() {
  return {{"dense", [](const Shared& p) { return make_dense_lu(p); }},
          {"sparse", [](const Shared& p) { return make_sparse_lu(p); }},
          {"ordered", [](const Shared& p) { return make_ordered_lu(p, make_memory(p)); }},
          {"symmetric", [](const Shared& p) { return make_symmetric_ldlt(p, natural(p->rows)); }},
          {"least norm", [](const Shared& p) { return make_least_norm(p, 0); }}};
}

SparseMatrix full(int n, const std::function<double(int, int)>& entry) {
  std::vector<std::pair<int, int>> at;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) at.emplace_back(i, j);
  std::vector<std::uint32_t> position;
  SparseMatrix A(std::make_shared<Pattern>(make_pattern(n, n, at, position)));
  for (std::size_t k = 0; k < at.size(); ++k) A.value[position[k]] = entry(at[k].first, at[k].second);
  return A;
}

SparseMatrix regular(int n) {
  return full(n, [](int i, int j) { return i == j ? 4.0 + i : 1.0 / (1 + i + j); });
}
SparseMatrix singular(int n) {  // rank 1
  return full(n, [](int i, int j) { return (1.0 + i) * (1.0 + j); });
}
Scales ones(int n) {
  return {std::vector<double>(static_cast<std::size_t>(n), 1.0),
          std::vector<double>(static_cast<std::size_t>(n), 1.0)};
}

void expect_no_factors(LinearSolver& solver, int n, const char* name) {
  EXPECT_FALSE(solver.factored()) << name;
  EXPECT_EQ(solver.condition(), INFINITY) << name;
  EXPECT_EQ(solver.smallest_pivot(ones(n)), 0) << name;
  std::vector<double> x(static_cast<std::size_t>(n), 1.0);
  solver.solve(x);
  for (const double value : x) EXPECT_TRUE(std::isnan(value)) << name;
}

void expect_solves(LinearSolver& solver, const SparseMatrix& A, const char* name) {
  const int n = A.pattern->rows;
  ASSERT_EQ(solver.factor(A), -1) << name;
  EXPECT_TRUE(solver.factored()) << name;
  EXPECT_TRUE(std::isfinite(solver.condition())) << name;
  EXPECT_GT(solver.smallest_pivot(ones(n)), 0) << name;
  std::vector<double> x(static_cast<std::size_t>(n), 0.0);
  for (int j = 0; j < n; ++j)
    for (int k = A.pattern->start[j]; k < A.pattern->start[j + 1]; ++k) x[A.pattern->row[k]] += A.value[k];
  solver.solve(x);
  for (const double value : x) EXPECT_NEAR(value, 1, 1e-12) << name;
}

TEST(AllLinearSolvers, BeforeTheFirstFactorizationThereAreNoFactors) {
  for (const Maker& maker : makers()) expect_no_factors(*maker.make(regular(8).pattern), 8, maker.name);
}

TEST(AllLinearSolvers, AfterAFailedFactorizationThereAreNoneAndTheNextOneWorks) {
  for (const int n : {2, 8, 60})
    for (const Maker& maker : makers()) {
      const auto solver = maker.make(regular(n).pattern);
      SparseMatrix infinite = regular(n);
      infinite.value[1] = NAN;
      for (const SparseMatrix& bad : {singular(n), infinite, full(n, [](int, int) { return 0.0; })}) {
        const int row = solver->factor(bad);
        // Rounding may hide that a matrix is singular, but then no digit is left.
        if (row < 0) {
          EXPECT_GT(solver->condition(), 1e12) << maker.name;
        } else {
          EXPECT_LT(row, n) << maker.name;
          expect_no_factors(*solver, n, maker.name);
        }
        expect_solves(*solver, regular(n), maker.name);
      }
    }
}

TEST(AllLinearSolvers, AMatrixWithoutRowsIsRegular) {
  const SparseMatrix empty = full(0, [](int, int) { return 0.0; });
  for (const Maker& maker : makers()) {
    const auto solver = maker.make(empty.pattern);
    EXPECT_EQ(solver->factor(empty), -1) << maker.name;
    EXPECT_EQ(solver->condition(), 1) << maker.name;
    EXPECT_EQ(solver->smallest_pivot({}), INFINITY) << maker.name;
    std::vector<double> x;
    solver->solve(x);
  }
}

TEST(AllLinearSolvers, ComplexOnesTooHaveNoSolutionWithoutFactors) {
  for (const int n : {0, 2, 8, 60}) {
    const SparseMatrix A = regular(n), S = singular(n);
    const Shared p = A.pattern;
    std::vector<std::unique_ptr<ComplexSolver>> solvers;
    solvers.push_back(make_complex_dense_lu(p));
    solvers.push_back(make_complex_sparse_lu(p));
    solvers.push_back(make_complex_ordered_lu(p, make_memory(p)));
    const std::vector<double> none(A.value.size(), 0.0);
    for (const auto& solver : solvers) {
      std::vector<double> x(static_cast<std::size_t>(n), 1.0), y = x;
      solver->solve(x, y);
      for (const double value : x) EXPECT_TRUE(std::isnan(value));
      EXPECT_EQ(solver->factor(none, none) >= 0, n > 0);
      x.assign(x.size(), 1.0);
      solver->solve(x, y);
      for (const double value : x) EXPECT_TRUE(std::isnan(value));
      EXPECT_EQ(solver->factor(A.value, none), -1);
    }
  }
}

// [M Gᵀ; G 0] with a constraint written twice, in three unit systems: x is that of the constraint written
// once, the multiplier is shared in equal parts.
TEST(LeastNormSolver, SolvesWithDependentRowsAndSharesWhatIsNotUnique) {
  for (const double unit : {1e-8, 1.0, 1e8}) {
    const double M[2] = {2 * unit, 3 * unit}, G[2] = {0.6, -0.8}, f[2] = {0, -9.81 * 3 * unit};
    const SparseMatrix A = full(4, [&](int i, int j) {
      if (i < 2 && j < 2) return i == j ? M[i] : 0.0;
      if (i >= 2 && j >= 2) return 0.0;
      return i < 2 ? G[i] : G[j];
    });
    const auto solver = make_least_norm(A.pattern, 1);
    ASSERT_EQ(solver->factor(A), -1);
    std::vector<double> x = {f[0], f[1], 0.3, 0.3};
    solver->solve(x);
    // G x = 0.3, M x + Gᵀ μ = f: μ = (G M⁻¹ f − 0.3)/(G M⁻¹ Gᵀ)
    const double lambda =
        (G[0] * f[0] / M[0] + G[1] * f[1] / M[1] - 0.3) / (G[0] * G[0] / M[0] + G[1] * G[1] / M[1]);
    EXPECT_NEAR(x[0], (f[0] - G[0] * lambda) / M[0], 1e-12);
    EXPECT_NEAR(x[1], (f[1] - G[1] * lambda) / M[1], 1e-12);
    EXPECT_NEAR(x[2] / lambda, 0.5, 1e-12);
    EXPECT_NEAR(x[3] / lambda, 0.5, 1e-12);
  }
}

// Links of a chain on a line, [M Gᵀ; G 0] with every second constraint written twice: too large for dense factors. x is
// that of the constraints written once, multipliers of the doubled ones are shared in equal parts; the constraints
// agree, so nothing but rounding is left over.
TEST(LeastNormSolver, SolvesLargeSparseSystemsWithManyDependentRows) {
  for (const double unit : {1e-4, 1.0, 1e6})
    for (const int links : {40, 120}) {
      const int doubled = links / 2, constraints = links + doubled, n = links + constraints;
      std::vector<std::pair<int, int>> at;
      std::vector<double> value;
      const auto put = [&](int i, int j, double a) {
        at.emplace_back(i, j);
        value.push_back(a);
      };
      for (int k = 0; k < links; ++k) put(k, k, unit * (1 + 0.5 * std::sin(k)));
      for (int c = 0; c < constraints; ++c) {
        const int link = c < links ? c : 2 * (c - links);  // x[link] - x[link - 1] = 0.1
        put(links + c, link, 1);
        put(link, links + c, 1);
        if (link > 0) {
          put(links + c, link - 1, -1);
          put(link - 1, links + c, -1);
        }
      }
      std::vector<std::uint32_t> position;
      SparseMatrix A(std::make_shared<Pattern>(make_pattern(n, n, at, position)));
      for (std::size_t k = 0; k < at.size(); ++k) A.value[position[k]] += value[k];
      const auto solver = make_least_norm(A.pattern, doubled);
      ASSERT_EQ(solver->factor(A), -1);
      EXPECT_GT(solver->smallest_pivot(ones(n)), 1e-4);  // those of doubled constraints do not count
      std::vector<double> x(static_cast<std::size_t>(n), 0.1);
      for (int k = 0; k < links; ++k) x[k] = -9.81 * unit;
      solver->solve(x);
      for (int k = 0; k < links; ++k) EXPECT_NEAR(x[k], 0.1 * (k + 1), 1e-9) << unit << " " << k;
      double force = 0;  // of the links from k on: minus what their masses and weights need
      for (int k = links - 1; k >= 0; --k) {
        force += unit * (-9.81 - (1 + 0.5 * std::sin(k)) * 0.1 * (k + 1));
        const bool twice = k % 2 == 0;
        EXPECT_NEAR(x[links + k] / force, twice ? 0.5 : 1.0, 1e-6) << unit << " " << k;
        if (!twice) continue;
        EXPECT_NEAR(x[links + links + k / 2] / force, 0.5, 1e-6) << unit << " " << k;
      }
      // One more dependent row than it was told of: that is singular.
      EXPECT_GE(make_least_norm(A.pattern, doubled - 1)->factor(A), 0);
    }
}

// Pivots of 1e-9 kept from a first matrix in which they were 1: the growth of the entries is seen, whatever
// the condition estimate says. x = (1, ..., 1).
TEST(SparseLu, AnOrderThatLetsEntriesGrowIsNotKept) {
  const int n = 60;
  for (const double small : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const auto matrix = [&](double diagonal) {
      return full(n, [&](int i, int j) { return i == j ? diagonal : std::sin(1.0 + 7.0 * i + 3.0 * j * j); });
    };
    const SparseMatrix first = matrix(100), then = matrix(small);
    const auto solver = make_sparse_lu(first.pattern);
    ASSERT_EQ(solver->factor(first), -1);
    ASSERT_EQ(solver->factor(then), -1);
    std::vector<double> b(n, 0.0), x;
    double size = 0;
    for (int j = 0; j < n; ++j)
      for (int k = then.pattern->start[j]; k < then.pattern->start[j + 1]; ++k) {
        b[then.pattern->row[k]] += then.value[k];
        size += std::fabs(then.value[k]);
      }
    x = b;
    solver->solve(x);
    double worst = 0;
    for (int j = 0; j < n; ++j)
      for (int k = then.pattern->start[j]; k < then.pattern->start[j + 1]; ++k)
        b[then.pattern->row[k]] -= then.value[k] * x[j];
    for (const double r : b) worst = std::max(worst, std::fabs(r));
    EXPECT_LT(worst, 1e-14 * size * std::max(1.0, *std::ranges::max_element(x))) << small;
  }
}

// The same for complex matrices: x = (1, ..., 1) + i (1, ..., 1).
TEST(SparseLu, AComplexOrderThatLetsEntriesGrowIsNotKeptEither) {
  const int n = 60;
  for (const double small : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const auto matrix = [&](double diagonal, double phase) {
      return full(n,
                  [&](int i, int j) { return i == j ? diagonal : std::sin(phase + 7.0 * i + 3.0 * j * j); });
    };
    const SparseMatrix re = matrix(small, 1), im = matrix(small, 2);
    const auto solver = make_complex_sparse_lu(re.pattern);
    ASSERT_EQ(solver->factor(matrix(100, 1).value, matrix(100, 2).value), -1);
    ASSERT_EQ(solver->factor(re.value, im.value), -1);
    std::vector<double> b(n, 0.0), c(n, 0.0);
    for (int j = 0; j < n; ++j)
      for (int k = re.pattern->start[j]; k < re.pattern->start[j + 1]; ++k) {
        b[re.pattern->row[k]] += re.value[k] - im.value[k];
        c[re.pattern->row[k]] += re.value[k] + im.value[k];
      }
    std::vector<double> x = b, y = c;
    solver->solve(x, y);
    double worst = 0, largest = 1;
    for (int j = 0; j < n; ++j) {
      largest = std::max({largest, std::fabs(x[j]), std::fabs(y[j])});
      for (int k = re.pattern->start[j]; k < re.pattern->start[j + 1]; ++k) {
        b[re.pattern->row[k]] -= re.value[k] * x[j] - im.value[k] * y[j];
        c[re.pattern->row[k]] -= re.value[k] * y[j] + im.value[k] * x[j];
      }
    }
    for (int i = 0; i < n; ++i) worst = std::max({worst, std::fabs(b[i]), std::fabs(c[i])});
    EXPECT_LT(worst, 1e-14 * n * n * largest) << small;  // rounding of as many products
  }
}

}  // namespace
}  // namespace trammel::linalg

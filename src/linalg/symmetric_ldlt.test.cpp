// Claims about L D Lᵀ in an order that is kept, against LU and on matrices whose right order is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "linalg/pivot_order.hpp"
#include "linalg/solver.hpp"

namespace trammel::linalg {
namespace {

// A symmetric matrix whose rows stand in another order and are multiplied by constants.
struct Sample {
  SparseMatrix A;
  Symmetry symmetry;
  std::vector<std::pair<int, int>> at = {};  // of the lower half, before its rows were moved
  std::vector<std::uint32_t> position = {};
  void set(const std::vector<double>& values) {
    std::size_t k = 0;
    for (std::size_t e = 0; e < at.size(); ++e)
      for (const int row : {at[e].first, at[e].second}) {
        A.value[position[k++]] = values[e] / symmetry.scale[symmetry.row[row]];
        if (at[e].first == at[e].second) break;
      }
  }
};

Sample make_sample(int n, std::vector<std::pair<int, int>> at, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<> number(0.5, 2);
  Sample sample{{}, {std::vector<int>(n), std::vector<double>(n)}, std::move(at)};
  for (int j = 0; j < n; ++j) sample.symmetry.row[j] = j, sample.symmetry.scale[j] = number(random);
  if (seed > 0) std::ranges::shuffle(sample.symmetry.row, random);
  std::vector<std::pair<int, int>> all;
  for (const auto& [i, j] : sample.at) {
    all.emplace_back(sample.symmetry.row[i], j);
    if (i != j) all.emplace_back(sample.symmetry.row[j], i);
  }
  sample.A = SparseMatrix(std::make_shared<Pattern>(make_pattern(n, n, all, sample.position)));
  return sample;
}

double residual(const SparseMatrix& A, const std::vector<double>& x, const std::vector<double>& b) {
  std::vector<double> r = b;
  double size = 0, worst = 0;
  for (int j = 0; j < A.pattern->columns; ++j) {
    size = std::max(size, std::fabs(x[j]));
    for (int k = A.pattern->start[j]; k < A.pattern->start[j + 1]; ++k)
      r[A.pattern->row[k]] -= A.value[k] * x[j];
  }
  for (const double value : r) worst = std::max(worst, std::fabs(value));
  return worst / (1 + size);
}

// Masses on the diagonal and `band` neighbours in each constraint: [M Gᵀ; G 0].
std::vector<std::pair<int, int>> saddle(int nx, int ny, int band) {
  std::vector<std::pair<int, int>> at;
  for (int i = 0; i < nx; ++i) at.emplace_back(i, i);
  for (int k = 0; k < ny; ++k)
    for (int c = 0; c < band; ++c)
      if (const int j = k * nx / ny + c; j < nx) at.emplace_back(nx + k, j);
  return at;
}

TEST(SymmetricLdlt, SolvesLargeSaddlePointSystemsWithAKeptOrderWhateverTheirNumbers) {
  for (const int nx : {30, 200, 1500})
    for (const int band : {2, 4, 7}) {
      const int ny = 2 * nx / 3, n = nx + ny;
      Sample s = make_sample(n, saddle(nx, ny, band), static_cast<unsigned>(nx + band));
      const auto ldlt = make_symmetric_ldlt(s.A.pattern, s.symmetry), lu = make_sparse_lu(s.A.pattern);
      std::mt19937 random(7);
      std::uniform_real_distribution<> number(-1, 1);
      for (int again = 0; again < 4; ++again) {  // other numbers, signs and sizes each time
        std::vector<double> values, b(static_cast<std::size_t>(n));
        for (const auto& [i, j] : s.at) values.push_back(i == j ? 1e-2 * number(random) : number(random));
        for (double& value : b) value = number(random);
        s.set(values);
        std::vector<double> x = b, y = b;
        ASSERT_EQ(lu->factor(s.A), -1);
        ASSERT_EQ(ldlt->factor(s.A), -1);
        lu->solve(x);
        ldlt->solve(y);
        EXPECT_LT(residual(s.A, y, b), std::max(1e-11, 100 * residual(s.A, x, b))) << nx << " " << band;
      }
    }
}

// With A = [1 ε; ε 1] in every block pivots of one unknown are best, with [0 1; 1 0] they do not exist.
TEST(SymmetricLdlt, ChoosesItsOrderAnewWhenItsPivotsVanish) {
  const int blocks = 100, n = 2 * blocks;
  std::vector<std::pair<int, int>> at;
  for (int i = 0; i < n; ++i) at.emplace_back(i, i);
  for (int i = 1; i < n; ++i) at.emplace_back(i, i - 1);
  Sample s = make_sample(n, at, 3);
  const auto ldlt = make_symmetric_ldlt(s.A.pattern, s.symmetry);
  for (const double diagonal : {1.0, 0.0, 1e-12, 1.0, 0.0}) {
    std::vector<double> values;
    for (int i = 0; i < n; ++i) values.push_back(diagonal);
    for (int i = 1; i < n; ++i) values.push_back(i % 2 == 1 ? (diagonal == 1 ? 1e-3 : 1) : 0.25);
    s.set(values);
    const std::vector<double> b(static_cast<std::size_t>(n), 1.0);
    std::vector<double> x = b;
    ASSERT_EQ(ldlt->factor(s.A), -1) << diagonal;
    ldlt->solve(x);
    EXPECT_LT(residual(s.A, x, b), 1e-13) << diagonal;
  }
}

// Pivots of 1e-9 beside entries of 1 would cost nine digits.
TEST(SymmetricLdlt, TakesNoPivotThatIsSmallBesideItsColumn) {
  const int n = 400;
  std::vector<std::pair<int, int>> at;
  std::vector<double> values;
  for (int i = 0; i < n; ++i) at.emplace_back(i, i), values.push_back(i % 3 == 0 ? 1e-9 : 1);
  for (int i = 1; i < n; ++i) at.emplace_back(i, i - 1), values.push_back(1 + 0.1 * std::sin(i));
  for (int i = 7; i < n; i += 3) at.emplace_back(i, i - 7), values.push_back(std::cos(i));
  Sample s = make_sample(n, at, 5);
  s.set(values);
  const auto ldlt = make_symmetric_ldlt(s.A.pattern, s.symmetry);
  const std::vector<double> b(static_cast<std::size_t>(n), 1.0);
  std::vector<double> x = b;
  ASSERT_EQ(ldlt->factor(s.A), -1);
  ldlt->solve(x);
  EXPECT_LT(residual(s.A, x, b), 1e-13);
}

TEST(SymmetricLdlt, ReportsALargeSingularMatrix) {
  const int nx = 300, ny = 200, n = nx + ny;
  std::vector<std::pair<int, int>> at = saddle(nx, ny, 4);
  Sample s = make_sample(n, at, 9);
  const auto ldlt = make_symmetric_ldlt(s.A.pattern, s.symmetry);
  std::vector<double> values;
  for (const auto& [i, j] : at) values.push_back(i == j ? 2 : std::cos(i * 3 + j));
  s.set(values);
  EXPECT_EQ(ldlt->factor(s.A), -1);
  std::vector<double> without = values;  // a constraint that is empty as numbers
  for (std::size_t k = 0; k < at.size(); ++k)
    if (at[k].first == nx + 77) without[k] = 0;
  s.set(without);
  EXPECT_EQ(ldlt->factor(s.A), s.symmetry.row[nx + 77]);
  s.set(values);
  EXPECT_EQ(ldlt->factor(s.A), -1);
}

TEST(SymmetricLdlt, HandsAFullMatrixOnWhenItsListWouldGetTooLong) {
  const int n = 320;  // n³/6 products
  std::vector<std::pair<int, int>> at;
  std::vector<double> values;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      at.emplace_back(i, j), values.push_back(std::sin(1.0 + 5 * i + 3 * j + i * j));
  Sample s = make_sample(n, at, 2);
  s.set(values);
  const auto ldlt = make_symmetric_ldlt(s.A.pattern, s.symmetry);
  const std::vector<double> b(static_cast<std::size_t>(n), 1.0);
  std::vector<double> x = b;
  ASSERT_EQ(ldlt->factor(s.A), -1);
  ldlt->solve(x);
  EXPECT_LT(residual(s.A, x, b), 1e-10);
}

// A chain of n unknowns in a row is eliminated from its ends or in pieces, never with more than two
// neighbours.
TEST(PivotOrder, OfAChainLeavesAtMostTwoRowsBelowAnyPivot) {
  const int n = 3000;
  PivotOrder::Places at;
  std::vector<double> values;
  for (int i = 0; i < n; ++i) at.emplace_back(i, i), values.push_back(2);
  for (int i = 1; i < n; ++i) at.emplace_back(i, i - 1), values.push_back(-1);
  PivotOrder order(n, at);
  ASSERT_EQ(order.choose(values, 10 * n), PivotOrder::Result::ok);
  int eliminated = 0;
  for (const PivotOrder::Pivot& pivot : order.pivots()) {
    EXPECT_LE(pivot.count, 2);
    eliminated += pivot.second < 0 ? 1 : 2;
  }
  EXPECT_EQ(eliminated, n);
}

// A hub that meets everybody has to wait: eliminated first it would fill the whole matrix.
TEST(PivotOrder, OfAStarLeavesNothingBesideItsHub) {
  const int n = 500;
  PivotOrder::Places at;
  std::vector<double> values;
  for (int i = 0; i < n; ++i) at.emplace_back(i, i), values.push_back(1 + 0.01 * i);
  for (int i = 1; i < n; ++i) at.emplace_back(i, 0), values.push_back(0.5);
  PivotOrder order(n, at);
  ASSERT_EQ(order.choose(values, 10 * n), PivotOrder::Result::ok);
  for (const PivotOrder::Pivot& pivot : order.pivots()) EXPECT_LE(pivot.count, 1);
}

TEST(PivotOrder, GivesUpWhereItWouldTakeMoreProductsThanAllowed) {
  const int n = 30;
  PivotOrder::Places at;
  std::vector<double> values;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) at.emplace_back(i, j), values.push_back(i == j ? 10 : 1);
  PivotOrder order(n, at);
  EXPECT_EQ(order.choose(values, 1000), PivotOrder::Result::too_full);
  EXPECT_EQ(order.choose(values, 10000), PivotOrder::Result::ok);
}

}  // namespace
}  // namespace trammel::linalg

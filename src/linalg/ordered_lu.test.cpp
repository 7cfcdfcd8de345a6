#include "linalg/ordered_lu.hpp"

#include <gtest/gtest.h>

#include <random>

#include "linalg/complex_solver.hpp"
#include "linalg/solver.hpp"

namespace trammel::linalg {
namespace {

struct System {
  std::shared_ptr<const Pattern> pattern;
  std::vector<double> real, imaginary;
};

System random_system(int n, double density, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<> number(-1, 1);
  std::vector<std::pair<int, int>> at;
  for (int i = 0; i < n; ++i) {
    at.emplace_back(i, (7 * i + 3) % n);
    for (int j = 0; j < n; ++j)
      if (0.5 * number(random) + 0.5 < density) at.emplace_back(i, j);
  }
  for (int j = 0; j < n; ++j) at.emplace_back(j, j);
  std::vector<std::uint32_t> position;
  System system{std::make_shared<Pattern>(make_pattern(n, n, at, position)), {}, {}};
  for (int k = 0; k < system.pattern->nonzeros(); ++k) {
    system.real.push_back(number(random));
    system.imaginary.push_back(number(random));
  }
  return system;
}

// |b − A x| over |x|, with b = 1 everywhere.
double defect(const System& s, const std::vector<double>& x, const std::vector<double>& y, bool is_complex) {
  std::vector<std::complex<double>> r(x.size(), 1.0);
  double size = 1, worst = 0;
  for (int j = 0; j < s.pattern->columns; ++j)
    for (int k = s.pattern->start[j]; k < s.pattern->start[j + 1]; ++k)
      r[s.pattern->row[k]] -= std::complex<double>(s.real[k], is_complex ? s.imaginary[k] : 0) *
                              std::complex<double>(x[j], is_complex ? y[j] : 0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    worst = std::max(worst, std::abs(r[i]));
    size = std::max(size, std::fabs(x[i]));
  }
  return worst / size;
}

TEST(OrderedLu, SolvesRealAndComplexSystemsInOneOrder) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    const int n = 2 + 3 * static_cast<int>(seed);
    System s = random_system(n, 3.0 / n, seed);
    const auto memory = make_memory(s.pattern);
    const auto real = make_ordered_lu(s.pattern, memory);
    const auto pairs = make_complex_ordered_lu(s.pattern, memory);
    for (int again = 0; again < 4; ++again) {
      SparseMatrix A(s.pattern);
      A.value = s.real;
      std::vector<double> x(static_cast<std::size_t>(n), 1.0), y(x), z(x.size(), 0.0);
      ASSERT_EQ(real->factor(A), -1);
      ASSERT_EQ(pairs->factor(s.real, s.imaginary), -1);
      real->solve(x);
      pairs->solve(y, z);
      EXPECT_LT(defect(s, x, {}, false), 1e-11) << seed;
      EXPECT_LT(defect(s, y, z, true), 1e-11) << seed;
      for (double& value : s.real) value *= 1.5 - 0.3 * again;
    }
  }
}

// With the first order the pivots of the second matrix would be zero or as good as zero.
TEST(OrderedLu, AnOrderThatNoLongerServesIsReplaced) {
  std::vector<std::uint32_t> position;
  const auto pattern =
      std::make_shared<Pattern>(make_pattern(2, 2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, position));
  for (const double small : {0.0, 1e-9}) {
    const auto solver = make_ordered_lu(pattern, make_memory(pattern));
    SparseMatrix A(pattern);
    for (const std::vector<double>& value :
         {std::vector{2., small, small, 3.}, std::vector{small, 2., 3., small}}) {
      A.value = value;
      ASSERT_EQ(solver->factor(A), -1);
      std::vector<double> x = {1, 1};
      solver->solve(x);
      EXPECT_LT(defect({pattern, A.value, {}}, x, {}, false), 1e-15);
    }
  }
}

TEST(OrderedLu, AnotherSolverTakesOverWhereTheFactorsAreTooFull) {
  const int n = 80;  // 80³/3 products are more than the list may hold
  System s = random_system(n, 1, 1);
  ASSERT_GT(n * n * n / 3, static_cast<int>(most_updates));
  const auto memory = make_memory(s.pattern);
  const auto real = make_ordered_lu(s.pattern, memory);
  const auto pairs = make_complex_ordered_lu(s.pattern, memory);
  SparseMatrix A(s.pattern);
  A.value = s.real;
  std::vector<double> x(static_cast<std::size_t>(n), 1.0), y(x), z(x.size(), 0.0);
  ASSERT_EQ(real->factor(A), -1);
  ASSERT_EQ(pairs->factor(s.real, s.imaginary), -1);
  EXPECT_TRUE(memory->too_full);
  real->solve(x);
  pairs->solve(y, z);
  EXPECT_LT(defect(s, x, {}, false), 1e-11);
  EXPECT_LT(defect(s, y, z, true), 1e-11);
}

TEST(OrderedLu, ASingularOrInfiniteMatrixIsReportedByARow) {
  std::vector<std::uint32_t> position;
  const auto pattern =
      std::make_shared<Pattern>(make_pattern(2, 2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, position));
  const auto memory = make_memory(pattern);
  const auto real = make_ordered_lu(pattern, memory);
  const auto pairs = make_complex_ordered_lu(pattern, memory);
  const std::vector<double> zero(4, 0.0);
  for (const std::vector<double>& bad : {std::vector{1., 2., 2., 4.}, std::vector<double>{1, NAN, 2, 4},
                                         std::vector<double>{1, INFINITY, 2, 4}, zero}) {
    SparseMatrix A(pattern);
    A.value = bad;
    EXPECT_GE(real->factor(A), 0);
    EXPECT_GE(pairs->factor(bad, zero), 0);
    EXPECT_GE(pairs->factor(zero, bad), 0);
    A.value = {1, 2, 3, 4};  // and serves again
    EXPECT_EQ(real->factor(A), -1);
    EXPECT_EQ(pairs->factor(A.value, zero), -1);
  }
}

}  // namespace
}  // namespace trammel::linalg

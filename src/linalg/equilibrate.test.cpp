#include "linalg/equilibrate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "linalg/solver.hpp"

namespace trammel::linalg {
namespace {

// A saddle point matrix [M Gᵀ; G 0] of 3 + 2 unknowns, rows and columns multiplied by `units`.
SparseMatrix saddle(double tilt, const std::vector<double>& units) {
  const double G[2][3] = {{1, 2, 0}, {1, 2 + tilt, tilt}};
  std::vector<std::pair<int, int>> at;
  std::vector<double> value;
  const auto add = [&](int i, int j, double v) {
    at.emplace_back(i, j);
    value.push_back(units[i] * v * units[j]);
  };
  for (int i = 0; i < 3; ++i) add(i, i, 1.0 + i);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) {
      add(3 + i, j, G[i][j]);
      add(j, 3 + i, G[i][j]);
    }
  std::vector<std::uint32_t> place;
  SparseMatrix A(std::make_shared<Pattern>(make_pattern(5, 5, at, place)));
  for (std::size_t k = 0; k < value.size(); ++k) A.value[place[k]] = value[k];
  return A;
}

TEST(Equilibrate, MatricesThatDifferByFactorsBecomeTheSame) {
  const SparseMatrix plain = saddle(0.7, {1, 1, 1, 1, 1}), odd = saddle(0.7, {1e3, 1e-2, 7, 1e-4, 50});
  const Scales p = equilibrate(plain), q = equilibrate(odd);
  for (int j = 0; j < 5; ++j)
    for (int k = plain.pattern->start[j]; k < plain.pattern->start[j + 1]; ++k) {
      const int i = plain.pattern->row[k];
      EXPECT_NEAR(p.row[i] * plain.value[k] * p.column[j], q.row[i] * odd.value[k] * q.column[j], 0.05);
    }
}

TEST(SmallestPivot, SeesASingularMatrixComingInAllUnitsAndByAllSolvers) {
  Symmetry symmetry{{0, 1, 2, 3, 4}, {1, 1, 1, 1, 1}};
  for (const std::vector<double>& units : {std::vector<double>{1, 1, 1, 1, 1},
                                           {1e3, 1e3, 1e3, 1e-3, 1e-3},
                                           {1e-3, 1e-3, 1e-3, 1, 1},
                                           {1e3, 1e-2, 7, 1e-4, 50}}) {
    const SparseMatrix start = saddle(1, units), near = saddle(1e-4, units);
    const Scales scales = equilibrate(start);
    for (const auto make : {0, 1, 2}) {
      const auto solver = make == 0   ? make_dense_lu(start.pattern)
                          : make == 1 ? make_sparse_lu(start.pattern)
                                      : make_symmetric_ldlt(start.pattern, symmetry);
      ASSERT_EQ(solver->factor(start), -1);
      const double usual = solver->smallest_pivot(scales);
      EXPECT_GT(usual, 0.01) << make;
      ASSERT_EQ(solver->factor(near), -1);
      EXPECT_LT(solver->smallest_pivot(scales) / usual, 1e-3) << make;  // like the tilt or its square
    }
  }
}

}  // namespace
}  // namespace trammel::linalg

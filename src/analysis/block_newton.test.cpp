#include "analysis/block_newton.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/scalar_root.hpp"

namespace trammel::analysis {
namespace {

TEST(ScalarRoot, BracketsWhatNewtonOvershoots) {
  int evaluations = 0;
  const auto f = [&](double x) {
    ++evaluations;
    return Sample{std::atan(x) - 0.5, 1 / (1 + x * x)};
  };
  for (const double guess : {-1e6, -3.0, 0.0, 5.0, 1e9}) {
    const ScalarRoot root = find_root(f, {.x = guess});
    ASSERT_TRUE(root.found) << guess;
    EXPECT_NEAR(root.x, std::tan(0.5), 1e-14);
    EXPECT_FALSE(root.moved);
  }
  EXPECT_LT(evaluations, 400);
}

TEST(ScalarRoot, SingularAndUndefinedGuessesMoveUpFirstAndSaySo) {
  const ScalarRoot cube = find_root([](double x) { return Sample{x * x * x - 8, 3 * x * x}; }, {});
  EXPECT_TRUE(cube.found && cube.moved);
  EXPECT_NEAR(cube.x, 2, 1e-14);
  const ScalarRoot square = find_root([](double x) { return Sample{x * x - 4, 2 * x}; }, {});
  EXPECT_NEAR(square.x, 2, 1e-14);
  const ScalarRoot below = find_root([](double x) { return Sample{x * x - 4, 2 * x}; }, {.max = 0});
  EXPECT_NEAR(below.x, -2, 1e-14);
  const ScalarRoot log = find_root([](double x) { return Sample{std::log(x) - 1, 1 / x}; }, {});
  EXPECT_NEAR(log.x, std::exp(1.0), 1e-14);
}

TEST(ScalarRoot, PolesAndJumpsAreNoRootsAndNothingFoundIsSaid) {
  EXPECT_FALSE(find_root([](double x) { return Sample{x * x + 1, 2 * x}; }, {.x = 0.3}).found);
  EXPECT_FALSE(find_root([](double x) { return Sample{1 / (x - 1), -1 / ((x - 1) * (x - 1))}; }, {}).found);
  EXPECT_FALSE(find_root([](double x) { return Sample{x < 1 ? -1.0 : 1.0, 0}; }, {.x = 0.3}).found);
}

std::shared_ptr<linalg::Pattern> full(int n) {
  std::vector<std::pair<int, int>> at;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) at.emplace_back(i, j);
  std::vector<std::uint32_t> position;
  return std::make_shared<linalg::Pattern>(linalg::make_pattern(n, n, at, position));
}

// A circle and a line: x² + y² = 25, x = y + 1; roots (4, 3) and (-3, -4).
TEST(BlockNewton, TornBlocksAreSolvedFromSingularGuesses) {
  BlockNewton blocks(full(2),
                     [](Vec x, Out r, Out J) {
                       r[0] = x[0] * x[0] + x[1] * x[1] - 25;
                       r[1] = x[0] - x[1] - 1;
                       J[0] = 2 * x[0];
                       J[1] = 1;
                       J[2] = 2 * x[1];
                       J[3] = -1;
                     },
                     {{}, {}});
  EXPECT_EQ(blocks.blocks(), 1u);
  std::vector<double> x = {0.5, -0.5};  // both gradients are parallel there
  ASSERT_TRUE(blocks.solve(x));
  EXPECT_NEAR(x[0] * x[0] + x[1] * x[1], 25, 1e-12);
  EXPECT_NEAR(x[0] - x[1], 1, 1e-13);
}

// x_1 = t, x_k = x_(k-1)³/(1 + x_(k-1)²) + x_(k-1) + 1/k, and Σ arctan x_k = 60: a ring of 40 unknowns that one
// tear opens. It begins where Newton's method fails, so that the chain is followed again and again.
TEST(BlockNewton, RowsOfTornBlocksAreEvaluatedAloneWithTheSameResult) {
  constexpr int n = 40;
  std::vector<std::pair<int, int>> at;
  for (int k = 0; k < n; ++k) at.emplace_back(n - 1, k);
  for (int k = 1; k < n; ++k) at.emplace_back(k - 1, k - 1), at.emplace_back(k - 1, k);
  std::vector<std::uint32_t> position;
  const auto pattern = std::make_shared<linalg::Pattern>(linalg::make_pattern(n, n, at, position));
  int whole = 0, alone = 0;
  const auto row = [&](int i, Vec x, Out r, Out J) {
    if (i == n - 1) {
      r[i] = -60;
      for (int k = 0; k < n; ++k) {
        r[i] += std::atan(x[k]);
        J[position[k]] = 1 / (1 + x[k] * x[k]);
      }
      return;
    }
    const double u = x[i], d = 1 + u * u;
    r[i] = x[i + 1] - u * u * u / d - u - 1.0 / (i + 2);
    J[position[n + 2 * i]] = -(3 * u * u * d - 2 * u * u * u * u) / (d * d) - 1;
    J[position[n + 2 * i + 1]] = 1;
  };
  const auto evaluate = [&](Vec x, Out r, Out J) {
    ++whole;
    for (int i = 0; i < n; ++i) row(i, x, r, J);
  };
  const auto evaluate_row = [&](int i, Vec x, Out r, Out J) {
    ++alone;
    row(i, x, r, J);
  };
  std::vector<double> x(n, 1e6), y = x;
  const bool found =
      static_cast<bool>(BlockNewton(pattern, evaluate, std::vector<BlockNewton::Bounds>(n)).solve(x));
  const int before = whole;
  whole = 0;
  ASSERT_EQ(static_cast<bool>(
                BlockNewton(pattern, evaluate, std::vector<BlockNewton::Bounds>(n), evaluate_row).solve(y)),
            found);
  ASSERT_TRUE(found);
  EXPECT_EQ(x, y);
  EXPECT_EQ(whole + alone, before);
  EXPECT_GT(before, 2000);
  EXPECT_LT(whole, before / 4);
}

TEST(BlockNewton, NotConvergedIsNotNoSolution) {
  BlockNewton blocks(full(1),
                     [](Vec x, Out r, Out J) {
                       r[0] = x[0] * x[0] + 1;
                       J[0] = 2 * x[0];
                     },
                     {{}});
  std::vector<double> x = {0.3};
  const BlockReport report = blocks.solve(x);
  EXPECT_EQ(report.verdict, BlockReport::not_converged);
  EXPECT_EQ(report.row, 0);
  EXPECT_EQ(x[0], 0.3);
}

}  // namespace
}  // namespace trammel::analysis

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

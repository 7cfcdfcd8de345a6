// Orders of the implicit methods on F(t, y, y') = 0 at constant step, by index and class of unknowns.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "pipeline/solve.hpp"
#include "support/index_problems.hpp"

namespace trammel {
namespace {

std::map<std::string, double> orders(const std::string& method, int index, std::vector<int> steps) {
  return support::index_orders(method, index, std::move(steps));
}

// [HLR89, Table 2.3; HW96, VI.1, VII.4]: stiffly accurate, so 2s−1 in everything at index 1.
TEST(RadauIIA, HasOrderTwiceTheStagesLessOneInAllUnknownsAtIndex1) {
  const std::vector<std::pair<int, std::vector<int>>> cases = {{1, {200, 400}}, {2, {40, 80}}, {3, {10, 20}}};
  for (const auto& [s, steps] : cases) {
    const auto order = orders("radau_iia_" + std::to_string(s), 1, steps);
    EXPECT_NEAR(order.at("y"), 2 * s - 1, 0.25) << s;
    EXPECT_NEAR(order.at("z"), 2 * s - 1, 0.25) << s;
  }
}

TEST(RadauIIA, HasOrderTwiceTheStagesLessOneInYAndTheStagesInZAtIndex2) {
  const std::vector<std::pair<int, std::vector<int>>> cases = {{2, {160, 320}}, {3, {20, 40}}};
  for (const auto& [s, steps] : cases) {
    const auto order = orders("radau_iia_" + std::to_string(s), 2, steps);
    EXPECT_NEAR(order.at("y"), 2 * s - 1, 0.3) << s;
    EXPECT_NEAR(order.at("z"), s, 0.3) << s;
  }
}

// 2s−1, s, s−1 in position, velocity, multiplier. [HLR89, 6; Jay93]
TEST(RadauIIA, LosesOrdersAtIndex3AsTheTheorySays) {
  const auto two = orders("radau_iia_2", 3, {80, 160});
  EXPECT_NEAR(two.at("q"), 3, 0.3);
  EXPECT_NEAR(two.at("v"), 2, 0.3);
  EXPECT_NEAR(two.at("lambda"), 1, 0.3);
  const auto three = orders("radau_iia_3", 3, {20, 40});
  EXPECT_NEAR(three.at("q"), 5, 0.5);
  EXPECT_NEAR(three.at("v"), 3, 0.3);
  EXPECT_NEAR(three.at("lambda"), 2, 0.3);
}

TEST(RadauIIA, OneStageHasOrder1ThroughoutAtConstantStep) {
  for (const int index : {1, 2, 3})
    for (const auto& [unknowns, order] : orders("radau_iia_1", index, {400, 800}))
      EXPECT_NEAR(order, 1, 0.15) << unknowns << " at index " << index;
}

// Order k for index 1, semi-explicit index 2, and index 3 behind the first k+1 steps. [BCP96, 3.2; LP86]
TEST(ConstantBdf, KeepsItsOrderInAllUnknownsUpToIndex3) {
  for (int k = 1; k <= 5; ++k)
    for (const int index : {1, 2, 3}) {
      const int n = index == 3 ? (k < 3 ? 320 : 80) : (k < 3 ? 160 : 40);
      for (const auto& [unknowns, order] : orders("bdf" + std::to_string(k), index, {n, 2 * n}))
        EXPECT_NEAR(order, k, 0.35) << "k = " << k << ", " << unknowns << " at index " << index;
    }
}

// Gauss: 2s for the differential unknowns of index 1; without stiff accuracy z loses (R(∞) = ±1). [HLR89]
TEST(Gauss, HasTwiceTheOrderOfItsStagesInDifferentialUnknowns) {
  EXPECT_NEAR(orders("gauss_1", 1, {100, 200}).at("y"), 2, 0.2);
  EXPECT_NEAR(orders("gauss_2", 1, {20, 40}).at("y"), 4, 0.3);
  EXPECT_NEAR(orders("gauss_3", 1, {8, 16}).at("y"), 6, 0.5);
}

// Stiffly accurate, so no class of unknowns loses at index 1. [HW96, VI.1]
TEST(Sdirk, HasOrder4InAllUnknownsAtIndex1) {
  const auto order = orders("sdirk4", 1, {40, 80});
  EXPECT_NEAR(order.at("y"), 4, 0.3);
  EXPECT_NEAR(order.at("z"), 4, 0.3);
}

TEST(Gauss, IsRefusedAboveIndex1) {
  EXPECT_THROW((void)pipeline::solve(support::index_3(),
                                     {.t_end = 0.1, .method = "gauss_2", .formulation = "as_written"}),
               Error);
}

}  // namespace
}  // namespace trammel

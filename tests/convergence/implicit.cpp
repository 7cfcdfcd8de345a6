// Orders of the implicit methods on F(t, y, y') = 0 at constant step, by index and class of unknowns.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"
#include "support/orders.hpp"
#include "support/problems.hpp"

namespace trammel {
namespace {

using model::der;
using model::Model;
using support::Classes;
using support::Values;

// Index 1: y = sin t, z = cos t.
model::Problem index_1() {
  Model m("index 1");
  const auto y = m.variable("y", {.start = 0, .fixed = true}), z = m.variable("z", {.start = 1});
  const auto t = m.time();
  m.equation("motion", der(y) == z * z - cos(t) * cos(t) + cos(t));
  m.equation("relation", z + z * z * z + y == cos(t) + pow(cos(t), 3.0) + sin(t));
  return m.problem();
}
const Values index_1_at_1 = {{"y", std::sin(1.0)}, {"z", std::cos(1.0)}};

// Index 2, Hessenberg form: y1 = e^t, y2 = e^(-2t), z = e^(2t). [HLR89, 2]
model::Problem index_2() {
  Model m("index 2");
  const auto y1 = m.variable("y1", {.start = 1, .fixed = true}), y2 = m.variable("y2", {.start = 1}),
             z = m.variable("z", {.start = 1});
  m.equation("first", der(y1) == y1 * y2 * z);
  m.equation("second", der(y2) == y1 * y1 * y2 * y2 - 3.0 * y2 * y2 * z);
  m.equation("constraint", y1 * y1 * y2 == 1.0);
  return m.problem();
}
const Values index_2_at_1 = {{"y1", std::exp(1.0)}, {"y2", std::exp(-2.0)}, {"z", std::exp(2.0)}};
const Classes index_2_classes = {{"y", {"y1", "y2"}}, {"z", {"z"}}};

// Index 3: the pendulum as written.
const Classes mechanics = {{"q", {"x", "y"}}, {"v", {"v_x", "v_y"}}, {"lambda", {"lambda"}}};
model::Problem index_3() { return support::pendulum(support::Form::first_order); }
const Values& index_3_at_half() {
  static const Values exact = support::tight_reference(index_3(), 0.5);
  return exact;
}

std::map<std::string, double> orders(const std::string& method, int index, std::vector<int> steps) {
  const support::OrderRequest request{.method = method,
                                      .formulation = "as_written",
                                      .t_end = index == 3 ? 0.5 : 1.0,
                                      .steps = std::move(steps)};
  if (index == 1)
    return support::measure_orders(index_1(), request, index_1_at_1, {{"y", {"y"}}, {"z", {"z"}}});
  if (index == 2) return support::measure_orders(index_2(), request, index_2_at_1, index_2_classes);
  return support::measure_orders(index_3(), request, index_3_at_half(), mechanics);
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
  EXPECT_THROW((void)pipeline::solve(index_3(), {.t_end = 0.1, .method = "gauss_2"}), Error);
}

}  // namespace
}  // namespace trammel

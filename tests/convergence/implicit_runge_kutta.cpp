// Orders of Lobatto IIIC, of Gauss with and without projection, and of RODAS, by index and class of unknowns.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"
#include "support/index_problems.hpp"

namespace trammel {
namespace {

using support::index_orders;

// Stiffly accurate: 2s−2 in all unknowns. [HW96, VI.1; HLR89, Table 2.3]
TEST(LobattoIIIC, HasOrder2sMinus2InAllUnknownsAtIndex1) {
  const std::vector<std::pair<int, std::vector<int>>> cases = {{2, {160, 320}}, {3, {20, 40}}, {4, {4, 8}}};
  for (const auto& [s, steps] : cases)
    for (const auto& [unknowns, order] : index_orders("lobatto_iiic_" + std::to_string(s), 1, steps))
      EXPECT_NEAR(order, 2 * s - 2, 0.45) << unknowns << ", s = " << s;
}

// 2s−2 in y, s−1 in z. [HLR89, Table 2.3]
TEST(LobattoIIIC, HasOrder2sMinus2InYAndSMinus1InZAtIndex2) {
  const std::vector<std::pair<int, std::vector<int>>> cases = {{2, {320, 640}}, {3, {40, 80}}, {4, {16, 32}}};
  for (const auto& [s, steps] : cases) {
    const auto order = index_orders("lobatto_iiic_" + std::to_string(s), 2, steps);
    EXPECT_NEAR(order.at("y"), 2 * s - 2, 0.55) << s;
    EXPECT_NEAR(order.at("z"), s - 1, 0.35) << s;
  }
}

// At least q = s−1 in position, q in velocity, q−1 in the multiplier, q >= 2. [HLR89, Theorem 6.4]
TEST(LobattoIIIC, HasAtLeastTheOrdersOfTheTheoremAtIndex3) {
  const std::vector<std::pair<int, std::vector<int>>> cases = {{3, {40, 80}}, {4, {20, 40}}};
  for (const auto& [s, steps] : cases) {
    const auto order = index_orders("lobatto_iiic_" + std::to_string(s), 3, steps);
    EXPECT_GT(order.at("q"), s - 1 - 0.3) << s;
    EXPECT_NEAR(order.at("v"), s - 1, 0.35) << s;
    EXPECT_NEAR(order.at("lambda"), s - 2, 0.35) << s;
  }
}

TEST(LobattoIIIC, WithTwoStagesIsRefusedAtIndex3) {
  EXPECT_THROW((void)pipeline::solve(support::index_3(), {.t_end = 0.1, .method = "lobatto_iiic_2"}), Error);
}

// With projection 2s in x and, from the hidden constraint, in z. [AP98, 10.1.5]
TEST(ProjectedGauss, HasOrder2sInBothClassesOfUnknownsAtIndex2) {
  const std::vector<std::pair<int, std::vector<int>>> cases = {{1, {160, 320}}, {2, {40, 80}}, {3, {32, 48}}};
  for (const auto& [s, steps] : cases)
    for (const auto& [unknowns, order] :
         index_orders("projected_gauss_" + std::to_string(s), 2, steps, "constrained"))
      EXPECT_NEAR(order, 2 * s, 0.5) << unknowns << ", s = " << s;
}

// A mechanism by its velocity constraint.
TEST(ProjectedGauss, HasOrder2sForAMechanism) {
  const std::vector<std::pair<int, std::vector<int>>> cases = {
      {1, {160, 320}}, {2, {20, 40}}, {3, {8, 16}}, {4, {8, 12}}};
  for (const auto& [s, steps] : cases)
    for (const auto& [unknowns, order] :
         index_orders("projected_gauss_" + std::to_string(s), 3, steps, "constrained"))
      EXPECT_NEAR(order, 2 * s, 0.5) << unknowns << ", s = " << s;
}

// [HW96, VI.4]
TEST(Rodas, HasOrder4InAllUnknownsAtIndex1) {
  const auto order = index_orders("rodas", 1, {40, 80});
  EXPECT_NEAR(order.at("y"), 4, 0.35);
  EXPECT_GT(order.at("z"), 3.7);
}

TEST(Rodas, RefusesAMatrixAtTheDerivativesThatChanges) {
  model::Model m("changing mass");
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             y = m.variable("y", {.start = 1, .fixed = true});
  m.equation("heavy", (1.0 + x * x) * model::der(x) + model::der(y) == -x);
  m.equation("light", model::der(y) == x);
  try {
    (void)pipeline::solve(m, {.t_end = 0.1, .method = "rodas", .formulation = "as_written"});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.where.equations, std::vector<std::string>{"heavy"});
  }
}

}  // namespace
}  // namespace trammel

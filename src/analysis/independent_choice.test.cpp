#include "analysis/independent_choice.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"

namespace trammel::analysis {
namespace {

// Equations 3 and 5 say the same, unknowns 2 and 4 act alike, the second in units of a thousandth: λ4 =
// λ2/1000.
TEST(IndependentChoice, TheLaterEquationGoesAndOneMultiplierFollowsTheOther) {
  BlockRank rank;
  rank.equations = {3, 5};
  rank.combinations = Eigen::MatrixXd(2, 1);
  rank.combinations << 1, -2;
  rank.unknowns = {2, 4};
  rank.directions = Eigen::MatrixXd(2, 1);
  rank.directions << std::sqrt(0.5), -std::sqrt(0.5);
  rank.unit = {1, 1e-3};
  const IndependentChoice choice = independent_choice(rank);
  EXPECT_EQ(choice.equations, std::vector<int>{5});
  ASSERT_EQ(choice.multipliers.size(), 1u);
  ASSERT_EQ(choice.multipliers[0].others.size(), 1u);
  const bool first = choice.multipliers[0].unknown == 2;
  EXPECT_EQ(choice.multipliers[0].others[0].first, first ? 4 : 2);
  EXPECT_NEAR(choice.multipliers[0].others[0].second, first ? 1e3 : 1e-3, first ? 1e-9 : 1e-15);
}

// Three that say the same, two of which go: what is left of λ1 + λ2 + λ3 are equal parts.
TEST(IndependentChoice, ThreeEqualMultipliersBecomeEqual) {
  BlockRank rank;
  rank.equations = {0, 1, 2};
  rank.combinations = Eigen::MatrixXd(3, 2);
  rank.combinations << 1, 0, -1, 1, 0, -1;
  rank.unknowns = {5, 6, 7};
  rank.directions = Eigen::MatrixXd(3, 2);
  rank.directions << 1, 1, -1, 1, 0, -2;
  rank.directions.col(0).normalize();
  rank.directions.col(1).normalize();
  rank.unit = {1, 1, 1};
  const IndependentChoice choice = independent_choice(rank);
  EXPECT_EQ(choice.equations, (std::vector<int>{1, 2}));
  ASSERT_EQ(choice.multipliers.size(), 2u);
  for (const auto& multiplier : choice.multipliers) {
    ASSERT_EQ(multiplier.others.size(), 1u);
    EXPECT_NEAR(multiplier.others[0].second, 1, 1e-14);
  }
}

// x = sin(th), y = -cos(th) and x^2 + y^2 = 1 say the same: the last fails to determine y where y is zero,
// and goes first.
TEST(IndependentChoice, DefinitionsStay) {
  model::Model m("angle");
  auto x = m.variable("x"), y = m.variable("y"), th = m.variable("th");
  m.equation("rod", x * x + y * y == 1);
  m.equation("x", x == sin(th));
  m.equation("y", y == -cos(th));
  const model::Dae dae = m.problem().dae;
  const std::vector<char> kept = determine_everywhere(dae, {0, 1, 2});
  EXPECT_EQ(kept, (std::vector<char>{0, 1, 1}));
  EXPECT_EQ(replaceable_last(dae, {0, 1, 2}), (std::vector<int>{1, 2, 0}));
  BlockRank rank;
  rank.equations = {0, 1, 2};
  rank.combinations = Eigen::MatrixXd(3, 1);
  rank.combinations << 0.5, -0.6, 0.8;
  EXPECT_EQ(independent_choice(rank).equations, std::vector<int>{2});
  EXPECT_EQ(independent_choice(rank, kept).equations, std::vector<int>{0});
}

}  // namespace
}  // namespace trammel::analysis

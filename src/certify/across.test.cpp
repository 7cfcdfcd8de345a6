// Jumps at an instant: momentum decides which of them impulses explain.
#include "certify/across.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "model/model.hpp"

namespace trammel::certify {
namespace {

// Masses of 2 and 1 on a rod along a line, x1 - x2 = 1, whose force is F. Values: x1, x2, v1, v2, F and the
// derivatives of the first four.
std::optional<int> judged(const std::vector<double>& behind, const std::vector<int>& set = {},
                          double unit = 1) {
  model::Model m("rod");
  const auto x1 = m.variable("x1"), x2 = m.variable("x2"), v1 = m.variable("v1"), v2 = m.variable("v2"),
             F = m.variable("F");
  m.equation("way 1", der(x1) == v1);
  m.equation("way 2", der(x2) == v2);
  m.equation("force 1", 2 * der(v1) == F);
  m.equation("force 2", der(v2) == -F);
  m.equation("rod", x1 - x2 == unit);
  const model::Problem problem = m.problem();
  expr::Graph& graph = *problem.dae.graph;
  std::vector<expr::Expr> leaves;
  std::vector<std::string> names = {"x1", "x2", "v1", "v2", "F", "der(x1)", "der(x2)", "der(v1)", "der(v2)"};
  for (int k = 0; k < 5; ++k) leaves.push_back(graph.symbol(k));
  for (int k = 0; k < 4; ++k) leaves.push_back(graph.symbol(k, 1));
  Equations equations(std::make_shared<const EquationCode>(problem.dae, names, leaves));
  std::vector<double> before(9, 0.0), now(9, 0.0);
  before[1] = -unit;
  for (std::size_t k = 0; k < behind.size(); ++k) now[k] = unit * behind[k];
  const std::vector<double> sizes(9, unit), allowed(5, 1e-6);
  return unexplained(equations, {1, before, now, sizes, allowed, set});
}

TEST(Across, ImpulsesOfTheRodExplainAJumpThatKeepsMomentum) {
  EXPECT_FALSE(judged({0, -1, 0, 0}));
  EXPECT_FALSE(judged({0, -1, 1, -2}));
  EXPECT_FALSE(judged({0, -1, 1, -2}, {}, 1e-9));
  EXPECT_FALSE(judged({0, -1, 1, -2}, {}, 1e9));
}

TEST(Across, MomentumThatIsLostIsNotExplained) {
  EXPECT_TRUE(judged({0, -1, 1, -1}));
  EXPECT_TRUE(judged({0, -1, 1, 0}));
  EXPECT_EQ(judged({0, -1, 0, 1e-3}), 3);
  EXPECT_EQ(judged({0, -1, 0, 1e-3}, {}, 1e-9), 3);
  EXPECT_FALSE(judged({0, -1, 0, 1e-7}));  // that is what the tolerance leaves
}

TEST(Across, PositionsDoNotLeap) {
  EXPECT_TRUE(judged({0.1, -0.9, 0, 0}));
  EXPECT_TRUE(judged({0.1, -1, 0, 0}));
}

// v1 is set from outside: the rod may pass any impulse on to v2, but moves no position.
TEST(Across, AReinitExplainsWhatItSetsAndWhatTheRodPassesOn) {
  EXPECT_FALSE(judged({0, -1, 1, 1}, {2}));
  EXPECT_FALSE(judged({0, -1, 1, 0}, {2}));
  EXPECT_EQ(judged({0, -0.9, 1, 1}, {2}), 1);
}

TEST(Across, APositionThatIsSetTakesAlongWhatIsTiedToIt) {
  EXPECT_FALSE(judged({0.1, -0.9, 0, 0}, {0}));
  EXPECT_TRUE(judged({0.1, -0.9, 1, 1}, {0}));  // but no velocity
}

}  // namespace
}  // namespace trammel::certify

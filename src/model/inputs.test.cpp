// What depends on time alone, and where it jumps or bends.
#include "model/inputs.hpp"

#include <gtest/gtest.h>

#include "model/model.hpp"

namespace trammel::model {
namespace {

// u = sin(t), v = 2 u + 1, x' = max(0, v) + |x|: the bend of max is known beforehand, that of |x| is not.
TEST(Inputs, VariablesThatEquationsGiveAreFollowedAndStatesAreNot) {
  Model m("inputs");
  const auto u = m.variable("u"), v = m.variable("v"), x = m.variable("x", {.start = 0});
  m.equation("u", u == sin(m.time()));
  m.equation("v", v == 2.0 * u + 1.0);
  m.equation("x", der(x) == max(v, u) + abs(x));
  Problem problem = m.problem();
  Dae& dae = problem.dae;
  EXPECT_EQ(functions_of_time(dae).size(), 2u);
  watch_inputs(dae);
  ASSERT_EQ(dae.events.relations.size(), 1u);
  EXPECT_EQ(dae.events.relations[0].kind, Relation::Kind::bend);
  EXPECT_TRUE(dae.events.relations[0].silent);
}

}  // namespace
}  // namespace trammel::model

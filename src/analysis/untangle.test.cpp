#include "analysis/untangle.hpp"

#include <gtest/gtest.h>

#include "model/model.hpp"

namespace trammel::analysis {
namespace {

using model::der;
using model::Model;

// The rod of the pendulum plus half of an equation of motion: the same solutions, so index 3 and 2 freedoms.
// [HW96, (VII.2.1)-(2.3)]
TEST(Untangle, FindsTheConstraintToWhichAnEquationOfMotionWasAdded) {
  Model m("pendulum");
  const auto x = m.variable("x"), y = m.variable("y"), l = m.variable("l"), mass = m.parameter("mass", 2);
  m.equation("across", mass * der(der(x)) == -l * x);
  m.equation("down", mass * der(der(y)) == -l * y - 9.81 * mass);
  m.equation("rod", x * x + y * y + 0.5 * (mass * der(der(x))) == 1.0 - 0.5 * (l * x));
  const model::Dae dae = m.problem().dae;
  EXPECT_NE(analyze(dae).degrees_of_freedom, 2);  // the structure is misled
  const auto simple = untangled(dae);
  ASSERT_TRUE(simple.has_value());
  EXPECT_EQ(simple->replaced, std::vector<int>{2});
  const Diagnosis found = analyze(simple->dae);
  EXPECT_EQ(found.index, 3);
  EXPECT_EQ(found.degrees_of_freedom, 2);
  EXPECT_NE(simple->note.find("'across' stands in 'rod'"), std::string::npos) << simple->note;
}

// x1 + x2 = g(t), x1' + x2' + x1 = 0, y = x1' - x2': the derivative of the first takes the slopes out of the second,
// and x1 = -g'. So y = -2 g'' - g', and its slope needs three derivatives of the sum: index 3.
TEST(Untangle, CombinesDerivativesOfEquationsToo) {
  Model m("sum");
  const auto x1 = m.variable("x1"), x2 = m.variable("x2"), y = m.variable("y");
  m.equation("sum", x1 + x2 == sin(m.time()));
  m.equation("slopes", der(x1) + der(x2) + x1 == 0.0);
  m.equation("difference", y == der(x1) - der(x2));
  const auto simple = untangled(m.problem().dae);
  ASSERT_TRUE(simple.has_value());
  EXPECT_EQ(analyze(simple->dae).degrees_of_freedom, 0);
  EXPECT_EQ(simple->index, 3);
}

// Where the slopes that were written stand in no equation any more, nobody could report them.
TEST(Untangle, KeepsAllDerivativesThatWereWritten) {
  Model m("sum");
  const auto x1 = m.variable("x1"), x2 = m.variable("x2");
  m.equation("sum", x1 + x2 == sin(m.time()));
  m.equation("slopes", der(x1) + der(x2) + x1 == 0.0);
  EXPECT_FALSE(untangled(m.problem().dae).has_value());
}

// A capacitor between two nodes, balanced at both: the sum of the balances holds no derivative.
TEST(Untangle, SeesThatParametersCancelWhateverTheirValue) {
  Model m("nodes");
  const auto u = m.variable("u"), v = m.variable("v"), c = m.parameter("c", 3e-9);
  m.equation("first", c * (der(u) - der(v)) + u == sin(m.time()));
  m.equation("second", c * (der(v) - der(u)) + 2.0 * v == 0.0);
  const auto simple = untangled(m.problem().dae);
  ASSERT_TRUE(simple.has_value());
  const Diagnosis found = analyze(simple->dae);
  EXPECT_EQ(found.index, 1);
  EXPECT_EQ(found.degrees_of_freedom, 1);
}

// [Pry01]: the sum of d - c is the value of the assignment; each replacement lowers it. Here two are needed.
TEST(Untangle, GoesOnUntilNothingCancels) {
  Model m("twice");
  const auto x = m.variable("x"), y = m.variable("y"), z = m.variable("z");
  m.equation("a", der(x) + y + z == 0.0);
  m.equation("b", x + der(y) + 2.0 * (der(x) + y + z) == 0.0);
  m.equation("c", y - sin(m.time()) - 3.0 * (x + der(y)) + (der(x) + y + z) == 0.0);
  const auto simple = untangled(m.problem().dae);
  ASSERT_TRUE(simple.has_value());
  // y = sin t, x = -cos t, z = -x' - y: prescribed, so nothing is free; y is differentiated twice, index 3.
  const Diagnosis found = analyze(simple->dae);
  EXPECT_EQ(found.degrees_of_freedom, 0);
  EXPECT_EQ(found.index, 3);
}

TEST(Untangle, LeavesRegularEquationsAlone) {
  Model m("pendulum");
  const auto x = m.variable("x"), y = m.variable("y"), l = m.variable("l");
  m.equation("across", der(der(x)) == -l * x);
  m.equation("down", der(der(y)) == -l * y - 9.81);
  m.equation("rod", x * x + y * y == 1.0);
  EXPECT_FALSE(untangled(m.problem().dae).has_value());
}

// What is said twice leaves nothing when it is subtracted: that is another matter than a structure that misleads.
TEST(Untangle, LeavesConstraintsThatFollowFromOthersAlone) {
  Model m("double");
  const auto x = m.variable("x"), y = m.variable("y"), l = m.variable("l"), k = m.variable("k");
  m.equation("across", der(der(x)) == -(l + k) * x);
  m.equation("down", der(der(y)) == -(l + k) * y - 9.81);
  m.equation("rod", x * x + y * y == 1.0);
  m.equation("again", x * x + y * y == 1.0);
  EXPECT_FALSE(untangled(m.problem().dae).has_value());
}

}  // namespace
}  // namespace trammel::analysis

#include "analysis/raised.hpp"

#include <gtest/gtest.h>

#include "model/model.hpp"

namespace trammel::analysis {
namespace {

using model::der;

// [Wun05, Example 3.2.1] with variables for both derivatives.
TEST(RaisedIndex, IsThatOfExample321WithAVariableForADerivativeThatNothingNeeds) {
  model::Model m("example 3.2.1");
  const auto x1 = m.variable("x1"), x2 = m.variable("x2"), v1 = m.variable("v1"), v2 = m.variable("v2");
  m.equation("motion", der(v1) + v1 + x2 == sin(m.time()));
  m.equation("guide", x1 == cos(m.time()));
  m.equation("first", der(x1) == v1);
  m.equation("second", der(x2) == v2);
  const model::Dae dae = m.problem().dae;
  const Diagnosis found = analyze(dae);
  EXPECT_EQ(found.index, 4);
  const auto raised = names_that_raise_the_index(dae, found);
  ASSERT_TRUE(raised.has_value());
  EXPECT_EQ(raised->index, 3);
  EXPECT_EQ(raised->unknowns, std::vector<std::string>{"v2"});
  EXPECT_EQ(raised->equations, std::vector<std::string>{"second"});
}

// Names for derivatives of names count as well, and those that do no harm are not told.
TEST(RaisedIndex, NamesOnlyWhatRaisesIt) {
  model::Model m("names of names");
  const auto x1 = m.variable("x1"), x2 = m.variable("x2"), v2 = m.variable("v2"), a2 = m.variable("a2"),
             v1 = m.variable("v1");
  m.equation("motion", der(x1) + x2 == sin(m.time()));
  m.equation("guide", x1 == cos(m.time()));
  m.equation("speed", v1 == der(x1));
  m.equation("first", v2 == der(x2));
  m.equation("second", a2 == der(v2));
  const model::Dae dae = m.problem().dae;
  const Diagnosis found = analyze(dae);
  EXPECT_EQ(found.index, 4);
  const auto raised = names_that_raise_the_index(dae, found);
  ASSERT_TRUE(raised.has_value());
  EXPECT_EQ(raised->index, 2);
  EXPECT_EQ(raised->unknowns, (std::vector<std::string>{"a2", "v2"}));
}

TEST(RaisedIndex, IsNotSaidOfVelocitiesThatTheEquationsNeed) {
  model::Model m("pendulum");
  const auto x = m.variable("x"), y = m.variable("y"), u = m.variable("u"), v = m.variable("v"),
             l = m.variable("l");
  m.equation("x'", der(x) == u);
  m.equation("y'", der(y) == v);
  m.equation("u'", der(u) == -x * l);
  m.equation("v'", der(v) == -y * l - 1.0);
  m.equation("rod", x * x + y * y == 1.0);
  const model::Dae dae = m.problem().dae;
  EXPECT_FALSE(names_that_raise_the_index(dae, analyze(dae)).has_value());
}

}  // namespace
}  // namespace trammel::analysis

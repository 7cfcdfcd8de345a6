#include "pipeline/condensed_text.hpp"

#include <gtest/gtest.h>

#include "model/model.hpp"

namespace trammel::pipeline {
namespace {

using model::der;

// [Wun05, Examples 3.2.1 and 3.2.2]: x1'' + x1' + x2 = f1, x1 = f2 has strangeness index 2; with variables
// for both derivatives it has 3.
TEST(CondensedText, SaysThatDerivativesAsVariablesRaiseTheIndex) {
  model::Model m("example 3.2.1");
  const auto x1 = m.variable("x1"), x2 = m.variable("x2");
  m.equation("motion", der(der(x1)) + der(x1) + x2 == sin(m.time()));
  m.equation("guide", x1 == cos(m.time()));
  const std::string text = condensed_text(m.problem());
  EXPECT_NE(text.find("condensed pair (E, A)"), std::string::npos) << text;
  EXPECT_NE(text.find("'guide'"), std::string::npos) << text;
  EXPECT_NE(text.find("strangeness index 2 as it stands, 3 with variables for all first derivatives"),
            std::string::npos)
      << text;
}

TEST(CondensedText, PrintsTheTripleOfAPendulumLinearizedAtRest) {
  model::Model m("small pendulum");
  const auto x = m.variable("x"), y = m.variable("y"), l = m.variable("l");
  m.equation("across", der(der(x)) == -9.81 * x);
  m.equation("along", der(der(y)) == -9.81 + l);
  m.equation("rod", y == 0.0);
  const std::string text = condensed_text(m.problem());
  EXPECT_NE(text.find("condensed pair (E, A)"), std::string::npos) << text;
  EXPECT_NE(text.find("'across'"), std::string::npos) << text;
}

TEST(CondensedText, NonlinearEquationsHaveNone) {
  model::Model m("nonlinear");
  const auto x = m.variable("x");
  m.equation("growth", der(x) == x * x);
  EXPECT_NE(condensed_text(m.problem()).find("only of equations that are linear"), std::string::npos);
}

}  // namespace
}  // namespace trammel::pipeline

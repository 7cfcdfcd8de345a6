#include "pipeline/examine.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "model/model.hpp"

namespace trammel::pipeline {
namespace {

using expr::der;
using model::Model;

Model first_order_pendulum(double x0, double y0) {
  Model m("Pendulum");
  auto x = m.variable("x", {.start = x0}), y = m.variable("y", {.start = y0}), u = m.variable("u"),
       v = m.variable("v"), lambda = m.variable("lambda");
  m.equation("x' is u", der(x) == u);
  m.equation("y' is v", der(y) == v);
  m.equation("horizontal", der(u) == -lambda * x);
  m.equation("vertical", der(v) == -lambda * y - 9.81);
  m.equation("rod", x * x + y * y == 1);
  return m;
}

double value(const Examination& e, const std::string& name) {
  for (const auto& [known, number] : e.consistent_start)
    if (known == name) return number;
  ADD_FAILURE() << name << " is not reported";
  return NAN;
}

// [HW96, (VII.2.1)-(2.3)]: index 3, hidden constraint x u + y v = 0, and a state space of dimension 2.
TEST(Examine, SaysOfThePendulumWhatTheBookSays) {
  const Examination e = examine(first_order_pendulum(0.6, -0.8).problem());
  EXPECT_EQ(e.equations, 5);
  EXPECT_EQ(e.unknowns, 5);
  EXPECT_EQ(e.index, 3);
  EXPECT_EQ(e.degrees_of_freedom, 2);
  ASSERT_GE(e.hidden_constraints.size(), 1u);
  EXPECT_EQ(e.hidden_constraints[0].equation, "rod");
  EXPECT_EQ(e.hidden_constraints[0].derivative, 1);
  EXPECT_EQ(e.free_start_values.size(), 2u);
  EXPECT_NEAR(value(e, "x"), 0.6, 1e-14);
  EXPECT_NEAR(value(e, "y"), -0.8, 1e-14);
  // At rest the second derivative of the rod gives λ (x² + y²) = u² + v² − g y. [HW96, (VII.2.3)]
  EXPECT_NEAR(value(e, "lambda"), 9.81 * 0.8, 1e-10);
  EXPECT_EQ(e.recommendation.stabilization, "projection");
  EXPECT_FALSE(e.recommendation.reason.empty());
  const std::string page = text(e);
  for (const char* part : {"index", "degrees of freedom", "rod", "consistent start"})
    EXPECT_NE(page.find(part), std::string::npos) << page;
}

TEST(Examine, FreeStartValuesAreThoseThatDetermineTheRest) {
  // At (1, 0) the rod fixes x to first order, so only y and its derivative may be prescribed there.
  const Examination e = examine(first_order_pendulum(1, 0).problem());
  EXPECT_EQ(e.free_start_values, (std::vector<std::string>{"y", "v"}));
}

TEST(Examine, RefusesAModelWithoutEnoughEquationsByName) {
  Model m("short");
  auto x = m.variable("x"), y = m.variable("y");
  m.equation("first", der(x) == y);
  try {
    examine(m.problem());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Kind::structure);
  }
}

const analysis::HiddenConstraint* hidden(const Examination& e, const std::string& text) {
  for (const auto& constraint : e.hidden_constraints)
    if (constraint.text == text) return &constraint;
  return nullptr;
}

// Where the structure misleads, the constraints are combinations of equations.
TEST(Examine, PrintsConstraintsThatAreCombinationsOfEquations) {
  Model m("same sum");
  auto x = m.variable("x", {.start = 1}), y = m.variable("y");
  m.equation("one", der(x) + der(y) == -x);
  m.equation("two", 2 * der(x) + 2 * der(y) == y + sin(m.time()));
  const Examination e = examine(m.problem());
  ASSERT_EQ(e.hidden_constraints.size(), 1u) << text(e);
  EXPECT_TRUE(hidden(e, "sin(time) + 2*x + y = 0") || hidden(e, "-2*x - y - sin(time) = 0") ||
              hidden(e, "0 - 2*x - y - sin(time) = 0"))
      << text(e);
}

// [Wun05, (4.3)] violated: x''x + y''y is free of the multiplier, so v² = g y restricts the start.
TEST(Examine, RecognizesUnknownsAsCoefficientsOfACombination) {
  Model m("friction");
  auto x = m.variable("x", {.start = 0.6}), y = m.variable("y", {.start = 0.8}), l = m.variable("l");
  m.start(der(x), -2.2, model::Rank::preferred);
  m.start(der(y), 1.7, model::Rank::preferred);
  m.equation("x", der(x, 2) == -l * y);
  m.equation("y", der(y, 2) == l * x - 10);
  m.equation("rod", x * x + y * y == 1);
  const Examination e = examine(m.problem());
  EXPECT_GE(e.hidden_constraints.size(), 3u) << text(e);
  bool first = false, second = false;
  for (const auto& constraint : e.hidden_constraints) {
    first |= constraint.equation == "rod" && constraint.derivative == 1;
    second |= constraint.equation == "rod" && constraint.derivative == 2 &&
              constraint.text.find("der(x)^2") != std::string::npos &&
              constraint.text.find("l") == std::string::npos;
  }
  EXPECT_TRUE(first && second) << text(e);
}

TEST(Examine, SaysOfLinearModelsWhatTheirPencilSays) {
  Model m("linear");
  auto x = m.variable("x", {.start = 1}), w = m.variable("w"), v = m.variable("v");
  m.equation("x", der(x) == -2 * x + w);
  m.equation("v", der(w) == v);
  m.equation("w", w == cos(m.time()));
  const Examination e = examine(m.problem());
  ASSERT_TRUE(e.pencil && e.pencil->regular);
  EXPECT_EQ(e.pencil->index, 2);
  ASSERT_EQ(e.pencil->eigenvalues.size(), 1u);
  EXPECT_NEAR(e.pencil->eigenvalues[0].real(), -2, 1e-12);
  EXPECT_NE(text(e).find("eigenvalues -2"), std::string::npos);
}

TEST(Examine, NamesWhatASingularPencilLeavesOpen) {
  Model m("singular");
  auto x = m.variable("x", {.start = 1}), y = m.variable("y"), z = m.variable("z");
  m.equation("decay", der(x) == -x);
  m.equation("once", y + z == 1.0);
  m.equation("twice", 2 * y + 2 * z == 2.0);
  const Examination e = examine(m.problem());
  ASSERT_TRUE(e.pencil);
  EXPECT_FALSE(e.pencil->regular);
  ASSERT_FALSE(e.findings.empty());
  EXPECT_NE(e.findings[0].find("'once' and 'twice' together do not determine 'y' and 'z'"), std::string::npos)
      << e.findings[0];
}

TEST(Examine, ReportsAStartNearASingularConfigurationWithTheConfiguration) {
  Model m("nearly parallel");  // two forces whose directions differ by a ten-millionth
  auto x = m.variable("x", {.start = 0, .fixed = true}), y = m.variable("y"), a = m.variable("a"),
       b = m.variable("b");
  m.equation("x", der(x, 2) == a + b);
  m.equation("y", der(y, 2) == a + (1 + 1e-7) * b - 1);
  m.equation("floor", y == 0.0);
  m.equation("wall", x + y == 0.0);
  const Examination e = examine(m.problem());
  bool told = false;
  for (const std::string& finding : e.findings)
    told |= finding.find("singular configuration (") != std::string::npos;
  EXPECT_TRUE(told) << text(e);
}

}  // namespace
}  // namespace trammel::pipeline

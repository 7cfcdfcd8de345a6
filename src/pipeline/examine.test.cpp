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

}  // namespace
}  // namespace trammel::pipeline

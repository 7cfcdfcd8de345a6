// An equation to which a multiple of another one was added has the same solutions, and runs like before.
#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"
#include "pipeline/examine.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

using expr::der;

// A motor turns a load through a spring, and the load follows sin(t): q = sin t, J q'' = k (m - q) gives the
// motor's angle, its equation the torque. Four derivatives of the path determine the torque: index 5, nothing
// is free.
model::Model flexible_joint(double added) {
  constexpr double J = 0.5, I = 2, k = 8;
  model::Model m("flexible joint");
  const auto q = m.variable("q"), a = m.variable("a"), torque = m.variable("torque");
  const auto spring = k * (a - q), motor = I * der(der(a)) + spring - torque;
  m.equation("load", J * der(der(q)) == spring);
  m.equation("motor", motor == 0.0);
  m.equation("path", q - sin(m.time()) + added * motor == 0.0);
  return m;
}

TEST(Untangled, IndexAndFreedomAreThoseOfTheEquationsBeforeTheyWereAdded) {
  for (const double added : {0.0, 1.0, -2.0}) {
    SCOPED_TRACE(added);
    const Examination e = examine(flexible_joint(added).problem());
    EXPECT_EQ(e.index, 5);
    EXPECT_EQ(e.degrees_of_freedom, 0);
  }
}

TEST(Untangled, TheRunIsThatOfTheFormulaAndIsJudgedByTheEquationsAsWritten) {
  for (const double added : {1.0, -2.0}) {
    SCOPED_TRACE(added);
    const auto run = solve(flexible_joint(added), {.t_end = 2, .tolerance = 1e-8});
    ASSERT_TRUE(run.success()) << run.message;
    EXPECT_EQ(run.certificate.holds, true) << run.certificate.message;
    // torque = I a'' + k (a - q) with a = (1 - J/k) sin t
    const double a = (1 - 0.5 / 8) * std::sin(2.0);
    EXPECT_NEAR(run.end("a"), a, 1e-8);
    EXPECT_NEAR(run.end("torque"), -2 * a + 8 * (a - std::sin(2.0)), 1e-7);
    EXPECT_EQ(run.variables,
              solve(flexible_joint(added), {.t_end = 2, .formulation = "derivative_array"}).variables);
  }
}

}  // namespace
}  // namespace trammel::pipeline

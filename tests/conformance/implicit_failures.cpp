// What implicit methods say when they cannot go on: the equation, the unknown, the time, the reason.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel {
namespace {

using model::der;
using model::Model;
using solution::Outcome;
using solution::Solution;

const char* const methods[] = {"radau", "radau5", "bdf", "mebdf"};

Solution run(const Model& m, const char* method, double t_end) {
  return pipeline::solve(m,
                         {.t_end = t_end, .tolerance = 1e-6, .method = method, .formulation = "as_written"});
}

::testing::AssertionResult says(const Solution& s, const std::string& what) {
  if (s.message.find(what) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << what << "' is missing in: " << s.message;
}

// log(1 − t) has no value from t = 1 on.
TEST(ImplicitFailures, AnEquationWithoutAValueIsNamedWithItsTime) {
  Model m("log");
  const auto x = m.variable("x", {.start = 0, .fixed = true}),
             y = m.variable("y", {.start = 0, .fixed = true});
  m.equation("fine", der(y) == x);
  m.equation("leak", der(x) == log(1.0 - m.time()));
  for (const char* method : methods) {
    const Solution s = run(m, method, 2);
    EXPECT_EQ(s.outcome, Outcome::not_finite) << method << ": " << s.message;
    EXPECT_TRUE(says(s, "'leak'")) << method;
    EXPECT_NEAR(s.t_end, 1, 1e-3) << method;
  }
}

// From t = 0.5 on two equations say the same about u and w.
TEST(ImplicitFailures, ASingularMatrixNamesTheEquationsAndUnknownsOfItsNullSpace) {
  Model m("switch");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), u = m.variable("u"), w = m.variable("w");
  m.equation("decay", der(x) == -20.0 * x * x * x);  // curved, so that Jacobians do not serve long
  m.equation("sum", u + w == x);
  m.equation("share", select(m.time() < 0.5, u - w, u + w - x) == 0.0);
  for (const char* method : methods) {
    const Solution s = run(m, method, 1);
    EXPECT_EQ(s.outcome, Outcome::singular) << method << ": " << s.message;
    for (const char* name : {"'sum'", "'share'", "'u'", "'w'"}) EXPECT_TRUE(says(s, name)) << method;
    EXPECT_FALSE(says(s, "'decay'")) << method;
  }
}

// The same with linear equations, whose Jacobian serves for the whole run: u + w = x says it twice from t =
// 0.5 on, and the old matrix goes on to give a u and a w.
TEST(ImplicitFailures, ASwitchToASingularSystemIsNoticedThoughAnOldJacobianServes) {
  Model m("linear switch");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), u = m.variable("u"), w = m.variable("w");
  m.equation("decay", der(x) == -x);
  m.equation("sum", u + w == x);
  m.equation("share", select(m.time() < 0.5, u - w, u + w - x) == 0.0);
  for (const char* method : methods)
    for (const double t_end : {1.0, 10.0}) {
      const Solution s = run(m, method, t_end);
      EXPECT_EQ(s.outcome, Outcome::singular) << method << ": " << s.message;
      for (const char* name : {"'sum'", "'share'", "'u'", "'w'"}) EXPECT_TRUE(says(s, name)) << method;
      EXPECT_FALSE(says(s, "'decay'")) << method;
    }
}

// x = 1/(1 − t): no step leads beyond t = 1.
TEST(ImplicitFailures, ARunThatCannotMoveOnTellsOrderStepSizeAndComponent) {
  Model m("blow-up");
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             y = m.variable("y", {.start = 0, .fixed = true});
  m.equation("growth", der(x) == x * x);
  m.equation("idle", der(y) == -y);
  for (const char* method : methods) {
    const Solution s = run(m, method, 2);
    EXPECT_EQ(s.outcome, Outcome::step_too_small) << method << ": " << s.message;
    EXPECT_TRUE(says(s, "step size became too small (")) << method;
    EXPECT_TRUE(says(s, "order ")) << method;
    EXPECT_TRUE(says(s, "'x'")) << method;
  }
}

TEST(ImplicitFailures, StepsOfTheUsersThatAreTooLargeForNewtonsIterationAreCalledSo) {
  Model m("blow-up");
  const auto x = m.variable("x", {.start = 1, .fixed = true});
  m.equation("growth", der(x) == x * x);
  for (const char* method : {"radau5", "backward_euler"}) {
    const Solution s = pipeline::solve(
        m, {.t_end = 20.0, .method = method, .formulation = "as_written", .step = {.fixed_step = 2.0}});
    EXPECT_EQ(s.outcome, Outcome::step_too_small) << method << ": " << s.message;
    EXPECT_TRUE(says(s, "does not converge with steps of 2;")) << method << ": " << s.message;
    EXPECT_TRUE(says(s, "'x'")) << method << ": " << s.message;
  }
}

TEST(ImplicitFailures, ALimitOfStepsIsReportedWithTheStepSizeAndOrder) {
  Model m("oscillator");
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             v = m.variable("v", {.start = 0, .fixed = true});
  m.equation("rate", der(x) == v);
  m.equation("force", der(v) == -x);
  for (const char* method : methods) {
    pipeline::Options options{.t_end = 1e3, .tolerance = 1e-6, .method = method, .formulation = "as_written"};
    options.step.max_steps = 20;
    const Solution s = pipeline::solve(m, options);
    EXPECT_EQ(s.outcome, Outcome::too_many_steps);
    EXPECT_TRUE(says(s, "order ")) << method;
  }
}

TEST(ImplicitFailures, ToleranceBelowRoundingIsRefusedWithTheReason) {
  Model m("decay");
  const auto x = m.variable("x", {.start = 1, .fixed = true});
  m.equation("decay", der(x) == -x);
  for (const char* method : methods) {
    try {
      (void)pipeline::solve(m,
                            {.t_end = 1, .tolerance = 1e-16, .method = method, .formulation = "as_written"});
      ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("rounding"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace trammel

// Models that call code: what holds for equations holds for them.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "model/model.hpp"
#include "pipeline/examine.hpp"
#include "pipeline/prepared.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

using expr::Formula;

// The pendulum whose rod is code: x² + y² - 1, index 3.
model::Problem called_pendulum(bool with_derivatives) {
  expr::RoutineCode code{.code = [](Vec p, Out g) { g[0] = p[0] * p[0] + p[1] * p[1] - 1; }};
  if (with_derivatives)
    code.jacobian = [](Vec p, Out j) {
      j[0] = 2 * p[0];
      j[1] = 2 * p[1];
    };
  model::Model m("pendulum");
  const Formula x = m.variable("x", {.start = 1}), y = m.variable("y", {.start = 0}),
                u = m.variable("u", {.start = 0}), v = m.variable("v", {.start = 0}), F = m.variable("F");
  m.equation("x", expr::der(x) == u);
  m.equation("y", expr::der(y) == v);
  m.equation("u", expr::der(u) == -F * x);
  m.equation("v", expr::der(v) == -F * y - 9.81);
  m.equation("rod", call(expr::make_routine("rod", 2, 1, code), {x, y})[0] == 0.0);
  m.interval(0, 10);
  return m.problem();
}

bool noted(const solution::Solution& s, const char* part) {
  for (const std::string& note : s.notes)
    if (note.find(part) != std::string::npos) return true;
  return false;
}

TEST(ModelsThatCallCode, HaveTheirHiddenConstraintsFoundAndKept) {
  const Examination found = examine(called_pendulum(true));
  EXPECT_EQ(found.index, 3);
  EXPECT_EQ(found.degrees_of_freedom, 2);
  // models/pendulum: x(10) from the elliptic function
  const solution::Solution s = solve(called_pendulum(true), {.tolerance = 1e-9, .certify = Certify::off});
  ASSERT_TRUE(s.success()) << s.message;
  EXPECT_NEAR(s.end("x"), 0.2750874625761084, 1e-6);
  EXPECT_NEAR(std::hypot(s.end("x"), s.end("y")), 1, 1e-9);
  EXPECT_TRUE(noted(s, "derivatives of 'rod'' are difference quotients"));  // the second ones
}

TEST(ModelsThatCallCode, RunWithDifferenceQuotientsAndSayso) {
  const solution::Solution s = solve(called_pendulum(false), {.tolerance = 1e-6, .certify = Certify::off});
  ASSERT_TRUE(s.success()) << s.message;
  EXPECT_NEAR(s.end("x"), 0.2750874625761084, 1e-3);
  EXPECT_TRUE(noted(s, "derivatives of 'rod' are difference quotients"));
}

TEST(ModelsThatCallCode, LetTheirExceptionsThrough) {
  model::Model m("decay");
  const Formula x = m.variable("x", {.start = 1, .fixed = true});
  const auto late = expr::make_routine("late", 1, 1, {.code = [](Vec in, Out out) {
                                         if (in[0] < 0.5) throw std::out_of_range("no value below 0.5");
                                         out[0] = in[0];
                                       }});
  m.equation("x", expr::der(x) == -call(late, {x})[0]);
  m.interval(0, 2);
  EXPECT_THROW((void)solve(m.problem()), std::out_of_range);
  const Prepared prepared = prepare(m.problem());
  EXPECT_THROW((void)run(prepared), std::out_of_range);
}

}  // namespace
}  // namespace trammel::pipeline

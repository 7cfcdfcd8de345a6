// Equations that are nonlinear in their highest derivatives may have several solutions, or one that Newton's
// method finds only from nearby.
#include <gtest/gtest.h>

#include <cmath>

#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

// [HLR89] y = (e^t, e^-2t), z = e^2t; at the start the hidden constraint 2 z² - 3 z + 1 = 0 has the roots 1
// and 1/2.
model::Model two_roots(double z_start) {
  model::Model m("two_roots");
  const auto y1 = m.variable("y1", {.start = 1, .fixed = true}), y2 = m.variable("y2", {.start = 1}),
             z = m.variable("z", {.start = z_start});
  m.equation("first", der(y1) == y1 * y2 * y2 * z * z);
  m.equation("second", der(y2) == y1 * y1 * y2 * y2 - 3.0 * y2 * y2 * z);
  m.equation("constraint", y1 * y1 * y2 == 1.0);
  return m;
}

TEST(SeveralSolutions, TheStartValueChoosesAndSamplesStayOnTheSameOne) {
  const auto upper = solve(two_roots(1.1), {.t_end = 1, .tolerance = 1e-9, .times = {1}, .dense = false});
  EXPECT_NEAR(upper.end("y1"), std::exp(1.0), 1e-6);
  EXPECT_NEAR(upper.end("z"), std::exp(2.0), 1e-6);
  EXPECT_NEAR(upper.samples.at(0).values.at(2), std::exp(2.0), 1e-6);
  // On the other root z = e^(t/2)/2 and y1 = e^(t/4).
  const auto lower = solve(two_roots(0.4), {.t_end = 1, .tolerance = 1e-9, .times = {1}, .dense = false});
  EXPECT_NEAR(lower.end("y1"), std::exp(0.25), 1e-6);
  EXPECT_NEAR(lower.end("z"), 0.5 * std::exp(0.5), 1e-6);
}

TEST(SeveralSolutions, ValuesBetweenTheStepsStayOnTheBranchOfTheRunInAnyOrder) {
  for (const char* formulation : {"underlying_ode", "index_1"}) {
    SCOPED_TRACE(formulation);
    const auto upper = solve(two_roots(1.1), {.t_end = 1, .tolerance = 1e-9, .formulation = formulation});
    const auto lower = solve(two_roots(0.4), {.t_end = 1, .tolerance = 1e-9, .formulation = formulation});
    for (const double t : {0.9, 0.05, 0.0, 0.5, 1.0}) {
      EXPECT_NEAR(upper.at("z", t), std::exp(2 * t), 1e-5);
      EXPECT_NEAR(lower.at("z", t), 0.5 * std::exp(0.5 * t), 1e-5);
    }
  }
}

TEST(SeveralSolutions, AFarStartIsReachedByDamping) {  // from u = 0 the first full step is 2e6
  model::Model m("diode");
  const auto q = m.variable("q", {.start = 1, .fixed = true}), u = m.variable("u");
  m.equation("charge", der(q) == -q);
  m.equation("diode", 1e-6 * (exp(u / 0.026) - 1.0) + 1e-9 * u == q);
  const auto s = solve(m, {.t_end = 1, .tolerance = 1e-8});
  const double expected = 0.026 * std::log(1 + 1e6 * (std::exp(-1.0) - 1e-9 * s.end("u")));
  EXPECT_NEAR(s.end("u"), expected, 1e-6);
}

}  // namespace
}  // namespace trammel::pipeline

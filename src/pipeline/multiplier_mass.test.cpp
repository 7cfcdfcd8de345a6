// Masses that depend on multipliers: der(y1) then stands in the derivative of the equations by z.
#include <gtest/gtest.h>

#include <cmath>

#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

using model::der;
using model::Model;

// y1 = e^t, y2 = e^(-2t), z = e^(2t), whatever is written instead of 2 + z.
TEST(MultiplierMass, IsSolvedByMethodsForConstrainedForms) {
  Model m("mass of the multiplier");
  const auto y1 = m.variable("y1", {.start = 1, .fixed = true}), y2 = m.variable("y2", {.start = 1}),
             z = m.variable("z", {.start = 1});
  m.equation("1", (2.0 + z) * der(y1) == (2.0 + z) * y1 * y2 * z);
  m.equation("2", der(y2) == y1 * y1 * y2 * y2 - 3.0 * y2 * y2 * z);
  m.equation("g", y1 * y1 * y2 == 1.0);
  for (const char* method : {"hem4", "half_explicit_3", "half_explicit_heun", "phem56", "projected_gauss_2",
                             "projected_gauss_3", "projected_gauss_4"}) {
    SCOPED_TRACE(method);
    const auto s =
        solve(m, {.t_end = 0.5, .tolerance = 1e-6, .method = method, .engine = program::Engine::vm});
    ASSERT_TRUE(s.success()) << s.message;
    for (int i = 0; i <= 40; ++i) {  // between the steps, too
      const double t = 0.0125 * i;
      EXPECT_NEAR(s.at("y1", t), std::exp(t), 1e-4) << t;
      EXPECT_NEAR(s.at("z", t), std::exp(2 * t), 1e-3) << t;
    }
  }
}

// Nothing is written where constraints would stand (seen by sanitizers).
TEST(ConstrainedForms, MayHaveNoConstraints) {
  Model m("oscillator");
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             v = m.variable("v", {.start = 0, .fixed = true});
  m.equation("rate", der(x) == v);
  m.equation("force", der(v) == -x);
  for (const char* method :
       {"hem4", "half_explicit_3", "half_explicit_heun", "phem56", "projected_gauss_2"}) {
    const auto s = solve(m, {.t_end = 1, .tolerance = 1e-6, .method = method, .engine = program::Engine::vm});
    ASSERT_TRUE(s.success()) << method << ": " << s.message;
    EXPECT_NEAR(s.end("x"), std::cos(1.0), 1e-4) << method;
  }
}

}  // namespace
}  // namespace trammel::pipeline

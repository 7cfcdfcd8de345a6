#include "pipeline/explicit_method.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

using model::der;
using model::Model;

TEST(ExplicitMethod, HasAHigherOrderWhereManyDigitsAreAskedFor) {
  const auto name = [](ExplicitCase known) { return explicit_method(known).method.name; };
  EXPECT_EQ(name({.rtol = 1e-2}), "dopri5");
  EXPECT_EQ(name({.rtol = 1e-4}), "dop853");
  EXPECT_EQ(name({.rtol = 1e-10}), "dop853");
  EXPECT_EQ(name({.rtol = 1e-10, .constant_steps = true}), "dopri5");
}

// tol^(-1/5) against tol^(-1/8): at 1e-11 an order of 8 takes less than half the evaluations.
TEST(ExplicitMethod, CostsLessThanDopri5ForManyDigits) {
  Model m("oscillator");
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             v = m.variable("v", {.start = 0, .fixed = true});
  m.equation("rate", der(x) == v);
  m.equation("force", der(v) == -x);
  Options options{.t_end = 20, .tolerance = 1e-11, .engine = program::Engine::vm};
  const auto chosen = solve(m, options);
  options.method = "dopri5";
  const auto usual = solve(m, options);
  ASSERT_TRUE(chosen.success() && usual.success());
  EXPECT_LT(2 * chosen.counts.function_evaluations, usual.counts.function_evaluations);
  EXPECT_NEAR(chosen.end("x"), std::cos(20), 1e-9);
}

// The rate grows from 1 to 10⁶: also the method of higher order sees that.
TEST(ExplicitMethod, IsLeftWhereTheProblemBecomesStiff) {
  Model m("growing stiffness");
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             k = m.variable("k", {.start = 1, .fixed = true});
  m.equation("rate", der(k) == 14.0 * k);
  m.equation("decay", der(x) == -k * (x - cos(m.time())));
  const auto s = solve(m, {.t_end = 1, .tolerance = 1e-8, .engine = program::Engine::vm});
  ASSERT_TRUE(s.success()) << s.message;
  EXPECT_EQ(s.choice.method, "radau");
  EXPECT_NEAR(s.end("x"), std::cos(1.0), 1e-5);
}

}  // namespace
}  // namespace trammel::pipeline

#include "pipeline/guesses.hpp"

#include <gtest/gtest.h>

#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

using model::Model;

// x² + y = 3, x + y² = 5 has the root (1, 2) and another at x < 0; the guess stands at an alias of an alias.
TEST(PassOnGuesses, AStartValueChoosesTheRootUnderEveryName) {
  for (const double sign : {1.0, -1.0}) {
    Model m("roots");
    auto x = m.variable("x"), square = m.variable("square"), alias = m.variable("alias"),
         name = m.variable("name", {.start = sign});
    m.equation("square", square == 4 + m.time() * 0);
    m.equation("root", x * x == square);
    m.equation("alias", 2 * alias == x);
    m.equation("name", name + 1 == alias + 1);
    const auto run = solve(m.problem(), {.t_end = 0.1});
    ASSERT_TRUE(run.success()) << run.message;
    EXPECT_NEAR(run.end("x"), 2 * sign, 1e-9);
  }
}

TEST(PassOnGuesses, OnlyWhereNothingElseWasSaidAndTheTieIsAffine) {
  Model m("ties");
  auto a = m.variable("a", {.start = 2}), b = m.variable("b", {.start = 7}), c = m.variable("c"),
       d = m.variable("d");
  m.equation("ab", a == b);
  m.equation("bc", c * c == b);
  m.equation("ad", d == 3 * a + 1);
  m.equation("da", der(a) == d - c);
  model::Problem problem = m.problem();
  const std::size_t before = problem.starts.size();
  pass_on_guesses(problem);
  ASSERT_EQ(problem.starts.size(), before + 1);
  EXPECT_EQ(problem.starts.back().rank, model::Rank::guess);
  EXPECT_DOUBLE_EQ(problem.starts.back().value, 7);
}

// Three roots: 2 - 0.2 s, 1 + 0.1 s and 3. The start value chooses the first one, also where a factor has a name.
TEST(PassOnGuesses, AStartValueChoosesTheRootWhereAFactorIsDefinedFromSeveralVariables) {
  Model m("lines");
  auto s = m.variable("s", {.start = 0, .fixed = true}), z = m.variable("z", {.start = 2}),
       part = m.variable("part");
  m.equation("clock", der(s) == 1.0);
  m.equation("law", z * part * (z - 3.0) == (2.0 - 0.2 * s) * part * (z - 3.0));
  m.equation("part", part == z - 1.0 - 0.1 * s);
  const auto run = solve(m.problem(), {.t_end = 2});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.end("z"), 1.6, 1e-6);
}

// small = 1e-3 is solved by looking at it; with the guess 0 the quotient would be 0/0.
TEST(PassOnGuesses, WhatAnEquationSaysOfOneVariableIsItsGuess) {
  Model m("quotient");
  auto small = m.variable("small"), double_ = m.variable("double"), x = m.variable("x");
  m.equation("small", 2 * small == 2e-3);
  m.equation("double", double_ == 2 * small);
  m.equation("x", x == (x / double_ + 1) * small);
  model::Problem problem = m.problem();
  pass_on_guesses(problem);
  ASSERT_EQ(problem.starts.size(), 2u);
  EXPECT_NEAR(problem.starts[0].value, 1e-3, 1e-15);
  EXPECT_NEAR(problem.starts[1].value, 2e-3, 1e-15);
  const auto run = solve(problem, {.t_end = 0.1});
  ASSERT_TRUE(run.success()) << run.message;
  EXPECT_NEAR(run.end("x"), 2e-3, 1e-9);  // x = x/2 + 1e-3
}

}  // namespace
}  // namespace trammel::pipeline

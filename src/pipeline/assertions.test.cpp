// A model's claims about itself end the run where they fail, or leave a note.
#include <gtest/gtest.h>

#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

solution::Solution run(const std::string& text, Options options = {}) {
  return solve(modelica::load({{"m.mo", text}}).problem, options);
}

// x = t: the claim x < 0.5 fails between the last step before 0.5 and the first one after it.
TEST(Assertions, AnErrorEndsTheRunWithItsTimePlaceAndMessage) {
  const solution::Solution s =
      run("model M\n Real x(start = 0, fixed = true);\nequation\n der(x) = 1;\n assert(x < 0.5, \"x left its "
          "range\");\n"
          "end M;",
          {.step = {.max_step = 0.01}});
  EXPECT_EQ(s.outcome, solution::Outcome::assertion);
  EXPECT_GE(s.t_end, 0.5);
  EXPECT_LE(s.t_end, 0.51);
  EXPECT_NE(s.message.find("assertion failed: x left its range"), std::string::npos) << s.message;
  EXPECT_EQ(s.culprits.line, 5);
}

TEST(Assertions, AWarningBecomesOneNoteAndTheRunGoesOn) {
  const solution::Solution s =
      run("model M Real x(start = 0, fixed = true); equation der(x) = 1; assert(x < 0.5, \"large\", "
          "AssertionLevel.warning); end M;");
  EXPECT_TRUE(s.success());
  int told = 0;
  for (const std::string& note : s.notes) told += note.find("large") != std::string::npos;
  EXPECT_EQ(told, 1);
}

// What was eliminated (y) and what follows from hidden constraints (der(y)) can be claimed as well, in every
// form.
TEST(Assertions, SeeAllVariablesInEveryFormulation) {
  const std::string text =
      "model M Real x(start = 1, fixed = true), y, z; equation der(x) = -x; y = 2*x; z = der(y); "
      "assert(abs(z + y) < 1e-3, \"z is the rate of y\"); assert(y > 1, \"small\"); end M;";
  for (const char* formulation : {"underlying_ode", "as_written"}) {
    Options options;
    options.formulation = formulation;
    options.t_end = 2;
    const solution::Solution s = run(text, options);
    EXPECT_EQ(s.outcome, solution::Outcome::assertion) << formulation;
    EXPECT_NE(s.message.find("small"), std::string::npos) << formulation << s.message;
  }
}

TEST(Assertions, InABranchThatIsNotTakenSayNothing) {
  const solution::Solution s =
      run("function root input Real a; output Real y; algorithm assert(a >= 0, \"negative\"); y := "
          "sqrt(abs(a)); end "
          "root; model M Real x = if time > 0.5 then root(time - 0.5) else 0; end M;");
  EXPECT_TRUE(s.success()) << s.message;
}

TEST(Notes, NameAStateWhoseStartNothingDetermines) {
  const solution::Solution s = run("model M Real x; equation der(x) = 1; end M;");
  ASSERT_FALSE(s.notes.empty());
  EXPECT_EQ(s.notes[0], "nothing determines the start of 'x' = 0; the guess was kept");
  const solution::Solution given = run("model M Real x(start = 0); equation der(x) = 1; end M;");
  EXPECT_TRUE(given.notes.empty());
}

}  // namespace
}  // namespace trammel::pipeline

// Jumps and kinks without events are named where steps fail at them.
#include "pipeline/switches.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

std::string note_about(const std::string& equation, const std::string& what, double t_end = 1) {
  const solution::Solution s =
      solve(modelica::load(
                {{"m.mo", "model M Real v(start = 0.5, fixed = true); equation " + equation + " end M;"}})
                .problem,
            {.t_end = t_end});
  EXPECT_TRUE(s.success()) << s.message;
  for (const std::string& note : s.notes)
    if (note.starts_with("'" + what + "'")) return note;
  return "";
}

TEST(Switches, FrictionBySignIsNamedWithThePlaceWhereStepsFailed) {
  const std::string note = note_about("der(v) = -sign(v);", "sign(v)");
  EXPECT_NE(note.find("jumps without an event"), std::string::npos) << note;
  EXPECT_NE(note.find("t = 0.5"), std::string::npos) << note;
}

// It rests at 0.5. Half a million short steps led from there to 1; with events there is nothing to step over.
TEST(Switches, AMotionThatDoesNotLeaveAJumpIsFollowedWithEvents) {
  for (const char* jump : {"sign(v)", "noEvent(if v > 0 then 1 else -1)"}) {
    const std::string text = std::string(
                                 "model M Real v(start = 0.5, fixed = true), x(start = 0, fixed = true); "
                                 "equation der(x) = v; der(v) = -") +
                             jump + "; end M;";
    const solution::Solution s = solve(modelica::load({{"m.mo", text}}).problem, {.t_end = 1});
    ASSERT_TRUE(s.success()) << s.message;
    EXPECT_LT(s.counts.steps, 200) << jump;
    const auto value = [&](const char* name) {
      return s.last[static_cast<std::size_t>(std::ranges::find(s.variables, name) - s.variables.begin())];
    };
    EXPECT_NEAR(value("v"), 0, 1e-12) << jump;
    EXPECT_NEAR(value("x"), 0.125, 1e-6) << jump;
  }
}

TEST(Switches, ARelationInNoEventIsNamed) {
  const std::string note = note_about("der(v) = noEvent(if v > 0.2 then -1 else -3);", "v > 0.2");
  EXPECT_NE(note.find("before it was passed"), std::string::npos) << note;
}

TEST(Switches, SmoothEquationsAndThoseWithEventsAreNotBlamed) {
  EXPECT_EQ(note_about("der(v) = -v*abs(v);", "abs(v)"), "");
  EXPECT_EQ(note_about("der(v) = if v > 0.2 then -1 else -3;", "v > 0.2"), "");
}

// Values of all that is reported cost as much as a step: they are wanted only where something could be seen in them.
TEST(Switches, ValuesAreWantedOnlyOfEquationsThatSwitch) {
  constexpr long failures = 10;
  for (const bool switching : {false, true}) {
    const std::string equation = switching ? "der(v) = -abs(v);" : "der(v) = -sin(v)^2;";
    const model::Problem problem =
        modelica::load(
            {{"m.mo", "model M Real v(start = 0.5, fixed = true); equation " + equation + " end M;"}})
            .problem;
    const Reported names = reported(problem.dae);
    Switches switches(problem.dae, names);
    EXPECT_FALSE(switches.suspects(0)) << equation;
    EXPECT_EQ(switches.suspects(failures), switching) << equation;
  }
}

}  // namespace
}  // namespace trammel::pipeline

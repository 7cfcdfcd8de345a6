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
  // It rests at 0.5, where every step is short: half a million of them to 1, ten thousand to here.
  const std::string note = note_about("der(v) = -sign(v);", "sign(v)", 0.51);
  EXPECT_NE(note.find("jumps without an event"), std::string::npos) << note;
  EXPECT_NE(note.find("t = 0.5"), std::string::npos) << note;
  EXPECT_NE(note.find("times in short steps"), std::string::npos) << note;
}

TEST(Switches, ARelationInNoEventIsNamed) {
  const std::string note = note_about("der(v) = noEvent(if v > 0.2 then -1 else -3);", "v > 0.2");
  EXPECT_NE(note.find("before it was passed"), std::string::npos) << note;
}

TEST(Switches, SmoothEquationsAndThoseWithEventsAreNotBlamed) {
  EXPECT_EQ(note_about("der(v) = -v*abs(v);", "abs(v)"), "");
  EXPECT_EQ(note_about("der(v) = if v > 0.2 then -1 else -3;", "v > 0.2"), "");
}

}  // namespace
}  // namespace trammel::pipeline

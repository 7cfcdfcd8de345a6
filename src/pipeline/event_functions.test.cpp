// Functions of the solution whose zeros are known.
#include "pipeline/event_functions.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

// x = sin t, v = cos t
model::Problem oscillator() {
  model::Model m("oscillator");
  const auto x = m.variable("x", {.start = 0, .fixed = true}),
             v = m.variable("v", {.start = 1, .fixed = true});
  m.equation("x", expr::der(x) == v);
  m.equation("v", expr::der(v) == -x);
  return m.problem();
}

TEST(EventFunctions, AreFoundWithTheirDirections) {
  const auto x = [](double, Vec values) { return values[0]; };
  const solution::Solution s = solve(oscillator(), {.t_end = 10,
                                                    .tolerance = 1e-9,
                                                    .events = {{.name = "any", .value = x},
                                                               {.name = "down", .value = x, .direction = -1},
                                                               {.name = "up", .value = x, .direction = 1}}});
  std::vector<double> any, down, up;
  for (const solution::Event& event : s.events)
    (event.name == "any" ? any : event.name == "up" ? up : down).push_back(event.time / std::numbers::pi);
  ASSERT_EQ(any.size(), 3u);  // the start is no crossing
  EXPECT_NEAR(any[2], 3, 1e-8);
  ASSERT_EQ(down.size(), 2u);
  EXPECT_NEAR(down[1], 3, 1e-8);
  ASSERT_EQ(up.size(), 1u);
  EXPECT_NEAR(up[0], 2, 1e-8);
}

TEST(EventFunctions, ATerminalOneEndsTheRunThere) {
  const solution::Solution s = solve(
      oscillator(),
      {.t_end = 10,
       .tolerance = 1e-9,
       .events = {{.name = "slow", .value = [](double, Vec v) { return v[1] - 0.5; }, .terminal = true}}});
  EXPECT_TRUE(s.success()) << s.message;
  EXPECT_NEAR(s.t_end, std::numbers::pi / 3, 1e-8);
  EXPECT_NEAR(s.end("v"), 0.5, 1e-8);
  EXPECT_EQ(s.events.size(), 1u);
  EXPECT_NE(s.message.find("'slow'"), std::string::npos) << s.message;
}

TEST(EventFunctions, EndTheRunAtTheCrossingThatIsCounted) {
  std::vector<double> told;
  const solution::Solution s = solve(oscillator(), {.t_end = 20,
                                                    .tolerance = 1e-9,
                                                    .events = {{.name = "zero",
                                                                .value = [](double, Vec v) { return v[0]; },
                                                                .terminal = 3,
                                                                .crossed =
                                                                    [&](double t, Vec v) {
                                                                      EXPECT_NEAR(v[0], 0, 1e-7);
                                                                      told.push_back(t);
                                                                      return true;
                                                                    }}}});
  EXPECT_TRUE(s.success()) << s.message;
  EXPECT_NEAR(s.t_end, 3 * std::numbers::pi, 1e-7);
  EXPECT_EQ(told.size(), 3u);
  const solution::Solution once =
      solve(oscillator(), {.t_end = 20,
                           .tolerance = 1e-9,
                           .events = {{.name = "zero",
                                       .value = [](double, Vec v) { return v[0]; },
                                       .crossed = [](double t, Vec) { return t < 4; }}}});
  EXPECT_NEAR(once.t_end, 2 * std::numbers::pi, 1e-7);
}

}  // namespace
}  // namespace trammel::pipeline

// Runs through events whose times and values are known exactly.
#include "pipeline/course.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/simulation.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

using solution::Outcome;
using solution::Solution;

model::Problem read(const std::string& text) { return modelica::load({{"m.mo", text}}).problem; }

const char* const ball =
    "model Ball parameter Real e = 0.8; Real h(start = 1, fixed = true), v(start = 0, fixed = true);"
    "Integer n(start = 0); equation der(h) = v; der(v) = -9.81;"
    "when h < 0 then reinit(v, -e*pre(v)); n = pre(n) + 1; end when; end Ball;";

// t1 = sqrt(2/g), then flights of 2 e^k sqrt(2/g).
double bounce(int k, double e) {
  double t = std::sqrt(2 / 9.81);
  for (int j = 1; j < k; ++j) t += 2 * std::pow(e, j) * std::sqrt(2 / 9.81);
  return t;
}

TEST(Course, FindsTheBouncesOfABallToTenDigitsWithEveryKindOfMethod) {
  const model::Problem problem = read(ball);
  for (const auto& [method, formulation] :
       {std::pair{"dopri5", "underlying_ode"}, {"radau5", "index_1"}, {"bdf", "as_written"}}) {
    const Solution s =
        solve(problem, {.t_end = 2, .tolerance = 1e-8, .method = method, .formulation = formulation});
    ASSERT_TRUE(s.success()) << method << ": " << s.message;
    ASSERT_EQ(s.events.size(), 3u) << method;
    for (int k = 1; k <= 3; ++k) {
      EXPECT_NEAR(s.events[static_cast<std::size_t>(k - 1)].time / bounce(k, 0.8), 1,
                  std::string(method) == "bdf" ? 1e-7 : 1e-10)
          << method;
    }
    EXPECT_EQ(s.events[0].changed, (std::vector<std::string>{"v", "n"}));
    EXPECT_EQ(s.end("n"), 3);
  }
}

TEST(Course, KeepsBothSidesOfAJump) {
  const Solution s = solve(read(ball), {.t_end = 1, .both_sides = true});
  ASSERT_EQ(s.samples.size(), 2u);
  EXPECT_EQ(s.samples[0].time, s.samples[1].time);
  const double speed = std::sqrt(2 * 9.81);
  EXPECT_NEAR(s.samples[0].values[1], -speed, 1e-6);
  EXPECT_NEAR(s.samples[1].values[1], 0.8 * speed, 1e-6);
  EXPECT_NEAR(s.at("v", s.samples[0].time), 0.8 * speed, 1e-6);  // behind the event
}

TEST(Course, StopsWhereEventsAccumulate) {
  const Solution s = solve(read(ball), {.t_end = 10});
  EXPECT_EQ(s.outcome, Outcome::event);
  const double end = std::sqrt(2 / 9.81) * (1 + 2 * 0.8 / 0.2);
  EXPECT_NEAR(s.t_end, end, 1e-5);
  EXPECT_LT(s.t_end, end);
  EXPECT_NE(s.message.find("'h < 0' has changed"), std::string::npos) << s.message;
}

TEST(Course, AnEventThatChangesNothingChangesNoBitOfTheState) {
  const char* const spring =
      "Real x(start = 1, fixed = true), v(start = 0, fixed = true); equation der(x) = v; der(v) = -x;";
  const Solution plain = solve(read(std::string("model M ") + spring + " end M;"), {.t_end = 3});
  const Solution sampled = solve(read(std::string("model M Integer n(start = 0); ") + spring +
                                      " when sample(3, 1) then n = 0; end when; end M;"),
                                 {.t_end = 3});
  EXPECT_EQ(plain.end("x"), sampled.end("x"));
  EXPECT_TRUE(sampled.events.empty());
}

TEST(Course, AnIntervalOf1e15SecondsIsARun) {
  const Solution s =
      solve(read("model M Real x(start = 0, fixed = true); Integer n(start = 0); equation der(x) = 1;"
                 "when x > 5e-16 then n = pre(n) + 1; end when; end M;"),
            {.t_end = 1e-15});
  ASSERT_TRUE(s.success()) << s.message;
  EXPECT_EQ(s.end("n"), 1);
  EXPECT_NEAR(s.events.at(0).time, 5e-16, 1e-28);
}

TEST(Course, AtTheReportedPointTheRelationHolds) {
  const Solution s =
      solve(read("model M Real x(start = 0, fixed = true), v(start = 1, fixed = true); Boolean b; equation "
                 "der(x) = v; der(v) = -x; b = x > 0.3; end M;"),
            {.t_end = 2});
  ASSERT_EQ(s.events.size(), 1u);
  EXPECT_GT(s.at("x", s.events[0].time), 0.3 - 1e-15);
  EXPECT_EQ(s.at("b", s.events[0].time), 1);
}

TEST(Course, ASimulationIsSteppedThroughItsEvents) {
  Simulation s(prepare(read(ball), {.t_end = 2}));
  ASSERT_TRUE(s.advance(1.0));
  EXPECT_EQ(s.value("n"), 1);
  s.set("e", 0.5);
  ASSERT_TRUE(s.advance(1.6)) << s.message();
  // The second bounce loses more: the third follows after 2 * 0.8 * 0.5 * t1, at 1.535 instead of 1.752.
  EXPECT_EQ(s.value("n"), 3);
  EXPECT_THROW((void)s.snapshot(), Error);
}

TEST(Course, EventsOfAHundredThousandSamplesCostNoMoreThanTheirNumber) {
  const auto evaluations = [&](double end) {
    const Solution s =
        solve(read("model M Real x(start = 1, fixed = true); discrete Real u(start = 0); equation der(x) = u;"
                   "when sample(0, 1e-3) then u = -x; end when; end M;"),
              {.t_end = end, .dense = false});
    EXPECT_TRUE(s.success()) << s.message;
    return static_cast<double>(s.counts.function_evaluations);
  };
  EXPECT_NEAR(evaluations(2) / evaluations(1), 2, 0.05);
}

}  // namespace
}  // namespace trammel::pipeline

// Runs through events whose times and values are known exactly.
#include "pipeline/course.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "formulation/catalog.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/simulation.hpp"
#include "pipeline/solve.hpp"
#include "support/allocations.hpp"

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
  struct Way {
    const char *method, *formulation;
    double tolerance;  // bdf begins with order 1 behind each event: there the times have its error
  };
  for (const auto& [method, formulation, tolerance] : {Way{"dopri5", "underlying_ode", 1e-8},
                                                       {"radau5", "index_1", 1e-8},
                                                       {"bdf", "as_written", 1e-11},
                                                       {"mebdf", "as_written", 1e-8}}) {
    const Solution s =
        solve(problem, {.t_end = 2, .tolerance = tolerance, .method = method, .formulation = formulation});
    ASSERT_TRUE(s.success()) << method << ": " << s.message;
    ASSERT_EQ(s.events.size(), 3u) << method;
    for (int k = 1; k <= 3; ++k) {
      EXPECT_NEAR(s.events[static_cast<std::size_t>(k - 1)].time / bounce(k, 0.8), 1, 1e-10) << method;
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
}

// Discrete variables, relations, modes and the past of delays are part of a snapshot.
TEST(Course, ASnapshotBringsARunWithEventsBackToTheBit) {
  const char* const pendulum =  // a string that is slack from the start on and becomes tight on the way
      "model M Real x(start = 0.5, fixed = true), y(start = 0.5, fixed = true), u(start = 0, fixed = true),"
      "v(start = 0, fixed = true), F; Boolean taut(start = false, fixed = true); equation der(x) = u; der(y) "
      "= v;"
      "der(u) = -F*x; der(v) = -F*y - 9.81; 0 = if taut then x^2 + y^2 - 1 else F;"
      "when x^2 + y^2 > 1 then taut = true; end when; end M;";
  const char* const past =
      "model M Real x(start = 1, fixed = true); equation der(x) = -3*delay(x, 0.3); end M;";
  for (const auto& [text, variable] : {std::pair{ball, "v"}, {pendulum, "y"}, {past, "x"}}) {
    const Prepared p = prepare(read(text), {.t_end = 2});
    Simulation first(p);
    ASSERT_TRUE(first.advance(1.0)) << first.message();
    const Snapshot kept = Snapshot::read(first.snapshot().text());
    const double at_one = first.value(variable);
    Simulation second(p);
    second.restore(kept);
    EXPECT_EQ(second.time(), 1.0);
    EXPECT_EQ(second.value(variable), at_one) << text;
    first.restore(kept);
    ASSERT_TRUE(first.advance(1.9) && second.advance(1.9)) << second.message();
    EXPECT_EQ(first.value(variable), second.value(variable)) << text;
    Simulation whole(p);
    ASSERT_TRUE(whole.advance(1.9));
    EXPECT_NEAR(second.value(variable), whole.value(variable), 1e-5) << text;
  }
}

TEST(Course, TheLimitOfStepsIsThatOfTheWholeRun) {
  const model::Problem problem = read(
      "model M Real x(start = 1, fixed = true); discrete Real u(start = 0); equation der(x) = u;"
      "when sample(0, 1e-3) then u = -x; end when; end M;");
  Options options{.t_end = 1};
  options.step.max_steps = 100;
  const Solution s = solve(problem, options);
  EXPECT_EQ(s.outcome, Outcome::too_many_steps);
  EXPECT_LE(s.counts.steps + s.counts.rejected, 100);
}

// sqrt has no value in the middle of the step, where x < 0.1; the crossing in its second half counts all the
// same.
TEST(Course, AStepIsSearchedAlsoWhereItsEquationsHaveNoValueAtSomePoint) {
  const Solution s =
      solve(read("model M Real x(start = 0, fixed = true), y; Boolean b; Integer n(start = 0, fixed = true);"
                 "equation der(x) = 1; y = x + 1e-9*sqrt((x - 0.5)^2 - 1e-6);"
                 "b = y > 0.9; when b then n = pre(n) + 1; end when; end M;"),
            {.t_end = 1, .method = "radau5", .certify = Certify::off});
  EXPECT_EQ(s.end("n"), 1) << s.message;
}

TEST(Course, RunsThatChangeTheirStructureOrSlideAreCertified) {
  const char* const clutch =
      "model M Real w1(start = 10, fixed = true), w2(start = 0, fixed = true), tau; Boolean locked(start = "
      "false,"
      "fixed = true); equation der(w1) = 1 - tau; 2*der(w2) = tau; when w1 <= w2 then locked = true; end "
      "when;"
      "0 = if locked then w1 - w2 else tau - 1.5; annotation(experiment(StopTime = 12)); end M;";
  const char* const stick =
      "model M Real x(start = 0, fixed = true), v(start = 0, fixed = true), F; equation der(x) = v;"
      "der(v) = -x + F; F = if v < 0.5 then 1 else -1; annotation(experiment(StopTime = 20)); end M;";
  for (const char* text : {clutch, stick}) {
    const Solution s = solve(read(text));
    ASSERT_TRUE(s.success()) << s.message;
    EXPECT_EQ(s.certificate.holds, true) << s.certificate.message;
    EXPECT_GE(s.certificate.points, 6);  // begin and end of three pieces
  }
}

// h = (1 - t/2)^2 until it is empty at t = 2. The last point of a step may lie a rounding unit behind that, where
// sqrt(h) has no value.
TEST(Course, ATankThatRunsEmptyIsCertifiedWithExplicitAndImplicitMethods) {
  const model::Problem problem = read(
      "model M Real h(start = 1, fixed = true), q; equation q = if h > 0 then sqrt(h) else 0; der(h) = -q;"
      "end M;");
  for (const char* method : {"dopri5", "radau"}) {
    const Solution s = solve(problem, {.t_end = 3, .tolerance = 1e-6, .method = method});
    ASSERT_TRUE(s.success()) << method << ": " << s.message;
    EXPECT_NEAR(s.at("h", 1), 0.25, 1e-4) << method;
    EXPECT_EQ(s.certificate.holds, true) << method << ": " << s.certificate.message;
  }
}

// A square wave of period 10, a millisecond late, in a loop of two delays: x is its integral. Nothing happens
// between its changes, so that a hundred seconds are no hundred thousand pieces of the past.
TEST(Course, DelaysOfWhatChangesAtEventsOnlyCostNoMoreThanItsChanges) {
  const Solution s =
      solve(read("model M Real x(start = 0, fixed = true), y, z; Boolean b; equation b = mod(time, 10) >= 5;"
                 "y = delay(if b then 1 else 0, 1e-3); z = delay(1 - delay(y, 1e-3), 1e-3); der(x) = y*z;"
                 "end M;"),
            {.t_end = 100, .tolerance = 1e-8});
  ASSERT_TRUE(s.success()) << s.message;
  // y is 1 from 5.001 to 10.001, z from its start to 5.003 and from 10.003 on.
  EXPECT_NEAR(s.end("x"), 10 * 0.002, 1e-9);
  EXPECT_LT(s.counts.steps, 2000);
}

// A pendulum is dropped from 0.2 above its lowest point, where a wall leaves it half of its speed: a quarter of
// the energy. Derivative arrays are among the formulations.
TEST(Course, EveryFormulationGoesThroughAnImpact) {
  const model::Problem problem = read(
      "model M Real x(start = 0.6, fixed = true), y(start = -0.8), v(start = 0, fixed = true), w, F;"
      "Real E = (v^2 + w^2)/2 + y + 1; Integer n(start = 0); equation der(x) = v; der(y) = w;"
      "der(v) = -F*x; der(w) = -F*y - 1; x^2 + y^2 = 1;"
      "when x < 0 then reinit(v, -0.5*pre(v)); n = pre(n) + 1; end when; end M;");
  for (const formulation::Entry& entry : formulation::catalog()) {
    const std::string name(entry.name);
    if (name == "constrained") continue;  // for equations of second order
    const Solution s = solve(
        problem,
        {.t_end = 2.5, .tolerance = 1e-6, .formulation = name, .dense = false, .certify = Certify::off});
    EXPECT_TRUE(s.success()) << name << ": " << s.message;
    EXPECT_EQ(s.end("n"), 1) << name;
    EXPECT_NEAR(s.end("E"), 0.05, 1e-5) << name;
  }
}

// What a run evaluates and allocates, of 2000 events and of twice as many. bench/event_growth counts instructions and
// the memory of 10^5.
TEST(Course, EventsCostNoMoreThanTheirNumber) {
  const char* const sampled =
      "model M Real x(start = 1, fixed = true); discrete Real u(start = 0); equation der(x) = u;"
      "when sample(0, 1e-3) then u = -x; end when; end M;";
  const char* const found =
      "model M Real x(start = 0, fixed = true, nominal = 1e-3); Integer n(start = 0, fixed = true); equation "
      "der(x) = 1; when x > 1e-3 then reinit(x, x - 1e-3); n = pre(n) + 1; end when; end M;";
  struct Cost {
    double evaluations, allocations;
  };
  const auto cost = [&](const char* text, double end) {
    const Prepared prepared = prepare(read(text), {.t_end = end, .method = "dopri5", .dense = false});
    const long before = support::allocations();
    const Solution s = run(prepared);
    EXPECT_TRUE(s.success()) << s.message;
    EXPECT_NEAR(static_cast<double>(s.events.size()), 1e3 * end, 2);
    return Cost{static_cast<double>(s.counts.function_evaluations),
                static_cast<double>(support::allocations() - before)};
  };
  for (const char* text : {sampled, found}) {
    const Cost one = cost(text, 1), two = cost(text, 2), four = cost(text, 4);
    EXPECT_LE((four.evaluations - two.evaluations) / (two.evaluations - one.evaluations), 2.1) << text;
    if (support::counts_allocations()) {
      EXPECT_LE((four.allocations - two.allocations) / (two.allocations - one.allocations), 2.1) << text;
    }
  }
}

}  // namespace
}  // namespace trammel::pipeline

// A run in somebody else's hands: stepped, interrupted, changed, put aside and taken up again.
#include "pipeline/simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "base/error.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

Prepared prepared(const std::string& text, const std::string& formulation = "auto",
                  const std::string& method = "auto") {
  Options options;
  options.tolerance = 1e-9;
  options.engine = Engine::vm;
  options.formulation = formulation;
  options.method = method;
  return prepare(modelica::load({{"m.mo", text}}).problem, options);
}

const char* const decaying =
    "model M parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*x; end M;";
const char* const swinging =
    "model M parameter Real g = 9.81; Real x(start = 1), y(start = 0, fixed = true), lambda; initial "
    "equation "
    "der(x) = 0; equation der(der(x)) = -lambda*x; der(der(y)) = -lambda*y - g; x^2 + y^2 = 1; end M;";

TEST(Simulation, StepsGiveTheRunThatSolveGives) {
  const Prepared p = prepared(swinging);
  Simulation s(p);
  double last = s.time();
  while (s.step()) {
    EXPECT_GT(s.time(), last);
    last = s.time();
    EXPECT_NEAR(std::hypot(s.value("x"), s.value("y")), 1, 1e-12);
  }
  EXPECT_TRUE(s.ended());
  EXPECT_EQ(s.outcome(), solution::Outcome::finished);
  EXPECT_EQ(s.value("x"), run(p).end("x"));
}

TEST(Simulation, AdvancesToATimeAndHoldsTheValuesThere) {
  Simulation s(prepared(decaying));
  for (const double t : {0.1, 0.25, 0.7}) {
    ASSERT_TRUE(s.advance(t));
    EXPECT_EQ(s.time(), t);
    EXPECT_NEAR(s.value("x"), std::exp(-t), 1e-7);
    EXPECT_NEAR(s.value("der(x)"), -std::exp(-t), 1e-6);
  }
  EXPECT_FALSE(s.advance(2.0));  // the interval ends at 1
}

// From 0.5 on the decaying is twice as fast: x(1) = exp(-0.5 - 1).
TEST(Simulation, ParametersMayChangeOnTheWay) {
  for (const auto& [formulation, method] :
       {std::pair("auto", "auto"), std::pair("as_written", "radau5"), std::pair("as_written", "bdf")}) {
    Simulation s(prepared(decaying, formulation, method));
    ASSERT_TRUE(s.advance(0.5));
    s.set("k", 2);
    EXPECT_NEAR(s.time(), 0.5, 1e-15);
    ASSERT_TRUE(s.advance(1.0));
    EXPECT_NEAR(s.value("x"), std::exp(-1.5), 1e-7) << formulation;
  }
}

TEST(Simulation, AnUnknownNameChangesNothing) {
  Simulation s(prepared(decaying));
  ASSERT_TRUE(s.advance(0.5));
  EXPECT_THROW(s.set("q", 2), Error);
  ASSERT_TRUE(s.advance(1.0));
  EXPECT_NEAR(s.value("x"), std::exp(-1), 1e-7);
}

// A mechanism stays on its constraints when gravity changes under it.
TEST(Simulation, AChangeLeavesAConstrainedStateConsistent) {
  Simulation s(prepared(swinging));
  ASSERT_TRUE(s.advance(0.3));
  const double x = s.value("x"), v = s.value("der(x)");
  s.set("g", 1.62);
  EXPECT_NEAR(s.value("x"), x, 1e-9);
  EXPECT_NEAR(s.value("der(x)"), v, 1e-8);
  EXPECT_NEAR(s.value("x") * s.value("der(x)") + s.value("y") * s.value("der(y)"), 0, 1e-12);
  ASSERT_TRUE(s.advance(1.0));
  EXPECT_NEAR(std::hypot(s.value("x"), s.value("y")), 1, 1e-12);
}

TEST(Simulation, ASnapshotBringsARunBackToTheBit) {
  const Prepared p = prepared(swinging);
  Simulation first(p);
  for (int k = 0; k < 5; ++k) ASSERT_TRUE(first.step());
  first.restart();  // so that both have the same (empty) history
  const Snapshot kept = first.snapshot();
  Simulation second(p);
  second.restore(Snapshot::read(kept.text()));
  EXPECT_EQ(second.time(), first.time());
  first.restore(kept);
  while (first.step()) {
  }
  while (second.step()) {
  }
  EXPECT_EQ(first.value("x"), second.value("x"));
}

TEST(Snapshot, IsReadAsItWasWrittenAndDamageIsRefused) {
  const Snapshot s{1.5, 0.1, {1.0 / 3, -2e-300}, {}, {{"two words", 0.1}}};
  const Snapshot back = Snapshot::read(s.text());
  EXPECT_EQ(back.t, s.t);
  EXPECT_EQ(back.y, s.y);
  EXPECT_EQ(back.parameters, s.parameters);
  for (const std::string_view bad : {"", "trammel snapshot 1", "trammel snapshot 1\nat 99999999 1", "x"})
    EXPECT_THROW((void)Snapshot::read(bad), Error) << bad;
}

// A checkpoint in a file is what another process goes on from, with the same step. Parameters that were changed on the
// way come with it; sizes that the error test took at the change do not, so such runs agree to the tolerance.
TEST(Simulation, GoesOnFromACheckpointInAFile) {
  const std::string path = ::testing::TempDir() + "trammel-checkpoint-test";
  for (const bool changed : {false, true}) {
    Simulation first(prepared(swinging));
    if (changed) first.set("g", 5);
    first.advance(0.3);
    first.snapshot().save(path);
    Simulation second(prepared(swinging));
    second.restore(Snapshot::load(path));
    EXPECT_EQ(second.time(), 0.3);
    first.restore(first.snapshot());  // both begin anew there
    first.advance(0.8);
    second.advance(0.8);
    for (const std::string& name : second.variables())
      EXPECT_NEAR(second.value(name), first.value(name),
                  (changed ? 1e-8 : 1e-12) * (1 + std::abs(first.value(name))));
    std::remove(path.c_str());
    EXPECT_THROW(Snapshot::load(path), Error);
  }
}

// Stiff from the middle on: `auto` begins with an explicit method and goes on with an implicit one.
const char* const stiffening =
    "model M Real x(start = 1, fixed = true), k(start = 0, fixed = true); equation der(k) = 1; der(x) = "
    "-10^(6*k)*(x - cos(time)); annotation(experiment(StopTime = 1)); end M;";

TEST(Simulation, GoesThroughTheChoicesOfAutoAsSolveDoes) {
  const Prepared p = prepared(stiffening);
  ASSERT_GT(p.choices().size(), 1u);
  const solution::Solution whole = run(p);
  ASSERT_GT(whole.segments.size(), 1u) << "no choice took over";
  // Two that take turns do not disturb each other: what they decide rests on their own work.
  Simulation one(p), two(p);
  bool more = true;
  while (more) {
    more = one.step();
    EXPECT_EQ(two.step(), more);
    EXPECT_EQ(one.time(), two.time());
  }
  for (const Simulation* s : {&one, &two}) {
    EXPECT_EQ(s->outcome(), whole.outcome);
    EXPECT_EQ(s->message(), whole.message);
    EXPECT_EQ(s->counts().steps, whole.counts.steps);
    EXPECT_EQ(s->value("x"), whole.end("x"));
  }
}

// Behind the point where another choice has taken over, too.
TEST(Simulation, ASnapshotKnowsItsChoice) {
  const Prepared p = prepared(stiffening);
  Simulation first(p);
  ASSERT_TRUE(first.advance(0.99));
  first.restart();
  const Snapshot kept = first.snapshot();
  EXPECT_GT(kept.choice, 0u);
  Simulation second(p);
  second.restore(Snapshot::read(kept.text()));
  EXPECT_EQ(second.time(), first.time());
  EXPECT_EQ(second.value("x"), first.value("x"));
  EXPECT_FALSE(second.advance(2));
  EXPECT_NEAR(second.value("x"), run(p).end("x"), 1e-7);
  Snapshot other = kept;
  other.choice = 99;
  EXPECT_THROW(second.restore(other), Error);
  second.restore(kept);  // also when it is over
  EXPECT_EQ(second.time(), first.time());
  EXPECT_FALSE(second.ended());
}

// Nobody has asked for a trajectory: the step in which the time lies is kept all the same.
TEST(Simulation, AdvancesIntoAStepWithoutDenseOutput) {
  Options options;
  options.dense = false;
  options.tolerance = 1e-9;
  Simulation s(prepare(modelica::load({{"m.mo", decaying}}).problem, options));
  for (const double t : {0.1, 0.25, 0.7}) {
    ASSERT_TRUE(s.advance(t));
    EXPECT_NEAR(s.value("x"), std::exp(-t), 1e-7);
  }
}

}  // namespace
}  // namespace trammel::pipeline

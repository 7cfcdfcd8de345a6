// Nothing asked for: the toolkit chooses, says why, and tries something else when its choice fails.
#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/compare.hpp"
#include "pipeline/examine.hpp"
#include "pipeline/prepared.hpp"
#include "pipeline/solve.hpp"
#include "support/kinds.hpp"
#include "support/testset/testset.hpp"

namespace trammel {
namespace {

using model::der;
using model::Model;
using solution::Solution;

TEST(Auto, SolvesEveryKindOfModelAndSaysHow) {
  for (const support::Kind& kind : support::kinds()) {
    SCOPED_TRACE(kind.name);
    const Solution s = pipeline::solve(kind.problem, {.t_end = 1, .engine = program::Engine::vm});
    EXPECT_TRUE(s.success()) << s.message;
    EXPECT_LT(s.constraint_residual, 1e-10);
    // The source of the circuit is a definition: nothing is left to project onto.
    EXPECT_EQ(s.choice.stabilization, kind.name == "index-2 circuit" ? "none" : "projection");
    EXPECT_NE(s.choice.reason.find("index " + std::to_string(told(kind))), std::string::npos);
  }
}

// x' = -10⁷ (x - cos t): the eigenvalue is in plain view at the start.
TEST(Auto, TakesAnImplicitMethodWhereTheStartIsStiff) {
  Model m("stiff");
  const auto x = m.variable("x", {.start = 0, .fixed = true});
  m.equation("decay", der(x) == -1e7 * (x - cos(m.time())));
  const Solution s = pipeline::solve(m, {.t_end = 1, .engine = program::Engine::vm});
  ASSERT_TRUE(s.success()) << s.message;
  EXPECT_EQ(s.choice.method, "radau");
  EXPECT_NE(s.choice.reason.find("stiff"), std::string::npos) << s.choice.reason;
  EXPECT_NEAR(s.end("x"), std::cos(1.0), 1e-5);
  EXPECT_LT(s.counts.steps, 1000);
}

// A stiff pendulum on a spring would stop an explicit method; here stiffness comes later than the start: the
// rate grows from 1 to 10⁶.
TEST(Auto, ChangesItsMindWhenTheExplicitMethodFindsTheProblemStiff) {
  Model m("growing stiffness");
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             k = m.variable("k", {.start = 1, .fixed = true});
  m.equation("rate", der(k) == 14.0 * k);
  m.equation("decay", der(x) == -k * (x - cos(m.time())));
  const Solution s = pipeline::solve(m, {.t_end = 1, .engine = program::Engine::vm});
  ASSERT_TRUE(s.success()) << s.message;
  EXPECT_EQ(s.choice.method, "radau");
  EXPECT_NEAR(s.end("x"), std::cos(1.0), 1e-4);
  ASSERT_GE(s.notes.size(), 2u);
}

// Not from the beginning again: the run is one trajectory in two segments, told at every output time once.
TEST(Auto, GoesOnWhereTheExplicitMethodLeftOff) {
  Model m("driven rod that stiffens");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), y = m.variable("y", {.start = 0});
  const auto k = m.variable("k", {.start = 1, .fixed = true}), u = m.variable("u");
  m.equation("rate", der(k) == 14.0 * k);
  m.equation("damper", der(x) == -k * (x - cos(m.time())) + u);
  m.equation("load", der(y) == u);
  m.equation("path", y == sin(m.time()));  // index 2: u = cos t
  const Solution s =
      pipeline::solve(m, {.t_end = 1, .times = {0, 0.25, 0.5, 0.75, 1}, .engine = program::Engine::vm});
  ASSERT_TRUE(s.success()) << s.message;
  ASSERT_EQ(s.segments.size(), 2u);
  const double seam = s.segments[1].trajectory.times().front();
  EXPECT_EQ(s.segments[0].trajectory.times().back(), seam);
  EXPECT_GT(seam, 0.1);
  ASSERT_EQ(s.samples.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(s.samples[i].time, 0.25 * static_cast<double>(i));
  for (const double t : {0.5 * seam, seam, 0.5 * (1 + seam)}) {
    EXPECT_NEAR(s.at("y", t), std::sin(t), 1e-6);
    EXPECT_NEAR(s.at("u", t), std::cos(t), 1e-4);
    EXPECT_NEAR(s.at("k", t), std::exp(14 * t), 1e-4 * std::exp(14 * t));
  }
  EXPECT_NE(s.choice.reason.find("stiff from t = "), std::string::npos) << s.choice.reason;
}

TEST(Auto, LeavesWhatWasAskedForAlone) {
  Model m("stiff");
  const auto x = m.variable("x", {.start = 0, .fixed = true});
  m.equation("decay", der(x) == -1e4 * (x - cos(m.time())));
  const Solution s = pipeline::solve(m, {.t_end = 0.1, .method = "dopri5", .engine = program::Engine::vm});
  EXPECT_EQ(s.choice.method, "dopri5");
  EXPECT_EQ(s.choice.reason, "as asked for");
}

// `analyze` recommends what `simulate` does, on models that are stiff, not stiff, or stiff later.
TEST(Auto, TakesWhatAnalyzeRecommends) {
  for (const support::TestProblem& problem :
       {support::robertson(), support::water_tube(), support::ring_modulator(), support::charge_pump(),
        support::transistor_amplifier(), support::andrews_problem()}) {
    SCOPED_TRACE(problem.name);
    model::Problem model = problem.make();
    model.t_end = problem.t_end;
    for (const double tolerance : {1e-4, 1e-9}) {
      const pipeline::Recommendation advice = pipeline::examine(model, tolerance).recommendation;
      const pipeline::Prepared prepared = pipeline::prepare(model, {.tolerance = tolerance});
      const pipeline::Choice& choice = prepared.choices().front();
      EXPECT_EQ(advice.formulation, choice.formulation->name);
      EXPECT_EQ(advice.method, choice.integrator->method.name);
    }
  }
}

TEST(Compare, ShowsFormsSideBySideOnEveryKindOfModel) {
  for (const support::Kind& kind : support::kinds()) {
    SCOPED_TRACE(kind.name);
    const pipeline::Comparison table =
        pipeline::compare(kind.problem, {.t_end = 1, .tolerance = 1e-6, .engine = program::Engine::vm});
    ASSERT_GT(table.rows.size(), 10u);
    for (const pipeline::ComparisonRow& row : table.rows) {
      if (!row.success) {  // what is refused says why
        EXPECT_FALSE(row.message.empty());
        EXPECT_TRUE(row.formulation == "constrained" || row.formulation == "as_written") << row.message;
        continue;
      }
      if (row.formulation == "as_written" && kind.index > 3) continue;  // nobody promises anything there
      EXPECT_LT(row.difference, 2e-2) << row.formulation << " " << row.method << " " << row.stabilization;
      EXPECT_GT(row.counts.steps, 0);
    }
    EXPECT_EQ(table.rows[0].stabilization, "projection");
    for (const double level : table.rows[0].drift) EXPECT_LT(level, 1e-12);
    EXPECT_NE(pipeline::text(table).find("post-stabilization, twice"), std::string::npos);
  }
}

}  // namespace
}  // namespace trammel

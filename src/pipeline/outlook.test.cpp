#include "pipeline/outlook.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "integrate/step_effort.hpp"
#include "model/model.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/cost.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/solve.hpp"

namespace trammel::pipeline {
namespace {

Choice of(const char* formulation, const char* method) {
  return {&formulation::find_formulation(formulation), &integrate::find_integrator(method), "", 0};
}

// Equations whose slopes cost a lot: an explicit step comes to more than an implicit one.
Facts dear_slopes() {
  Facts facts{.index = 1, .size = 10, .iterates = true, .linear_constraints = true};
  facts.pieces = {.slope = 1e5, .residual = 500, .entries = 40, .set_up = 1e6, .states = 5};
  return facts;
}

struct Left {
  int steps = 0;
  double t = -1;  // never
};

// A run from 0 to 1 in equal steps, each of which comes to this effort.
Left run(const Facts& facts, double effort, int steps) {
  const Choice mine = of("underlying_ode", "dopri5"),
               next = of(facts.index > 1 ? "ggl" : "as_written", "radau");
  Outlook outlook(facts, 1e-6, 1);
  outlook.starts(mine, &next, 0);
  for (int k = 1; k < steps; ++k) {
    integrate::step_effort_so_far() += effort;
    if (outlook.leaves(static_cast<double>(k) / steps)) return {k, static_cast<double>(k) / steps};
  }
  return {steps, -1};
}

TEST(Outlook, LeavesWhereTheNextChoiceTakesLessThanHalf) {
  const Facts facts = dear_slopes();
  const double mine = step_cost(formulation::find_formulation("underlying_ode"), "dopri5", facts),
               next = step_cost(formulation::find_formulation("as_written"), "radau", facts);
  ASSERT_LT(next, mine / 4);
  const Left left = run(facts, mine, 1000);
  EXPECT_GT(left.t, 0);
  EXPECT_LT(left.t, 0.05);                        // looked at early
  EXPECT_LT(run(facts, next / 4, 1000000).t, 0);  // twice the work is expected: not even tried
}

TEST(Outlook, RunsOfAMillisecondAreLeftAlone) { EXPECT_LT(run(dear_slopes(), 7e5, 5).t, 0); }

TEST(Outlook, NonlinearConstraintsAreNotGivenUpForLessWork) {
  Facts facts = dear_slopes();
  facts.index = 3;
  EXPECT_GT(run(facts, 7e5, 1000).t, 0);
  facts.linear_constraints = false;
  EXPECT_LT(run(facts, 7e5, 1000).t, 0);
}

// Much work in one stretch: it counts where much is to come, and does not shortly before the end.
TEST(Outlook, TheRestCounts) {
  const Choice mine = of("underlying_ode", "dopri5"), next = of("as_written", "radau");
  const Facts facts = dear_slopes();
  for (const double reached : {0.1, 0.9999}) {
    Outlook outlook(facts, 1e-6, 1);
    outlook.starts(mine, &next, 0);
    for (int k = 1; k <= 20; ++k) EXPECT_FALSE(outlook.leaves(1e-4 * k));
    integrate::step_effort_so_far() += 1e9;
    EXPECT_EQ(outlook.leaves(reached), reached < 0.5);
  }
}

// Each step twice as long as the one before: after the first ones it would seem to go on for ever.
TEST(Outlook, ShortStepsAtTheBeginningDoNotCount) {
  const Choice mine = of("underlying_ode", "dopri5"), next = of("as_written", "radau");
  const Facts facts = dear_slopes();
  Outlook outlook(facts, 1e-6, 1);
  outlook.starts(mine, &next, 0);
  for (double t = 1e-4; t < 1; t *= 2) {
    integrate::step_effort_so_far() += 2e6;
    EXPECT_FALSE(outlook.leaves(t)) << t;
  }
}

TEST(Outlook, TheLastChoiceStays) {
  const Choice mine = of("underlying_ode", "dopri5");
  const Facts facts = dear_slopes();
  Outlook outlook(facts, 1e-6, 1);
  outlook.starts(mine, nullptr, 0);
  integrate::step_effort_so_far() += 1e9;
  EXPECT_FALSE(outlook.leaves(0.1));
}

// Cubes against squares: factors are nearly all of the work with full matrices, a part of it with a few entries per
// row.
TEST(Cost, FactoringSeldomPaysALotWhereMatricesAreFullOnly) {
  const formulation::Entry& form = formulation::find_formulation("as_written");
  Facts full{.index = 1, .size = 200}, sparse{.index = 1, .size = 200};
  full.pieces = {.slope = 1e4, .residual = 1e4, .entries = 200 * 200, .set_up = 0, .states = 200};
  sparse.pieces = {.slope = 1e4, .residual = 1e4, .entries = 5 * 200, .set_up = 0, .states = 200};
  EXPECT_LT(expected_cost(form, "bdf", full, 1e-4), 0.4 * expected_cost(form, "radau", full, 1e-4));
  EXPECT_GT(expected_cost(form, "bdf", sparse, 1e-4), 0.7 * expected_cost(form, "radau", sparse, 1e-4));
}

TEST(Cost, StabilityLimitsExplicitStepsOnly) {
  Facts mild{.index = 0, .stiffness = 10, .size = 3}, stiff{.index = 0, .stiffness = 1e6, .size = 3};
  mild.pieces = stiff.pieces = {.slope = 100, .residual = 100, .entries = 9, .set_up = 0, .states = 3};
  const formulation::Entry &ode = formulation::find_formulation("underlying_ode"),
                           &written = formulation::find_formulation("as_written");
  EXPECT_GT(expected_cost(ode, "dopri5", stiff, 1e-6), 100 * expected_cost(ode, "dopri5", mild, 1e-6));
  EXPECT_EQ(expected_cost(written, "radau", stiff, 1e-6), expected_cost(written, "radau", mild, 1e-6));
}

// The forecast says 0.8: it is tried, and judged by what it takes. Steps of 1e-3, so that 1.25 steps of the next choice
// are expected in place of each.
TEST(Outlook, WhatIsCloseRaces) {
  const Choice mine = of("underlying_ode", "dopri5"), next = of("as_written", "radau");
  const Facts facts = dear_slopes();
  const double other = step_cost(*next.formulation, "radau", facts) * expected_steps("radau", 1e-6) /
                       expected_steps("dopri5", 1e-6);
  for (const double real : {0.7, 1.3}) {
    Outlook outlook(facts, 1e-6, 1);
    outlook.starts(mine, &next, 0);
    double t = 0;
    for (bool left = false; !left && t < 0.5;) {
      integrate::step_effort_so_far() += other / 0.8;
      left = outlook.leaves(t += 1e-5);
    }
    ASSERT_LT(t, 0.1) << "it was never tried";
    EXPECT_FALSE(outlook.races());
    outlook.starts(next, nullptr, t);
    EXPECT_TRUE(outlook.races());
    bool back = false;
    for (const double from = t; !back && t < from + 0.1;) {
      integrate::step_effort_so_far() += real * other / 0.8;
      back = outlook.leaves(t += 1e-5);
    }
    EXPECT_EQ(back, real > 1);
  }
}

// A short rest is not worth a trial.
TEST(Outlook, WhatIsCloseIsNotTriedBeforeTheEnd) {
  const Facts facts = dear_slopes();
  const double other = step_cost(formulation::find_formulation("as_written"), "radau", facts) *
                       expected_steps("radau", 1e-6) / expected_steps("dopri5", 1e-6);
  EXPECT_LT(run(facts, other / 0.8, static_cast<int>(2e7 / other)).t, 0);
}

// Steps of 1e-5 that stability bounds: an implicit method takes as many as it takes elsewhere, not as many as
// were seen.
TEST(Outlook, LeavesWhereStabilityBoundsTheSteps) {
  const Choice mine = of("underlying_ode", "dop853"), next = of("as_written", "radau");
  Facts facts{.index = 1, .size = 3, .linear_constraints = true};
  facts.pieces = {.slope = 100, .residual = 100, .entries = 9, .set_up = 1e5, .states = 3};
  const double step = step_cost(*mine.formulation, "dop853", facts);
  struct Case {
    FastestMode mode;
    bool leaves;
  };
  for (const auto& [mode, leaves] :
       {Case{{5e5, true}, true},      // h λ = 5 of 6
        Case{{5e5, false}, false},    // it swings: any method follows it
        Case{{5e4, true}, false}}) {  // far from the border: accuracy asks for these steps
    Outlook outlook(facts, 1e-6, 1);
    outlook.starts(mine, &next, 0);
    bool left = false;
    for (int k = 1; k <= 200 && !left; ++k) {
      integrate::step_effort_so_far() += step;
      left = outlook.leaves(1e-5 * k, [&] { return mode; });
    }
    EXPECT_EQ(left, leaves) << mode.rate << ' ' << mode.decays;
  }
}

// A stiff phase is over: an explicit method is expected to take a fraction of the work. While the fastest
// mode is fast it is not, and nobody asks for the mode before the work has come to something.
TEST(Outlook, GoesBackWhenStiffnessHasGone) {
  const Choice back = of("underlying_ode", "dop853"), mine = of("as_written", "radau");
  Facts facts{.index = 1, .size = 50, .linear_constraints = true};
  facts.pieces = {.slope = 500, .residual = 500, .entries = 500, .set_up = 1e5, .states = 50};
  const double step = step_cost(*mine.formulation, "radau", facts);
  for (const double rate : {10.0, 1e7}) {
    Outlook outlook(facts, 1e-6, 1, &back);
    outlook.starts(mine, nullptr, 0);
    int asked = 0;
    bool left = false;
    double spent = 0;
    for (int k = 1; k <= 500 && !left; ++k) {
      integrate::step_effort_so_far() += step;
      spent += step;
      left = outlook.leaves(1e-3 * k, [&] {
        ++asked;
        EXPECT_GE(spent, 4e6);
        return FastestMode{rate, true};
      });
    }
    EXPECT_EQ(left, rate < 100);
    EXPECT_EQ(outlook.returns(), left);
    EXPECT_GE(asked, 1);
    EXPECT_LE(asked, 10);
  }
}

// Eigenvalues -1000 and -1, and ±1000i.
TEST(FastestMode, TellsRateAndDecay) {
  for (const bool decays : {true, false}) {
    model::Model m("two");
    const model::Formula x = m.variable("x", {.start = 1, .fixed = true}),
                         y = m.variable("y", {.start = 0.5, .fixed = true});
    m.equation("x", model::der(x) == (decays ? -1000.0 * x : 1000.0 * y));
    m.equation("y", model::der(y) == (decays ? -y : -1000.0 * x));
    pipeline::Setup setup = set_up(m.problem(), formulation::find_formulation("underlying_ode"), 0, true, {});
    const FastestMode mode = fastest_mode(setup.instance->ode(), 0, setup.start.y);
    EXPECT_NEAR(mode.rate, 1000, 50);
    EXPECT_EQ(mode.decays, decays);
  }
}

// The same oscillation with velocities that are a thousand times their places: units do not matter.
TEST(FastestMode, OfASpringIsItsFrequency) {
  model::Model m("spring");
  const model::Formula x = m.variable("x", {.start = 0.3, .fixed = true, .nominal = 1}),
                       v = m.variable("v", {.start = 0.5, .fixed = true, .nominal = 1});
  m.equation("x", model::der(x) == v);
  m.equation("v", model::der(v) == -1e6 * x);
  pipeline::Setup setup = set_up(m.problem(), formulation::find_formulation("underlying_ode"), 0, true, {});
  const FastestMode mode = fastest_mode(setup.instance->ode(), 0, setup.start.y);
  EXPECT_NEAR(mode.rate, 1000, 50);
  EXPECT_FALSE(mode.decays);
}

// A rate that falls from 1e5 to nothing, beside pendula that swing on: stiff at the beginning.
TEST(Outlook, ARunGoesBackToAnExplicitMethod) {
  const model::Problem problem =
      modelica::load(
          {{"m.mo",
            "model M constant Integer N = 20; Real x[N](each start = 0.3, each fixed = true), y[N](each "
            "start = 0, "
            "each fixed = true), k(start = 1e5, fixed = true), z(start = 0, fixed = true); equation for i in "
            "1:N "
            "loop der(x[i]) = y[i]; der(y[i]) = -(1 + 0.02*i)*sin(x[i]) - 0.1*(2*x[i] - x[if i < N then i + "
            "1 else "
            "1] - x[if i > 1 then i - 1 else N]); end for; der(k) = -k; der(z) = k*(cos(x[1]) - z); end M;"}})
          .problem;
  const solution::Solution run = solve(problem, {.t_end = 600, .tolerance = 1e-6});
  ASSERT_TRUE(run.success());
  EXPECT_EQ(run.choice.method, "dop853");
  EXPECT_NE(run.choice.reason.find("not stiff any more"), std::string::npos) << run.choice.reason;
  // With the part of the tolerance that radau is given as a choice of `auto`.
  const solution::Solution throughout = solve(problem, {.t_end = 600, .tolerance = 3e-7, .method = "radau"});
  EXPECT_NEAR(run.end("x[1]"), throughout.end("x[1]"), 1e-4);
  EXPECT_LT(run.considered.effort, 0.9 * throughout.considered.effort);
}

}  // namespace
}  // namespace trammel::pipeline

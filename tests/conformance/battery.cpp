// What every method must do, with every formulation that it can work on. A new method or formulation runs
// through this by standing in its catalog.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "formulation/catalog.hpp"
#include "integrate/methods/catalog.hpp"
#include "model/model.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/solve.hpp"
#include "support/allocations.hpp"
#include "support/problems.hpp"
#include "support/thorough.hpp"

namespace trammel {
namespace {

using model::der;
using model::Model;
using pipeline::Options;
using solution::Outcome;
using solution::Solution;

struct Pair {
  const formulation::Entry* formulation;
  const integrate::Integrator* integrator;
  std::string name() const {
    return std::string(integrator->method.name) + " on " + std::string(formulation->name);
  }
  bool adaptive() const { return integrator->method.estimate_order > 0; }
  bool takes_any_ode() const {
    return !integrator->method.conservative;
  }  // no coordinates and momenta needed
  // Implicit methods meet constraints to the tolerance only, which a gain 1/h would magnify: they get a fixed
  // one.
  static constexpr double gain = 5;
  bool implicit_on_ode() const {
    return formulation->target == formulation::Target::ode &&
           pipeline::common_form(*formulation, integrator->method) == system::Form::residual;
  }
  Options options(double tolerance = 1e-6) const {
    Options o{.tolerance = tolerance,
              .method = std::string(integrator->method.name),
              .formulation = std::string(formulation->name)};
    if (!adaptive()) o.step.fixed_step = thorough() ? 1e-3 : 5e-3;
    if (implicit_on_ode()) o.stabilization.gamma = gain;
    return o;
  }
};

model::Problem circle();

// The index that a formulation leaves of an index-3 mechanism. A method is held to what is proven for it.
int index_left(const formulation::Entry& formulation) {
  return analysis::analyze(formulation.formulation.apply(circle().dae)).index;
}

std::vector<Pair> pairs() {
  std::vector<Pair> result;
  for (const formulation::Entry& f : formulation::catalog()) {
    if (f.source == "PRM97") continue;  // pipeline/regularization.test.cpp
    const int index = f.target == formulation::Target::residual ? index_left(f) : 0;
    for (const integrate::Integrator& i : integrate::catalog())
      if (pipeline::fits(f, i.method) && index <= i.method.max_index) result.push_back({&f, &i});
  }
  return result;
}

// Systems that do not have the form a formulation or method is for (an ODE is no constrained mechanism,
// Rosenbrock methods want a constant matrix at the derivatives) are refused with an Error; such pairs are
// passed over.
template <class Action>
void for_pairs(Action&& action) {
  int done = 0;
  for (const Pair& pair : pairs()) {
    SCOPED_TRACE(pair.name());
    try {
      action(pair);
      ++done;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, Kind::usage) << error.what();
      EXPECT_TRUE(pair.formulation->target != formulation::Target::ode || pair.implicit_on_ode())
          << error.what();
    }
  }
  EXPECT_GT(done, 0);
}

// m v' = -l x: a mass that slides on a circle, one degree of freedom, gentle enough for every method.
model::Problem circle() {
  Model m("circle");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), y = m.variable("y"), l = m.variable("lambda");
  m.start(der(y), 1);
  m.equation("x motion", der(x, 2) == -l * x);
  m.equation("y motion", der(y, 2) == -l * y);
  m.equation("rod", x * x + y * y == 1.0);
  return m.problem();
}

TEST(Conformance, UniformMotionOnACircle) {
  for_pairs([](const Pair& pair) {
    Options options = pair.options();
    options.t_end = 1;
    const Solution s = pipeline::solve(circle(), options);
    ASSERT_TRUE(s.success()) << s.message;
    const double bound = pair.integrator->method.order == 1 ? 2e-2 : 1e-3;
    EXPECT_NEAR(s.end("x"), std::cos(1.0), bound);
    EXPECT_NEAR(s.end("y"), std::sin(1.0), bound);
    EXPECT_EQ(s.t_end, 1);
    EXPECT_GT(s.counts.steps, 0);
  });
}

TEST(Conformance, StopsExactlyAtTheEndAndHitsOutputTimes) {
  for_pairs([](const Pair& pair) {
    Options options = pair.options();
    options.t_end = 0.7;
    options.times = {0, 0.1, 0.35, 0.7};
    const Solution s = pipeline::solve(circle(), options);
    ASSERT_EQ(s.samples.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(s.samples[i].time, options.times[i]);
      EXPECT_NEAR(s.samples[i].values[0], std::cos(options.times[i]), 2e-2);
    }
    EXPECT_EQ(s.t_end, 0.7);
  });
}

TEST(Conformance, DenseOutputPassesThroughTheStepsAndStaysNearBetweenThem) {
  for_pairs([](const Pair& pair) {
    Options options = pair.options();
    options.t_end = 1;
    const Solution s = pipeline::solve(circle(), options);
    const solution::Trajectory& trajectory = s.segments.at(0).trajectory;
    std::vector<double> y(static_cast<std::size_t>(trajectory.size()));
    for (int i = 0; i <= trajectory.steps(); ++i) {
      trajectory.at(trajectory.times()[i], y);
      for (std::size_t k = 0; k < y.size(); ++k) EXPECT_EQ(y[k], trajectory.at_step(i)[k]);
    }
    for (double t = 0; t < 1; t += 0.0613) EXPECT_NEAR(s.at("x", t), std::cos(t), 2e-2);
    EXPECT_THROW((void)s.at("x", 1.5), Error);
    EXPECT_THROW((void)s.at("nothing", 0.5), Error);
  });
}

TEST(Conformance, AnIntervalOfLengthZeroGivesTheConsistentStart) {
  for_pairs([](const Pair& pair) {
    Options options = pair.options();
    options.t_end = 0;
    const Solution s = pipeline::solve(circle(), options);
    ASSERT_TRUE(s.success());
    EXPECT_EQ(s.end("x"), 1);
    EXPECT_NEAR(s.end("lambda"), 1, 1e-10);
    EXPECT_EQ(s.counts.steps, 0);
  });
}

TEST(Conformance, AnEmptySystemRunsToItsEnd) {
  for_pairs([](const Pair& pair) {
    Options options = pair.options();
    options.t_end = 0.1;
    const Solution s = pipeline::solve(Model("empty"), options);
    EXPECT_TRUE(s.success()) << s.message;
    EXPECT_EQ(s.t_end, 0.1);
  });
}

TEST(Conformance, RepeatedRunsAgreeBitForBit) {
  for_pairs([](const Pair& pair) {
    Options options = pair.options();
    options.t_end = thorough() ? 0.5 : 0.2;
    const Solution a = pipeline::solve(circle(), options), b = pipeline::solve(circle(), options);
    EXPECT_EQ(a.last, b.last);
    EXPECT_EQ(a.counts.function_evaluations, b.counts.function_evaluations);
  });
}

// Long enough for every order, and for turns that make coordinates change; a run ends after `enough` steps.
TEST(Conformance, AttemptsAllocateNothingAfterTheFirstSteps) {
  if (!support::counts_allocations()) GTEST_SKIP() << "the sanitizer has its own operator new";
  constexpr long enough = 300;
  for_pairs([](const Pair& pair) {
    pipeline::Setup setup =
        pipeline::set_up(circle(), *pair.formulation, 0,
                         {.gamma = pair.implicit_on_ode() ? Pair::gain : 0,
                          .form = pipeline::common_form(*pair.formulation, pair.integrator->method)},
                         {.engine = program::Engine::vm});
    const auto stepper = pair.integrator->make(*setup.instance);
    long before = 0;
    integrate::RunOptions options{
        .dense = false, .gains = setup.plan->gains, .recoordinate = setup.recoordinate};
    if (!pair.adaptive()) options.step.fixed_step = 1e-2;
    long steps = 0, after = 0;
    options.progress = [&](double, const Counts&) {
      ++steps;
      if (steps == 8) before = support::allocations();
      after = support::allocations();
      return steps < enough;
    };
    integrate::integrate(*setup.instance, pair.integrator->method, *stepper, setup.projector.get(),
                         setup.start, 40, options);
    ASSERT_GT(steps, 8);
    EXPECT_EQ(after - before, 0) << "in " << steps << " steps";
  });
}

TEST(Conformance, ProgressCanInterruptARun) {
  for_pairs([](const Pair& pair) {
    Options options = pair.options();
    options.t_end = 1;
    options.progress = [](double t, const Counts&) { return t < 0.3; };
    const Solution s = pipeline::solve(circle(), options);
    EXPECT_EQ(s.outcome, Outcome::interrupted);
    EXPECT_GE(s.t_end, 0.3);
    EXPECT_LT(s.t_end, 1);
    EXPECT_TRUE(std::isfinite(s.at("x", 0.2)));
  });
}

TEST(Conformance, TheLimitOfStepsEndsARunWithItsReason) {
  for_pairs([](const Pair& pair) {
    Options options = pair.options();
    options.t_end = 20;
    options.step.max_steps = 3;
    const Solution s = pipeline::solve(circle(), options);
    EXPECT_EQ(s.outcome, Outcome::too_many_steps);
    EXPECT_LT(s.t_end, 20);
  });
}

// x' = x² blows up at t = 1: whatever the method sees of it, it stops before, says so, and reports no NaN.
TEST(Conformance, ABlowUpEndsInASentence) {
  Model m("blow-up");
  const auto x = m.variable("x", {.start = 1, .fixed = true});
  m.equation("growth", der(x) == x * x);
  for_pairs([&](const Pair& pair) {
    if (!pair.adaptive() || !pair.takes_any_ode()) return;
    Options options = pair.options();
    options.t_end = 2;
    const Solution s = pipeline::solve(m, options);
    EXPECT_FALSE(s.success());
    EXPECT_NEAR(s.t_end, 1, 0.01);
    EXPECT_NE(s.message.find("stopped at t = "), std::string::npos) << s.message;
    EXPECT_TRUE(std::isfinite(s.end("x")));
  });
}

// sqrt(1 - t) has no value from t = 1 on.
TEST(Conformance, AnEquationThatGivesNaNIsNamed) {
  Model m("root");
  const auto x = m.variable("x", {.start = 0, .fixed = true});
  m.equation("leak", der(x) == sqrt(1.0 - m.time()));
  for_pairs([&](const Pair& pair) {
    if (!pair.adaptive() || !pair.takes_any_ode()) return;
    Options options = pair.options();
    options.t_end = 2;
    const Solution s = pipeline::solve(m, options);
    EXPECT_EQ(s.outcome, Outcome::not_finite) << s.message;
    EXPECT_NE(s.message.find("'leak'"), std::string::npos) << s.message;
    // Gauss methods look only inside their steps, whose end may lie a little beyond.
    EXPECT_NEAR(s.t_end, 1, pair.integrator->method.name.starts_with("gauss") ? 1e-2 : 1e-3);
    for (const double value : s.last) EXPECT_TRUE(std::isfinite(value));
  });
}

}  // namespace
}  // namespace trammel

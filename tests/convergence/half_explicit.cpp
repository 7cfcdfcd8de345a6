// Orders of the half-explicit methods: index 2 in general, and mechanisms (index 3) by their velocity
// constraints.
#include <gtest/gtest.h>

#include <cmath>

#include "integrate/driver.hpp"
#include "integrate/methods/catalog.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/trammel.hpp"
#include "support/andrews_data.hpp"
#include "support/kepler.hpp"
#include "support/problems.hpp"

namespace trammel {
namespace {

using support::slope;

// Index 2 and not linear in z; y = (e^t, e^-2t), z = e^2t.
Model index_2() {
  Model m("index 2");
  const auto y1 = m.variable("y1", {.start = 1, .fixed = true}), y2 = m.variable("y2", {.start = 1}),
             z = m.variable("z", {.start = 1});
  m.equation("1", der(y1) == y1 * y2 * y2 * z * z);
  m.equation("2", der(y2) == y1 * y1 * y2 * y2 - 3.0 * y2 * y2 * z);
  m.equation("g", y1 * y1 * y2 == 1.0);
  return m;
}

// The same solution, with a mass that depends on the multiplier: der(y1) stands in the derivative by z.
Model mass_of_multiplier() {
  Model m("mass of the multiplier");
  const auto y1 = m.variable("y1", {.start = 1, .fixed = true}), y2 = m.variable("y2", {.start = 1}),
             z = m.variable("z", {.start = 1});
  m.equation("1", (2.0 + z) * der(y1) == (2.0 + z) * y1 * y2 * z);
  m.equation("2", der(y2) == y1 * y1 * y2 * y2 - 3.0 * y2 * y2 * z);
  m.equation("g", y1 * y1 * y2 == 1.0);
  return m;
}

// The largest error in y over all steps. The equations admit a second solution with z(0) = 1/2: the start is
// given.
double index_2_error(const Model& model, const char* method, int steps) {
  pipeline::Setup setup = pipeline::set_up(model.problem(), formulation::find_formulation("constrained"), 0,
                                           true, {.engine = program::Engine::vm});
  setup.start.y = {1, 1, 1};
  const integrate::Integrator& integrator = integrate::find_integrator(method);
  const auto stepper = integrator.make(*setup.instance);
  integrate::RunOptions options;
  options.step.fixed_step = 1.0 / steps;
  const integrate::Run run = integrate::integrate(*setup.instance, integrator.method, *stepper,
                                                  setup.projector.get(), setup.start, 1, options);
  EXPECT_EQ(run.outcome, Outcome::finished);
  EXPECT_LT(run.constraint_residual, 1e-12);
  double worst = 0;
  for (int i = 0; i <= run.trajectory.steps(); ++i) {
    const double t = run.trajectory.times()[i];
    const Vec y = run.trajectory.at_step(i);
    worst = std::max({worst, std::fabs(y[0] - std::exp(t)), std::fabs(y[1] - std::exp(-2 * t))});
  }
  return worst;
}

struct HalfExplicitClaim {
  const char* method;
  double order;
  std::vector<int> index_2, index_3;  // step numbers
};

class HalfExplicit : public testing::TestWithParam<HalfExplicitClaim> {};

// [BH93; Mur97]: the methods have the same order at index 2 as for ordinary equations, by construction, in
// all states. (Multipliers lose orders; they are recomputed from the states where a method offers them.)
TEST_P(HalfExplicit, KeepsItsOrderAtIndex2) {
  const HalfExplicitClaim& claim = GetParam();
  std::vector<double> h, error;
  for (const int n : claim.index_2) {
    const Solution s =
        solve(support::moving_point(), {.t_end = 4, .method = claim.method, .step = {.fixed_step = 4.0 / n}});
    ASSERT_TRUE(s.success()) << s.message;
    h.push_back(4.0 / n);
    error.push_back(support::moving_point_error(s));
  }
  EXPECT_NEAR(slope(h, error), claim.order, 0.25) << claim.method;
}

// Where z enters nonlinearly (index_2() above): the largest error over all steps.
TEST(HalfExplicit, KeepsItsOrderAtIndex2WithNonlinearMultipliers) {
  const struct {
    const char* method;
    int order, steps;
  } claims[] = {{"half_explicit_euler", 1, 1600},
                {"half_explicit_heun", 2, 400},
                {"half_explicit_3", 3, 1600},
                {"hem4", 4, 600}};
  for (const auto& [method, order, steps] : claims)
    EXPECT_NEAR(
        std::log2(index_2_error(index_2(), method, steps) / index_2_error(index_2(), method, 2 * steps)),
        order, 0.2)
        << method;
}

TEST(HalfExplicit, KeepsItsOrderWhereMassesDependOnMultipliers) {
  const struct {
    const char* method;
    int order, steps;
  } claims[] = {{"half_explicit_euler", 1, 400},
                {"half_explicit_heun", 2, 400},
                {"half_explicit_3", 3, 200},
                {"hem4", 4, 100}};
  for (const auto& [method, order, steps] : claims) {
    const Model m = mass_of_multiplier();
    EXPECT_NEAR(std::log2(index_2_error(m, method, steps) / index_2_error(m, method, 2 * steps)), order, 0.3)
        << method;
  }
}

// The pendulum at t = 1 against a run at a tight tolerance: the velocity constraint gives index 2.
TEST_P(HalfExplicit, KeepsItsOrderForAMechanismWithItsConstraintsAtRoundOff) {
  const HalfExplicitClaim& claim = GetParam();
  const model::Problem pendulum = support::pendulum(support::Form::second_order);
  const Solution exact = solve(pendulum, {.t_end = 1, .tolerance = 1e-13, .method = "dop853"});
  std::vector<double> h, error;
  for (const int n : claim.index_3) {
    const Solution s = solve(pendulum, {.t_end = 1, .method = claim.method, .step = {.fixed_step = 1.0 / n}});
    ASSERT_TRUE(s.success()) << s.message;
    EXPECT_LT(s.constraint_residual, 2e-14) << claim.method;
    h.push_back(1.0 / n);
    double sum = 0;
    for (const char* name : {"x", "y", "der(x)", "der(y)"}) sum += std::pow(s.end(name) - exact.end(name), 2);
    error.push_back(std::sqrt(sum));
  }
  EXPECT_NEAR(slope(h, error), claim.order, 0.25) << claim.method;
}

INSTANTIATE_TEST_SUITE_P(
    All, HalfExplicit,
    testing::Values(HalfExplicitClaim{"half_explicit_euler", 1, {800, 1600, 3200}, {800, 1600, 3200}},
                    HalfExplicitClaim{"half_explicit_heun", 2, {200, 400, 800}, {200, 400, 800}},
                    HalfExplicitClaim{"half_explicit_3", 3, {200, 400, 800}, {200, 400, 800}},
                    HalfExplicitClaim{"hem4", 4, {150, 300, 600}, {150, 300, 600}},
                    HalfExplicitClaim{"phem56", 5, {200, 400, 800}, {40, 80, 160}}),
    [](const auto& test) { return test.param.method; });

// Errors of the scheme with nodes 0, 1/3, 1 after 256, 512 and 1024 steps, computed independently.
TEST(HalfExplicit3, HasTheKnownErrorsAtIndex2) {
  const double known[] = {5.72e-07, 8.11e-08, 1.07e-08};
  for (int i = 0; i < 3; ++i) {
    const int n = 256 << i;
    EXPECT_NEAR(index_2_error(index_2(), "half_explicit_3", n) / known[i], 1, 0.01) << n << " steps";
  }
}

TEST(HalfExplicit, FollowsAndrewsMechanismWithinAMultipleOfItsTolerance) {
  for (const char* method : {"phem56", "hem4"})
    for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
      const Solution s = solve(support::andrews(support::Form::second_order),
                               {.t_end = 0.03, .tolerance = tolerance, .method = method, .dense = false});
      ASSERT_TRUE(s.success()) << s.message;
      EXPECT_LT(s.constraint_residual, 1e-8);
      for (int i = 0; i < 7; ++i)
        EXPECT_NEAR(s.end("q" + std::to_string(i + 1)), support::andrews_data::q_end[i], 3e3 * tolerance)
            << method << " at " << tolerance;
    }
}

}  // namespace
}  // namespace trammel

// The orders that `radau` takes: 3 where long steps do not come, more where Newton's iteration can afford
// them and they pay; and the error estimate of the rule with two stages, which has no real eigenvalue.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "formulation/catalog.hpp"
#include "integrate/driver.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/collocation.hpp"
#include "model/model.hpp"
#include "pipeline/setup.hpp"

namespace trammel {
namespace {

using integrate::Collocation;
using model::der;
using model::Model;

struct Step {
  double t;
  int stages;
};

struct OrderRun {
  std::vector<Step> steps;
  std::vector<double> end;
  int most(double from, double to) const {
    int s = 0;
    for (const Step& step : steps)
      if (step.t > from && step.t <= to) s = std::max(s, step.stages);
    return s;
  }
  int least(double from, double to) const {
    int s = 100;
    for (const Step& step : steps)
      if (step.t > from && step.t <= to) s = std::min(s, step.stages);
    return s;
  }
};

OrderRun run(const Model& m, double t_end, double tolerance) {
  pipeline::Setup setup =
      pipeline::set_up(m.problem(), formulation::find_formulation("as_written"), 0, false, {});
  const integrate::Integrator& radau = integrate::find_integrator("radau");
  const auto stepper = radau.make(*setup.instance);
  const auto& collocation = dynamic_cast<const Collocation&>(*stepper);
  OrderRun result;
  integrate::RunOptions options{.dense = false};
  options.step.rtol = options.step.atol = tolerance;
  options.progress = [&](double t, const Counts&) {
    result.steps.push_back({t, collocation.stages()});
    return true;
  };
  const integrate::Run done =
      integrate::integrate(*setup.instance, radau.method, *stepper, nullptr, setup.start, t_end, options);
  EXPECT_EQ(done.outcome, solution::Outcome::finished);
  result.end = done.y;
  return result;
}

// x' = −x + u with u = max(sin t, 0): kinks at π and 2π, smooth between them. By variation of constants
// x(t) = (e^(−t) + sin t − cos t)/2 up to π, then e^(π−t) x(π).
Model kinked() {
  Model m("half wave");
  const auto x = m.variable("x", {.start = 0, .fixed = true}), u = m.variable("u", {.start = 0});
  const auto wave = sin(m.time());
  m.equation("lag", der(x) == u - x);
  m.equation("half wave", u == select(wave > 0.0, wave, 0.0 * wave));
  return m;
}

TEST(RadauOrders, Order3IsTakenAtAKinkAndLeftAgain) {
  constexpr double pi = std::numbers::pi;
  for (const double tolerance : {1e-6, 1e-9}) {
    const OrderRun r = run(kinked(), 2 * pi, tolerance);
    EXPECT_EQ(r.steps.front().stages, 3);
    EXPECT_GE(r.least(0, 1), 3) << "before a step looks over the kink";
    EXPECT_GT(r.most(0, 2.8), 3);
    EXPECT_EQ(r.least(pi - 0.1, pi + 0.1), 2) << "at the kink";
    EXPECT_GE(r.least(pi + 0.5, 2 * pi), 3) << "behind it";
    EXPECT_GT(r.most(pi + 0.5, 2 * pi), 3);
    const double at_pi = (std::exp(-pi) + 1) / 2;
    EXPECT_NEAR(r.end[0], std::exp(-pi) * at_pi, 20 * tolerance);
  }
}

TEST(RadauOrders, LooseTolerancesBeginWithOrder3AndTightOnesReachOrder13) {
  Model m("oscillator");
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             v = m.variable("v", {.start = 0, .fixed = true});
  m.equation("rate", der(x) == v);
  m.equation("force", der(v) == -x);
  EXPECT_EQ(run(m, 50, 1e-2).steps.front().stages, 2);
  const OrderRun tight = run(m, 50, 1e-10);
  EXPECT_EQ(tight.steps.front().stages, 3);
  EXPECT_EQ(tight.steps.back().stages, 7);
  EXPECT_NEAR(tight.end[0], std::cos(50.0), 1e-8);
}

// The estimate for one step of two stages on y' = λ (y − cos t) − sin t, from y = 1 + d with the given slope.
// A step of twice the length goes before it: a jump of size d, which shorter steps do not lessen, is then
// known as one and not taken for an error of interpolation.
double estimate(double lambda, double h, double d, double slope) {
  Model m("test equation");
  const auto y = m.variable("y", {.start = 1 + d, .fixed = true});
  m.equation("rate", der(y) == lambda * (y - cos(m.time())) - sin(m.time()));
  pipeline::Setup setup =
      pipeline::set_up(m.problem(), formulation::find_formulation("as_written"), 0, false, {});
  const auto stepper = integrate::find_integrator("radau_iia_2").make(*setup.instance);
  const std::vector<double> scale{1e-12};
  double y1 = 0, error = 0;
  stepper->begin({.y = setup.start.y, .slope = {&slope, 1}, .scale = scale, .rtol = 1e-3});  // read as it is
  EXPECT_TRUE(stepper->attempt(0, 2 * h, setup.start.y, {&y1, 1}, {&error, 1}));
  EXPECT_TRUE(stepper->attempt(0, h, setup.start.y, {&y1, 1}, {&error, 1}));
  return std::fabs(error);
}

// h³ without stiffness. With z = hλ = −10³ a start off the solution by d, which the step puts right at once,
// looks like an error of the size of d; the equations let it live by (|γ|² − z Re γ)/((γ − z)(γ̄ − z)) ~
// 2/|z|, squared because it is seen through them twice. γ = 2 ± √2 i are the eigenvalues of A⁻¹.
TEST(RadauOrders, TheEstimateOfTwoStagesIsOfOrder3AndDampsStiffComponents) {
  EXPECT_NEAR(std::log2(estimate(-1, 0.05, 0.5, -0.5) / estimate(-1, 0.025, 0.5, -0.5)), 3, 0.3);
  const double z = -1e3, d = 1e-2, seen = estimate(z / 0.01, 0.01, d, 0);
  EXPECT_LT(seen, 10 * d * std::pow(2 / z, 2));
  EXPECT_GT(seen, 0.1 * d * std::pow(2 / z, 2));
}

}  // namespace
}  // namespace trammel

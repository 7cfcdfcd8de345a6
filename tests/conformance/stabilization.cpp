// What the literature says about drift, projection and stabilization, measured.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "experiments/aqr94.hpp"
#include "formulation/eliminate.hpp"
#include "formulation/lower.hpp"
#include "formulation/stabilize.hpp"
#include "integrate/methods/catalog.hpp"
#include "linalg/solver.hpp"
#include "model/model.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/solve.hpp"
#include "support/problems.hpp"

namespace trammel {
namespace {

using formulation::Target;
using model::der;
using model::Model;
using pipeline::Options;
using pipeline::ProjectionOptions;
using solution::Solution;
using support::unit_pendulum;
using Parts = ProjectionOptions::Parts;
using Taken = ProjectionOptions::Taken;

std::vector<double> grid(double end, int n) {
  std::vector<double> times;
  for (int i = 1; i <= n; ++i) times.push_back(end * i / n);
  return times;
}

Solution run(const model::Problem& problem, double t_end, const ProjectionOptions& projection,
             double tolerance, int points) {
  Options options{
      .t_end = t_end, .tolerance = tolerance, .method = "dopri5", .formulation = "underlying_ode"};
  options.times = grid(t_end, points);
  options.projection = projection;
  options.dense = false;
  return pipeline::solve(problem, options);
}

// x, y, der(x), der(y) stand in columns 0, 1, 3, 5: x, y, lambda, then der(x), der(der(x)), der(y).
struct Residuals {
  double position, velocity;
};
Residuals residuals(const std::vector<double>& v) {
  return {std::fabs(v[0] * v[0] + v[1] * v[1] - 1), std::fabs(v[0] * v[3] + v[1] * v[5])};
}

// The defect of the index-1 form grows linearly in velocity and quadratically in position. [HW96, Theorem
// VII.2.1]
TEST(Drift, OfTheIndex1FormIsLinearInVelocityAndQuadraticInPosition) {
  const Solution s = run(unit_pendulum(), 200, {.on = false}, 1e-6, 4000);
  ASSERT_TRUE(s.success());
  ASSERT_EQ(s.variables[3], "der(x)");
  ASSERT_EQ(s.variables[5], "der(y)");
  Residuals at_10{0, 0}, at_200{0, 0};
  for (const solution::Sample& sample : s.samples) {
    const Residuals r = residuals(sample.values);
    at_200 = {std::max(at_200.position, r.position), std::max(at_200.velocity, r.velocity)};
    if (sample.time <= 10) at_10 = at_200;
  }
  EXPECT_NEAR(std::log(at_200.position / at_10.position) / std::log(20.0), 2, 0.2);
  EXPECT_NEAR(std::log(at_200.velocity / at_10.velocity) / std::log(20.0), 1, 0.15);
}

double largest_error(const Solution& s, const Solution& exact) {
  double worst = 0;
  for (std::size_t i = 0; i < s.samples.size(); ++i) {
    double sum = 0;
    for (const std::size_t k : {0, 1, 3, 5})
      sum += std::pow(s.samples[i].values[k] - exact.samples[i].values[k], 2);
    worst = std::max(worst, std::sqrt(sum));
  }
  return worst;
}

// [HW96, Figure VII.2.2]
TEST(Projection, OnVelocitiesAloneIsAsGoodAsBothAndOnPositionsAloneIsOfNoUse) {
  const Solution exact = run(unit_pendulum(), 50, {}, 1e-12, 500);
  const auto error = [&](const ProjectionOptions& how) {
    return largest_error(run(unit_pendulum(), 50, how, 1e-6, 500), exact);
  };
  const double none = error({.on = false}), position = error({.parts = Parts::positions}),
               velocity = error({.parts = Parts::velocities}), both = error({});
  EXPECT_LE(velocity, 0.25 * none);
  EXPECT_LE(std::fabs(velocity - both), 0.2 * both);
  EXPECT_GE(position, 0.8 * none);
}

// Reported values obey the constraints, the run itself is the unprojected one. [HW96, VII.2]
TEST(Projection, OfTheOutputOnlyLeavesTheStepsAsTheyAre) {
  const Solution plain = run(unit_pendulum(), 20, {.on = false}, 1e-6, 40),
                 output = run(unit_pendulum(), 20, {.output_only = true}, 1e-6, 40);
  EXPECT_EQ(plain.counts.steps, output.counts.steps);
  EXPECT_EQ(plain.constraint_residual, output.constraint_residual);
  EXPECT_GT(residuals(plain.last).position, 1e-6);
  EXPECT_LT(residuals(output.last).position, 1e-14);
}

// [AQR94, Example 2]: the trapezoidal rule gains h³/2 per step on t³; stabilization keeps it at that.
TEST(Stabilization, ByForwardEulerKeepsTheDefectAtOneLocalError) {
  Model m("cubic");
  const auto z = m.variable("z", {.start = 0, .fixed = true});
  m.equation("slope", der(z) == 3.0 * m.time() * m.time());
  m.invariant("manifold", z == m.time() * m.time() * m.time());
  const auto defect = [&](const ProjectionOptions& how, double h) {
    Options options{.t_end = 1, .method = "heun", .formulation = "underlying_ode"};
    options.step.fixed_step = h;
    options.projection = how;
    return pipeline::solve(m, options).end("z") - 1;
  };
  EXPECT_NEAR(defect({.on = false}, 0.1), 10 * 0.5e-3, 1e-13);
  EXPECT_NEAR(defect({.alpha = 1, .taken = Taken::before}, 0.1), 0.5e-3, 1e-13);
  EXPECT_NEAR(defect({.alpha = 1, .taken = Taken::before}, 0.05), 0.5 * 0.05 * 0.05 * 0.05, 1e-13);
  // s = (s + h³/2)/(1 + alpha): the fixed point h³/(2 alpha).
  EXPECT_NEAR(defect({.alpha = 4, .taken = Taken::implicitly}, 0.05), 0.5 * 0.05 * 0.05 * 0.05 / 4, 1e-12);
  EXPECT_NEAR(defect({.passes = 1}, 0.1), 0, 1e-14);  // linear: one correction after the step is projection
}

model::Problem kepler() {
  Model m("kepler");
  const auto p1 = m.variable("p1", {.start = 0.5, .fixed = true}),
             p2 = m.variable("p2", {.start = 0, .fixed = true});
  m.start(der(p1), 0);
  m.start(der(p2), std::sqrt(3.0));
  const auto r = sqrt(p1 * p1 + p2 * p2);
  m.equation("p1", der(p1, 2) == -p1 / (r * r * r));
  m.equation("p2", der(p2, 2) == -p2 / (r * r * r));
  m.invariant("energy", 0.5 * (der(p1) * der(p1) + der(p2) * der(p2)) - 1.0 / r == -0.5);
  return m.problem();
}

// [AQR94, Table 3.1], computed independently: forward Euler, one correction of the energy per step, along the
// velocities (the printed rows) and orthogonally.
TEST(Stabilization, OfTheEnergyMakesForwardEulerUsefulOnKeplersProblem) {
  const auto end = [&](const ProjectionOptions& how, double revolutions) {
    Options options{.method = "forward_euler", .formulation = "underlying_ode", .dense = false};
    options.t_end = revolutions * 2 * std::numbers::pi;
    options.step.fixed_step = 0.001 * std::numbers::pi;
    options.projection = how;
    return pipeline::solve(kepler(), options).end("p2");
  };
  EXPECT_NEAR(end({.on = false}, 1), -0.63041, 1e-4);
  EXPECT_NEAR(end({.passes = 1, .move_positions = false}, 1), 1.2665e-4, 1e-7);
  EXPECT_NEAR(end({.passes = 1, .move_positions = false}, 2), 2.4218e-4, 2e-7);
  EXPECT_NEAR(end({.passes = 1}, 1), 4.8391e-5, 1e-7);
  EXPECT_NEAR(end({.passes = 1}, 2), 9.7273e-5, 2e-7);
}

// A particle on the ellipse q1² + 4 q2² = 1.
Residuals ellipse(const char* method, int steps, const ProjectionOptions& how) {
  Model m("ellipse");
  const auto a = m.variable("a", {.start = 1, .fixed = true}), b = m.variable("b"), l = m.variable("l");
  m.start(der(b), 0.5);
  m.equation("horizontal", der(a, 2) == -2.0 * l * a);
  m.equation("vertical", der(b, 2) == -8.0 * l * b - 1.0);
  m.equation("track", a * a + 4.0 * b * b == 1.0);
  Options options{.t_end = 1, .method = method, .formulation = "underlying_ode"};
  options.step.fixed_step = 1.0 / steps;
  options.projection = how;
  const Solution s = pipeline::solve(m, options);
  Residuals worst{0, 0};
  const solution::Trajectory& trajectory = s.segments.at(0).trajectory;
  for (int i = 0; i <= trajectory.steps(); ++i) {
    const Vec z = trajectory.at_step(i);  // a, der(a), b, der(b)
    worst.position = std::max(worst.position, std::fabs(z[0] * z[0] + 4 * z[2] * z[2] - 1));
    worst.velocity = std::max(worst.velocity, std::fabs(2 * z[0] * z[1] + 8 * z[2] * z[3]));
  }
  return worst;
}

// With HF = I one correction squares the local error h^(p+1); with one block per level it takes two. [AQR94,
// (3.9), (4.8)]
TEST(Stabilization, OnceLeavesTheSquareOfALocalErrorInPositionTwiceAlsoInVelocity) {
  const auto order = [](const ProjectionOptions& how) {
    const Residuals coarse = ellipse("forward_euler", 100, how), fine = ellipse("forward_euler", 200, how);
    return Residuals{std::log2(coarse.position / fine.position), std::log2(coarse.velocity / fine.velocity)};
  };
  const Residuals once = order({.passes = 1}), twice = order({.passes = 2}),
                  full = order({.direction = ProjectionOptions::Direction::orthogonal, .passes = 1});
  EXPECT_NEAR(once.position, 4, 0.2);
  EXPECT_NEAR(once.velocity, 2, 0.2);
  EXPECT_NEAR(twice.velocity, 4, 0.2);
  EXPECT_NEAR(full.position, 4, 0.2);
  EXPECT_NEAR(full.velocity, 4, 0.2);
}

using Cell = experiments::AtOne;

Cell cell(const formulation::Formulation& passes, double gamma) {
  return experiments::aqr94_backward_euler(passes, gamma);
}

// [AQR94, Table 1.1]: Baumgarte's way breaks down for large gains, orthogonal directions do not mind.
TEST(Stabilization, AlongBFailsForLargeGainsAlongTheNormalItDoesNot) {
  using formulation::Stabilize;
  const formulation::Formulation baumgarte(formulation::Eliminate{}, formulation::Baumgarte{});
  const formulation::Formulation normal(formulation::Eliminate{}, Stabilize{});
  const formulation::Formulation transpose(formulation::Eliminate{},
                                           Stabilize{.inverse = Stabilize::Inverse::none, .scaled = false});
  const auto expect = [](const Cell& cell, double error, double drift) {
    EXPECT_NEAR(cell.error, error, 0.01 * error);
    EXPECT_NEAR(cell.drift, drift, 0.01 * drift);
  };
  expect(cell(baumgarte, 1), 0.00219, 0.0049);
  expect(cell(baumgarte, 10), 0.00101, 0.000285);
  EXPECT_GT(cell(baumgarte, 1000).error, 1e30);
  expect(cell(normal, 1), 0.00107, 0.00488);
  expect(cell(normal, 10), 5.58e-5, 0.000312);
  expect(cell(normal, 100), 1.4e-5, 3.91e-6);
  EXPECT_NEAR(cell(normal, 1000).error, 1.36e-5, 2e-7);
  EXPECT_NEAR(cell(normal, 1e8).error, 1.36e-5, 2e-7);
  expect(cell(transpose, 1), 2.48e-5, 0.000102);
  expect(cell(transpose, 10), 1.37e-5, 1.21e-6);
  EXPECT_NEAR(cell(transpose, 1e8).error, 1.36e-5, 2e-7);
}

// s = g, r = Gv. One forward Euler step with gain 1/h from a defect s0 in position: (4.5) gives r = 0,
// Baumgarte's (4.6) gives r = -s0/h. [AQR94, section 4]
TEST(Stabilization, DoesNotKickTheVelocityWhereBaumgarteDoes) {
  const auto velocity_defect = [](const char* name) {
    const double h = 1e-3, s0 = 1e-6;
    pipeline::Setup setup = pipeline::set_up(unit_pendulum(), formulation::find_formulation(name), 0,
                                             {.gamma = 1 / h}, {.engine = program::Engine::vm});
    for (std::size_t i = 0; i < setup.plan->state_names.size(); ++i)
      if (setup.plan->state_names[i] == "x") setup.start.y[i] = 1 + s0 / 2;
    const integrate::Integrator& method = integrate::find_integrator("forward_euler");
    const auto stepper = method.make(*setup.instance);
    integrate::RunOptions options{.dense = false};
    options.step.fixed_step = h;
    const integrate::Run run =
        integrate::integrate(*setup.instance, method.method, *stepper, nullptr, setup.start, h, options);
    std::vector<double> v(setup.plan->reported.names.size());
    setup.observe(run.t, run.y, run.slope, v);
    return (2 * v[0] * v[3] + 2 * v[1] * v[5]) / (s0 / h);  // in units of s0/h
  };
  EXPECT_NEAR(velocity_defect("baumgarte"), -1, 0.05);
  EXPECT_NEAR(velocity_defect("stabilized"), 0, 0.05);
}

}  // namespace
}  // namespace trammel

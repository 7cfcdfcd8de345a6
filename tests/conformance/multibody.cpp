// The equations of motion with all their parts [Wun05, (1.18)]: positions q, dynamic force elements r,
// auxiliary quantities w, contact coordinates s, multipliers λ in
//   M q'' = f_a(q, q', r, w, s, λ, t) - Gᵀ(q, s, t) λ,  r' = f_d,  0 = d(.., w, ..),  0 = h(q, s, t),
//   0 = g(q, s, t),
// go through the same passes as everything else. No part of the program knows this form.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/diagnosis.hpp"
#include "formulation/catalog.hpp"
#include "integrate/level_blocks.hpp"
#include "integrate/level_newton.hpp"
#include "integrate/methods/catalog.hpp"
#include "model/model.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/solve.hpp"

namespace trammel {
namespace {

using model::der;
using model::Formula;
using model::Model;
using solution::Solution;

constexpr double gravity = 9.81, curvature = 0.4, friction = 0.2;

// A bead on the parabola y = a x²/2 with Coulomb friction that grows with the force λ of the wire (f_a(λ));
// it hangs on a spring and a damper in series [Wun05, Example 1.2.2], whose joint r obeys r' = k/d (x - r); w
// is the force of the spring; s, the parameter of the point of contact, follows from 0 = h(q, s) = x - s; and
// 0 = g(q, s) = y - a s²/2. The wire also carries a wheel (angle φ) that rolls: its nonholonomic partner, a
// skate at (X, Y, ψ) with X' sin ψ = Y' cos ψ, is pulled by the same spring force.
// `bent`: no equation is linear in what it could be solved for, so that no pass eliminates anything.
model::Problem bead(bool bent = false) {
  Model m("bead");
  const auto x = m.variable("x", {.start = 1.2, .fixed = true}), y = m.variable("y", {.start = 0.3});
  const auto r = m.variable("r", {.start = 0, .fixed = true});
  const auto w = m.variable("w"), s = m.variable("s", {.start = 1.2}), lambda = m.variable("lambda");
  m.start(der(x), 0);
  const double k = 3, d = 2;
  // The normal of the wire is (-a s, 1); friction acts against the motion, smoothly.
  const Formula slope = curvature * s, norm = sqrt(1.0 + slope * slope);
  const Formula speed = (der(x) + slope * der(y)) / norm;
  const Formula force = friction * sqrt(lambda * lambda * (1.0 + slope * slope) + 0.01) * tanh(5.0 * speed);
  m.equation("x motion", der(x, 2) == -w - force / norm + slope * lambda);
  m.equation("y motion", der(y, 2) == -gravity - force * slope / norm - lambda);
  m.equation("damper", der(r) == w / d);
  const auto bend = [bent](const Formula& a) { return bent ? a + 0.1 * a * a * a : a; };
  m.equation("spring", bend(w) == k * bend(x - r));
  m.equation("contact", bend(x) - bend(s) == 0.0);
  m.equation("wire", bend(y) - 0.5 * curvature * s * s == 0.0);
  const auto X = m.variable("X", {.start = 0, .fixed = true}),
             Y = m.variable("Y", {.start = 0, .fixed = true});
  const auto psi = m.variable("psi", {.start = 0.3, .fixed = true}), mu = m.variable("mu");
  m.start(der(psi), 1.1);
  m.start(der(X), 0.5);
  m.equation("skate x", der(X, 2) == w - mu * sin(psi));
  m.equation("skate y", der(Y, 2) == mu * cos(psi));
  m.equation("skate turn", der(psi, 2) == -0.1 * der(psi));
  m.equation("edge", der(X) * sin(psi) - der(Y) * cos(psi) == 0.0);
  return m.problem();
}

// The same motion in independent coordinates (x along the wire, the speed c of the skate along its edge),
// with λ from a fixed point: written by hand, integrated by the classical Runge-Kutta method in small steps.
struct ByHand {
  double x = 1.2, v = 0, r = 0, X = 0, Y = 0, psi = 0.3, c = 0.5 / std::cos(0.3), omega = 1.1;
};

ByHand rate(const ByHand& z) {
  const double k = 3, d = 2, w = k * (z.x - z.r), slope = curvature * z.x,
               norm = std::sqrt(1 + slope * slope);
  const double speed = (z.v + slope * slope * z.v) / norm;
  // y'' = a (v² + x x''); x'' = -w - F/n + a x λ; y'' = -g - F a x/n - λ, with F = F(λ).
  double lambda = -gravity, a = 0;
  for (int i = 0; i < 200; ++i) {
    const double F = friction * std::sqrt(lambda * lambda * norm * norm + 0.01) * std::tanh(5 * speed);
    a = (-w - F / norm + slope * (-gravity - F * slope / norm - curvature * z.v * z.v)) / (1 + slope * slope);
    lambda = -gravity - F * slope / norm - curvature * (z.v * z.v + z.x * a);
  }
  return {z.v,           a, w / d, z.c * std::cos(z.psi), z.c * std::sin(z.psi), z.omega, w * std::cos(z.psi),
          -0.1 * z.omega};
}

ByHand plus(const ByHand& z, double h, const ByHand& f) {
  return {z.x + h * f.x, z.v + h * f.v,     z.r + h * f.r, z.X + h * f.X,
          z.Y + h * f.Y, z.psi + h * f.psi, z.c + h * f.c, z.omega + h * f.omega};
}

ByHand solve_by_hand(double t_end, int n) {
  ByHand z;
  const double h = t_end / n;
  for (int i = 0; i < n; ++i) {
    const ByHand k1 = rate(z), k2 = rate(plus(z, h / 2, k1)), k3 = rate(plus(z, h / 2, k2)),
                 k4 = rate(plus(z, h, k3));
    z = plus(plus(plus(plus(z, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
  }
  return z;
}

TEST(MultibodyForm, HasIndexThreeAndTheDegreesOfFreedomOfItsMotion) {
  const analysis::Diagnosis found = analysis::analyze(bead().dae);
  EXPECT_EQ(found.index, 3);
  EXPECT_EQ(found.degrees_of_freedom, 8);  // x, x', r; X, Y, psi, psi' and the speed along the edge
}

TEST(MultibodyForm, GoesThroughEveryFormulation) {
  const double t_end = 1;
  const ByHand exact = solve_by_hand(t_end, 2000);
  int done = 0;
  for (const formulation::Entry& entry : formulation::catalog())
    for (const char* method : {"dopri5", "radau5", "bdf"}) {
      const integrate::Method& claims = integrate::find_integrator(method).method;
      const auto form = pipeline::common_form(entry, claims);
      if (!form || entry.name == "as_written" || entry.name == "index_3" || entry.source == "PRM97") continue;
      SCOPED_TRACE(std::string(entry.name) + " with " + method);
      pipeline::Options options{.t_end = t_end,
                                .tolerance = 1e-8,
                                .method = method,
                                .formulation = std::string(entry.name),
                                .dense = false,
                                .engine = program::Engine::vm};
      if (form == system::Form::residual && entry.target == formulation::Target::ode)
        options.stabilization.gamma = 3;
      const Solution s = pipeline::solve(bead(), options);
      ASSERT_TRUE(s.success()) << s.message;
      EXPECT_NEAR(s.end("x"), exact.x, 1e-5);
      EXPECT_NEAR(s.end("s"), exact.x, 1e-5);
      EXPECT_NEAR(s.end("y"), 0.5 * curvature * exact.x * exact.x, 1e-5);
      EXPECT_NEAR(s.end("r"), exact.r, 1e-5);
      EXPECT_NEAR(s.end("w"), 3 * (exact.x - exact.r), 1e-4);
      EXPECT_NEAR(s.end("X"), exact.X, 1e-5);
      EXPECT_NEAR(s.end("Y"), exact.Y, 1e-5);
      EXPECT_NEAR(s.end("psi"), exact.psi, 1e-5);
      ++done;
    }
  EXPECT_GT(done, 30);
}

// [Wun05, (4.1), (4.16)]: methods on second-order forms solve it as it is; their matrices have n_q + n_r + n_λ rows, and
// n_w + n_s more where these are not eliminated.
TEST(MultibodyForm, IsSolvedInSecondOrderWithMatricesOfItsOwnSize) {
  constexpr int n_q = 5, n_r = 1, n_lambda = 2;
  const auto rows = [](system::Form form, const char* formulation) {
    const pipeline::Setup setup = pipeline::set_up(bead(), formulation::find_formulation(formulation), 0,
                                                   pipeline::SetupOptions{.project = false, .form = form},
                                                   {.engine = program::Engine::vm});
    return setup.instance->residual().size();
  };
  // w and s follow from equations with constant coefficients here and are eliminated.
  EXPECT_EQ(rows(system::Form::second_order, "second_order"), n_q + n_r + n_lambda);
  const ByHand exact = solve_by_hand(1, 2000);
  for (const char* method :
       {"modified_bdf", "radau_second_order_3", "general_linear_3", "generalized_alpha", "bdf_corrected"}) {
    SCOPED_TRACE(method);
    const Solution s = pipeline::solve(bead(), {.t_end = 1,
                                                .tolerance = 1e-8,
                                                .method = method,
                                                .formulation = "second_order",
                                                .dense = false,
                                                .engine = program::Engine::vm});
    ASSERT_TRUE(s.success()) << s.message;
    EXPECT_NEAR(s.end("x"), exact.x, 1e-5);
    EXPECT_NEAR(s.end("s"), exact.x, 1e-5);
    EXPECT_NEAR(s.end("r"), exact.r, 1e-5);
    EXPECT_NEAR(s.end("w"), 3 * (exact.x - exact.r), 1e-4);
    EXPECT_NEAR(s.end("X"), exact.X, 1e-5);
    EXPECT_NEAR(s.end("Y"), exact.Y, 1e-5);
    EXPECT_NEAR(s.end("psi"), exact.psi, 1e-5);
  }
}

// n_w + n_s rows more where w and s are not eliminated; the eigenvalue blocks of collocation and general linear methods are as large; the first-order form
// of index 3 has a row more per velocity.
TEST(MultibodyForm, HasRowsForAuxiliaryQuantitiesAndContactsThatAreNotEliminated) {
  constexpr int n_q = 5, n_r = 1, n_w = 1, n_s = 1, n_lambda = 2;
  const auto set_up = [](system::Form form, const char* formulation) {
    return pipeline::set_up(bead(true), formulation::find_formulation(formulation), 0,
                            pipeline::SetupOptions{.project = false, .form = form},
                            {.engine = program::Engine::vm});
  };
  const pipeline::Setup setup = set_up(system::Form::second_order, "second_order");
  constexpr int rows = n_q + n_r + n_w + n_s + n_lambda;
  EXPECT_EQ(setup.instance->residual().pattern()->columns, rows);
  EXPECT_EQ(integrate::LevelNewton(*setup.instance).size(), rows);
  EXPECT_EQ(integrate::LevelBlocks(*setup.instance, 1).size(), rows);
  EXPECT_EQ(setup.start.y.size(), static_cast<std::size_t>(rows + n_q));
  const pipeline::Setup first = set_up(system::Form::residual, "index_3");
  EXPECT_EQ(first.instance->residual().pattern()->columns, rows + n_q);
  const auto solve = [](const char* method, const char* formulation, double tolerance) {
    return pipeline::solve(bead(true), {.t_end = 1,
                                        .tolerance = tolerance,
                                        .method = method,
                                        .formulation = formulation,
                                        .dense = false,
                                        .engine = program::Engine::vm});
  };
  const Solution exact = solve("dop853", "underlying_ode", 1e-11);
  for (const char* method : {"modified_bdf", "radau_second_order_3", "general_linear_3"}) {
    SCOPED_TRACE(method);
    const Solution s = solve(method, "second_order", 1e-8);
    ASSERT_TRUE(s.success()) << s.message;
    for (const char* name : {"x", "y", "r", "s", "w", "X", "Y", "psi"})
      EXPECT_NEAR(s.end(name), exact.end(name), 1e-5) << name;
    // The root of the tolerance is what three stages promise of multipliers: 1e-4 of their size.
    for (const char* name : {"lambda", "mu"}) EXPECT_NEAR(s.end(name), exact.end(name), 5e-3) << name;
  }
}

}  // namespace
}  // namespace trammel

// Along what a state is moved towards its constraints: directions of one's own, those that the equations
// have, and the velocity that is reported where a multiplier moves positions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "formulation/catalog.hpp"
#include "integrate/methods/catalog.hpp"
#include "model/model.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/solve.hpp"

namespace trammel {
namespace {

using formulation::DirectionEntry;
using model::der;
using model::Formula;
using model::Model;
using solution::Solution;

struct Pendulum {
  Model model{"pendulum"};
  Formula x = model.variable("x", {.start = 0.6, .fixed = true}), y = model.variable("y", {.start = -0.8}),
          lambda = model.variable("lambda");
  Pendulum() {
    model.start(der(x), 0);
    model.equation("horizontal", der(x, 2) == -lambda * x);
    model.equation("vertical", der(y, 2) == -lambda * y - 9.81);
    model.equation("rod", x * x + y * y == 1.0);
  }
  static DirectionEntry entry(const Formula& state, int level, const Formula& value) {
    return {state, "rod", level, value};
  }
  // Hᵀ of h = (x² + y² - 1, 2 x x' + 2 y y').
  std::vector<DirectionEntry> normal() const {
    return {entry(x, 0, 2.0 * x),      entry(y, 0, 2.0 * y),      entry(x, 1, 2.0 * der(x)),
            entry(y, 1, 2.0 * der(y)), entry(der(x), 1, 2.0 * x), entry(der(y), 1, 2.0 * y)};
  }
  // Oblique: positions along (1, -3), velocities along (0, 1).
  std::vector<DirectionEntry> oblique() const {
    return {entry(x, 0, 1.0), entry(y, 0, -3.0), entry(der(y), 1, 1.0)};
  }
};

Solution run(const Pendulum& pendulum, const char* form, std::vector<DirectionEntry> own, double t_end) {
  pipeline::Options options{
      .t_end = t_end, .tolerance = 1e-10, .method = "dopri5", .formulation = form, .dense = false};
  options.stabilization.gamma = 3;
  options.direction = std::move(own);
  return pipeline::solve(pendulum.model.problem(), options);
}

TEST(OwnDirection, OfAStabilizedOdeGivesTheBuiltInOnesWhereItIsThese) {
  const Pendulum p;
  for (const char* form : {"stabilized", "stabilized_transpose", "stabilized_integral"}) {
    const Solution own = run(p, form, p.normal(), 1), built_in = run(p, form, {}, 1);
    ASSERT_TRUE(own.success()) << own.message;
    EXPECT_NEAR(own.end("x"), built_in.end("x"), 1e-12) << form;
    EXPECT_NEAR(own.end("lambda"), built_in.end("lambda"), 1e-10) << form;
  }
}

TEST(OwnDirection, OfAStabilizedOdeLeavesTheSolutionAsItIs) {
  const Pendulum p;
  const Solution own = run(p, "stabilized", p.oblique(), 0.3), exact = run(p, "underlying_ode", {}, 0.3);
  ASSERT_TRUE(own.success()) << own.message;
  EXPECT_NEAR(own.end("x"), exact.end("x"), 1e-8);
  EXPECT_NEAR(own.end("lambda"), exact.end("lambda"), 1e-7);
}

// HF = I whatever D is, so a defect decays as h' = (h2, 0) - γ h: h2 = e^(-γt) h2(0), h1 = e^(-γt) (h1(0) + t
// h2(0)). [AQR94, (1.13), (4.4)] The path along which it does so depends on D.
TEST(OwnDirection, OfAStabilizedOdeDampsTheDefectAsEveryOtherDoes) {
  const Pendulum p;
  double x_end[2] = {};
  for (const bool oblique : {false, true}) {
    pipeline::Setup setup =
        pipeline::set_up(p.model.problem(), formulation::find_formulation("stabilized"), 0,
                         {.project = false, .gamma = 3, .direction = oblique ? p.oblique() : p.normal()},
                         {.engine = program::Engine::vm});
    const auto at = [&](const char* name) {
      return static_cast<std::size_t>(std::ranges::find(setup.plan->state_names, name) -
                                      setup.plan->state_names.begin());
    };
    const auto defect = [&](const std::vector<double>& z) {
      const double x = z[at("x")], y = z[at("y")];
      return std::pair{x * x + y * y - 1, 2 * x * z[at("der(x)")] + 2 * y * z[at("der(y)")]};
    };
    setup.start.y[at("y")] += 0.02;
    setup.start.y[at("der(y)")] += 0.05;
    const auto [h1, h2] = defect(setup.start.y);
    const integrate::Integrator& dopri5 = integrate::find_integrator("dopri5");
    const auto stepper = dopri5.make(*setup.instance);
    integrate::RunOptions options{.dense = false};
    options.step.rtol = options.step.atol = 1e-11;
    options.projection.on = false;
    const double t = 0.3;
    const integrate::Run end =
        integrate::integrate(*setup.instance, dopri5.method, *stepper, nullptr, setup.start, t, options);
    ASSERT_EQ(end.outcome, solution::Outcome::finished);
    const auto [e1, e2] = defect(end.y);
    EXPECT_NEAR(e2, std::exp(-3 * t) * h2, 1e-8);
    EXPECT_NEAR(e1, std::exp(-3 * t) * (h1 + t * h2), 1e-8);
    x_end[oblique] = end.y[at("x")];
  }
  EXPECT_GT(std::fabs(x_end[0] - x_end[1]), 1e-4);
}

TEST(OwnDirection, ThatNamesNoStateOrNoConstraintIsRefused) {
  const Pendulum p;
  const auto refused = [&](const char* form, std::vector<DirectionEntry> own, const char* word) {
    try {
      run(p, form, std::move(own), 1);
      ADD_FAILURE() << word;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, Kind::usage);
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  };
  refused("stabilized", {Pendulum::entry(p.lambda, 0, p.x)}, "lambda");
  refused("stabilized", {Pendulum::entry(p.x, 2, p.x)}, "rod");
  refused("underlying_ode", p.normal(), "underlying_ode");
}

// Index 2, y' = f(y) + (1, 3) z, 0 = g(y): the default projection moves y along the image of f_z [HW96,
// (VII.2.8)], to where y + (1, 3) μ meets g = 0, and not to the nearest point.
TEST(Projection, AtIndexTwoMovesAlongTheImageOfTheAlgebraicUnknowns) {
  Model m("oblique");
  const auto y1 = m.variable("y1", {.start = 1, .fixed = true}), y2 = m.variable("y2", {.start = 1}),
             z = m.variable("z");
  m.equation("first", der(y1) == -y2 + z);
  m.equation("second", der(y2) == y1 + 3.0 * z);
  m.equation("curve", y1 * y1 + y2 * y2 == 2.0);
  const double defect = 1e-3;
  const auto moved = [&](integrate::ProjectionOptions::Direction direction) {
    integrate::ProjectionOptions options;
    options.direction = direction;
    pipeline::Setup setup = pipeline::set_up(m.problem(), formulation::find_formulation("underlying_ode"), 0,
                                             {.projection = options}, {.engine = program::Engine::vm});
    EXPECT_EQ(setup.plan->state_names, (std::vector<std::string>{"y1", "y2"}));
    std::vector<double> y = setup.start.y, slope(y.size());
    y[1] += defect;
    EXPECT_TRUE(setup.instance->ode().derivative(0, y, slope));
    EXPECT_TRUE(setup.projector->project(0, y, 0, y));
    return std::pair{y[0] - setup.start.y[0], y[1] - setup.start.y[1] - defect};
  };
  // (1 + μ)² + (1 + δ + 3μ)² = 2.
  const double b = 8 + 6 * defect, c = 2 * defect + defect * defect;
  const double mu = (-b + std::sqrt(b * b - 40 * c)) / 20;
  const auto [along1, along2] = moved(integrate::ProjectionOptions::Direction::automatic);
  EXPECT_NEAR(along1, mu, 1e-14);
  EXPECT_NEAR(along2, 3 * mu, 1e-14);
  // The nearest point lies along (y1, y2).
  const auto [near1, near2] = moved(integrate::ProjectionOptions::Direction::orthogonal);
  EXPECT_NEAR(near1 / near2, 1, 2e-3);
}

// In q' = v - Gᵀη the velocity that obeys the constraints is v [Wun05, (7.10), (7.19)]: it is what der(q)
// means in reports, whether v is an unknown or written out as q' + Gᵀη. In coarse steps of a method of low
// order q' is far from it: the differences of points on a circle are chords.
TEST(GearGuptaLeimkuhler, ReportsTheVelocityThatObeysTheConstraintsInFirstAndSecondOrder) {
  const Pendulum p;
  for (const char* form : {"ggl", "ggl_second_order"}) {
    pipeline::Options options{.t_end = 1, .method = "bdf2", .formulation = form, .dense = false};
    options.step.fixed_step = 0.01;
    const Solution s = pipeline::solve(p.model.problem(), options);
    ASSERT_TRUE(s.success()) << s.message;
    EXPECT_LT(std::fabs(s.end("x") * s.end("der(x)") + s.end("y") * s.end("der(y)")), 1e-11) << form;
    EXPECT_LT(s.constraint_residual, 1e-10) << form;
  }
}

// With multipliers as unknowns, as implicit methods see it, a stabilized ODE is 0 = h - HD λ/γ or 0 = h - λ/γ
// [AQR94, (2.5), (2.6)]: as γ grows, so does the likeness to projected invariants (2.7), in proportion.
TEST(Stabilization, WithAGrowingGainBecomesTheFormOfProjectedInvariants) {
  const Pendulum p;
  const auto end = [&](const char* form, double gamma) {
    pipeline::Options options{.t_end = 1, .method = "bdf2", .formulation = form, .dense = false};
    options.step.fixed_step = 0.02;
    options.stabilization.gamma = gamma;
    const Solution s = pipeline::solve(p.model.problem(), options);
    EXPECT_TRUE(s.success()) << form << ": " << s.message;
    return s.end("x");
  };
  const double limit = end("projected_invariants", 0);
  // Written out, γ Hᵀh is far from linear: Newton's iteration does not converge for the larger gains.
  for (const auto& [form, gamma] : {std::pair{"stabilized", 1e4}, std::pair{"stabilized_transpose", 1e2}}) {
    const double far = std::fabs(end(form, gamma) - limit), near = std::fabs(end(form, 100 * gamma) - limit);
    EXPECT_NEAR(std::log10(far / near), 2, 0.3) << form << ": " << far << ", " << near;
  }
}

}  // namespace
}  // namespace trammel

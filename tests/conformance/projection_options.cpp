// Projection and stabilization with cheap or unusual pieces: kept factorizations, sweeps instead of a
// factorization, directions of one's own, Baumgarte's coefficients; and when projection is refused.
#include <gtest/gtest.h>

#include <cmath>

#include "pipeline/setup.hpp"
#include "pipeline/trammel.hpp"
#include "support/kepler.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"
#include "system/compile.hpp"

namespace trammel {
namespace {

using integrate::ProjectionOptions;
using support::ellipse;
using support::slope;
using Inverse = ProjectionOptions::Inverse;

struct Outcome2 {
  double defect = 0;
  long factorizations = 0, steps = 0;
};

// A run of the underlying ODE with an orthogonal projector of these options.
Outcome2 run(const model::Problem& problem, const char* method, int steps, double t_end,
             const ProjectionOptions& how) {
  support::Laboratory lab(problem, method);
  integrate::OrthogonalProjector projector(
      system::compile_invariants(lab.setup.dae(), lab.setup.instance->ode().state(),
                                 {.engine = program::Engine::vm}),
      how);
  lab.options.projection = how;
  lab.options.step.fixed_step = t_end / steps;
  const auto result = integrate::integrate(*lab.setup.instance, lab.integrator.method, *lab.stepper,
                                           &projector, lab.setup.start, t_end, lab.options);
  EXPECT_EQ(result.outcome, solution::Outcome::finished);
  return {result.constraint_residual, projector.factorizations(), lab.setup.instance->counts().steps};
}

// One factorization serves many steps: the check of its contraction says when it no longer does.
TEST(FrozenProjection, HoldsTheConstraintsWithFewFactorizations) {
  for (const model::Problem& problem : {ellipse(), support::chain(3)}) {
    const Outcome2 exact = run(problem, "rk4", 400, 1, {.inverse = Inverse::frozen});
    EXPECT_LT(exact.defect, 2e-14);
    EXPECT_LT(5 * exact.factorizations, exact.steps);
    EXPECT_GT(exact.factorizations, 1);
    const Outcome2 once = run(problem, "heun", 400, 1, {.passes = 1, .inverse = Inverse::frozen}),
                   none = run(problem, "heun", 400, 1, {.on = false});
    EXPECT_LT(once.defect, 0.02 * none.defect);
    EXPECT_LT(5 * once.factorizations, once.steps);
  }
}

// A few sweeps leave a part of each local error: one order more than the solution has, nothing factored.
TEST(SorStabilization, KeepsTheDefectAtOneLocalErrorWithoutAFactorization) {
  for (const auto& [method, p] : {std::pair{"forward_euler", 1}, {"heun", 2}}) {
    std::vector<double> h, defect;
    for (const int n : {100, 200, 400}) {
      const Outcome2 result =
          run(ellipse(), method, n, 1, {.passes = 1, .inverse = Inverse::sor, .sweeps = 1});
      EXPECT_EQ(result.factorizations, 0);
      h.push_back(1.0 / n), defect.push_back(result.defect);
    }
    EXPECT_GT(slope(h, defect), p + 1 - 0.3) << method;
  }
  const Outcome2 chain = run(support::chain(5), "heun", 400, 1,
                             {.passes = 1, .inverse = Inverse::sor, .sweeps = 3, .relaxation = 1.2}),
                 none = run(support::chain(5), "heun", 400, 1, {.on = false});
  EXPECT_LT(chain.defect, 0.1 * none.defect);
  const Outcome2 held = run(ellipse(), "rk4", 100, 1, {.inverse = Inverse::sor, .sweeps = 6});
  EXPECT_LT(held.defect, 1e-12);
}

// [AQR94, (4.7)]: D = diag(Gᵀ, Gᵀ) gives HF = I too, so one pass squares the local error.
TEST(OwnDirection, IsFollowedAndKeepsTheOrderOfTheDefect) {
  const integrate::DirectionMatrix blocks = [](double, Vec z,
                                               Out D) {  // z = x, x', y, y'; position, velocity constraint
    std::ranges::fill(D, 0.0);
    D[0] = 2 * z[0], D[2] = 8 * z[2];
    D[4 + 1] = 2 * z[0], D[4 + 3] = 8 * z[2];
  };
  const ProjectionOptions how{.passes = 1, .direction_matrix = &blocks};
  std::vector<double> h, defect;
  for (const int n : {50, 100, 200}) {
    h.push_back(1.0 / n);
    defect.push_back(run(ellipse(), "forward_euler", n, 1, how).defect);
  }
  EXPECT_NEAR(slope(h, defect), 4, 0.3);
  // D = Hᵀ by hand is the orthogonal projection.
  const integrate::DirectionMatrix transpose = [](double, Vec z, Out D) {
    const double H[] = {2 * z[0], 0, 8 * z[2], 0, 2 * z[1], 2 * z[0], 8 * z[3], 8 * z[2]};
    std::ranges::copy(H, D.begin());
  };
  const ProjectionOptions normal{.passes = 1}, by_hand{.passes = 1, .direction_matrix = &transpose};
  EXPECT_NEAR(run(ellipse(), "heun", 50, 1, by_hand).defect / run(ellipse(), "heun", 50, 1, normal).defect, 1,
              1e-3);
}

// F = D = Hᵀ [AQR94, (1.14)] takes away a part of each defect only, the larger one of |1 - alpha λ| over the
// eigenvalues λ of HHᵀ. With alpha from the spectrum that is less than 1, in all three discretizations (3.4),
// (3.7) and (3.9): what is left stays at one local error, O(h^(p+1)), and does not grow with time. Nothing is
// factored but for (3.7).
TEST(DirectionAsCorrection, KeepsTheDefectAtOneLocalError) {
  using Taken = ProjectionOptions::Taken;
  for (const Taken taken : {Taken::after, Taken::before, Taken::implicitly}) {
    const ProjectionOptions how{.passes = 1, .alpha = 0, .taken = taken, .inverse = Inverse::none};
    std::vector<double> h, defect;
    for (const int n : {100, 200, 400}) {
      const Outcome2 result = run(ellipse(), "heun", n, 1, how);
      if (taken != Taken::implicitly) {
        EXPECT_EQ(result.factorizations, 0);
      }
      h.push_back(1.0 / n), defect.push_back(result.defect);
    }
    EXPECT_GT(slope(h, defect), 3 - 0.3) << static_cast<int>(taken);
    EXPECT_LT(run(ellipse(), "heun", 2000, 10, how).defect,
              0.2 * run(ellipse(), "heun", 2000, 10, {.on = false}).defect)
        << static_cast<int>(taken);
  }
  // To rounding, if asked for; and with a factor beyond 2/λ it blows up.
  EXPECT_LT(run(ellipse(), "rk4", 100, 1, {.inverse = Inverse::none}).defect, 1e-12);
}

// [AQR94, (4.8)]: one block per level, which knows no masses. Once, velocities keep O(h^(p+1)), because the
// change of G with the positions is left out; positions are squared.
TEST(BlockCorrection, LeavesOutHowVelocitiesDependOnPositions) {
  std::vector<double> h, once, twice;
  for (const int n : {50, 100, 200}) {
    h.push_back(1.0 / n);
    ProjectionOptions how{.direction = ProjectionOptions::Direction::block, .passes = 1};
    once.push_back(run(ellipse(), "forward_euler", n, 1, how).defect);
    how.passes = 2;
    twice.push_back(run(ellipse(), "forward_euler", n, 1, how).defect);
  }
  EXPECT_NEAR(slope(h, once), 2, 0.3);
  EXPECT_NEAR(slope(h, twice), 4, 0.4);
}

// z' = f - gamma H'h as it is printed, [AQR94, (1.8)]: the scaled form with gamma times |H|^2. It is found by
// its name.
TEST(UnscaledTranspose, IsOfferedToThoseWhoGiveAGain) {
  Options options{.t_end = 2, .tolerance = 1e-8, .method = "dopri5", .formulation = "stabilized_unscaled"};
  options.stabilization.gamma = 5;
  const Solution with = solve(ellipse(), options);
  ASSERT_TRUE(with.success()) << with.message;
  options.formulation = "stabilized";
  EXPECT_NEAR(with.end("x"), solve(ellipse(), options).end("x"), 1e-6);
}

// Around its start a mechanism leaves its constraints g = 0, g' = 0 at the rate 1: g' is not 0 then. [AQR94,
// Proposition 2.2]
TEST(Stabilized, SaysWhenAGainIsBelowTheEstimateOfWhatIsNeeded) {
  Options options{.t_end = 0.1, .method = "dopri5", .formulation = "stabilized"};
  const auto told = [&](double gamma) {
    options.stabilization.gamma = gamma;
    const Solution s = solve(ellipse(), options);
    return std::ranges::any_of(s.notes, [](const std::string& note) {
      return note.find("a gain should be larger") != std::string::npos;
    });
  };
  EXPECT_TRUE(told(0.1));
  EXPECT_FALSE(told(20));
}

// The defect s of a constraint obeys s'' + a0 s' + a1 s = 0 whatever the mechanism does: with a = (5, 6) and
// s(0) = s0 it is s0 (3 e^(-2t) - 2 e^(-3t)).
TEST(Baumgarte, WithCoefficientsDampsTheDefectAsTheyPrescribe) {
  pipeline::Setup setup =
      pipeline::set_up(ellipse(), formulation::find_formulation("baumgarte"), 0,
                       {.project = false, .coefficients = {5, 6}}, {.engine = program::Engine::vm});
  EXPECT_TRUE(setup.plan->gains.empty());
  const auto at = [&](const char* name) {
    return std::ranges::find(setup.plan->state_names, name) - setup.plan->state_names.begin();
  };
  const double s0 = 1e-3;
  setup.start.y[at("x")] = std::sqrt(1 + s0);
  const auto& method = integrate::find_integrator("dop853");
  const auto stepper = method.make(*setup.instance);
  integrate::RunOptions options{.dense = false};
  options.step.rtol = options.step.atol = 1e-12;
  const auto run =
      integrate::integrate(*setup.instance, method.method, *stepper, nullptr, setup.start, 1, options);
  const double x = run.y[at("x")], y = run.y[at("y")];
  EXPECT_NEAR((x * x + 4 * y * y - 1) / s0, 3 * std::exp(-2.0) - 2 * std::exp(-3.0), 1e-7);
}

TEST(Baumgarte, WithTheBinomialCoefficientsIsTheFormWithAGain) {
  Options gain{.t_end = 1, .tolerance = 1e-9, .method = "dopri5", .formulation = "baumgarte"}, own = gain;
  gain.stabilization.gamma = 7;
  own.stabilization.coefficients = {14, 49};
  const Solution a = solve(ellipse(), gain), b = solve(ellipse(), own);
  for (const char* name : {"x", "y", "lambda"}) EXPECT_NEAR(a.end(name), b.end(name), 1e-10) << name;
}

TEST(Baumgarte, WithTooFewCoefficientsIsRefusedAndSaysHowMany) {
  Options options{.t_end = 1, .method = "dopri5", .formulation = "baumgarte"};
  options.stabilization.coefficients = {1};
  try {
    (void)solve(ellipse(), options);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Kind::usage);
    EXPECT_NE(error.hint.find("2"), std::string::npos);
  }
}

// From far away the frozen matrix does not contract: the projection says so instead of ending anywhere.
TEST(Projection, IsRefusedFarFromTheConstraints) {
  support::Laboratory lab(ellipse(), "dopri5");
  system::Ode& ode = lab.setup.instance->ode();
  std::vector<double> z = lab.setup.start.y, slope_of(z.size());
  ASSERT_TRUE(ode.derivative(0, z, slope_of));
  z[0] = 0.1, z[2] = 3;  // the matrix is that of (1, 0)
  EXPECT_EQ(ode.project(0, z).outcome.verdict, system::Outcome::diverged);
}

// A correction larger than ten times the tolerance is not taken: the step is repeated with half its length
// until it is.
TEST(Projection, ThatMovesFartherThanTheErrorAllowsShortensTheStep) {
  support::Laboratory lab(ellipse(), "dopri5");
  lab.options.step.rtol = lab.options.step.atol = 1e-6;
  double last = 0, longest = 0;
  const auto result = lab.run(
      1, [&](double t, Vec) { longest = std::max(longest, t - last), last = t; },
      [&](double t, Out z) { z[0] += 1e-2 * (t - last); });  // 1e-5·2 at most: h < 4e-3
  EXPECT_EQ(result.outcome, solution::Outcome::finished);
  EXPECT_GT(lab.setup.instance->counts().rejected, 0);
  EXPECT_LT(longest, 1e-2);
}

}  // namespace
}  // namespace trammel

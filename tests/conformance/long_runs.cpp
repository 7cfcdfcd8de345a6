// Long runs: what drifts and how fast, what does not drift at all, and what rounding leaves. The pendulum of
// length 1, g = 1, released at rest from the horizontal; its period is 4 K(sin 45°) = 7.4163.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "model/hamiltonian.hpp"
#include "pipeline/trammel.hpp"
#include "support/kepler.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"
#include "support/thorough.hpp"

namespace trammel {
namespace {

using support::Laboratory;
using support::slope;
using support::unit_pendulum;
using support::unit_pendulum_period;
using Parts = pipeline::ProjectionOptions::Parts;

struct Defect {
  double position = 0, velocity = 0;
};

// The largest defects up to each of the times.
struct Watched : Laboratory {
  Watched(const char* method, const char* formulation) : Laboratory(unit_pendulum(), method, formulation) {}
  std::vector<Defect> defects(const std::vector<double>& times, const integrate::ProjectionOptions& how) {
    options.projection = how;
    projector = std::make_unique<Watch>(*this, times, how);
    const auto run = integrate::integrate(*setup.instance, integrator.method, *stepper, projector.get(),
                                          setup.start, times.back(), options);
    EXPECT_EQ(run.outcome, Outcome::finished);
    return projector->most;
  }
  // Of the last run: the mean defects between each of the times and the one before.
  std::vector<Defect> means() const {
    std::vector<Defect> result;
    for (const auto& [sum, count] : projector->sums)
      result.push_back({sum.position / count, sum.velocity / count});
    return result;
  }

 private:
  struct Watch final : integrate::Projector {
    Watch(Watched& lab, std::vector<double> until, const integrate::ProjectionOptions& how)
        : at{lab.at("x"), lab.at("y"), lab.at("der(x)"), lab.at("der(y)")}, times(std::move(until)),
          most(times.size()), sums(times.size()) {
      if (lab.setup.instance->system().form() == system::Form::ode)
        inner = std::make_unique<integrate::OdeProjector>(lab.setup.instance->ode(), how);
    }
    bool projects() const override { return inner != nullptr; }
    integrate::Attempt project(double t, Out y, double t0, Vec y0) override {
      return inner->project(t, y, t0, y0);
    }
    double residual(double t, Vec z, Vec) override {
      const double g = z[at[0]] * z[at[0]] + z[at[1]] * z[at[1]] - 1,
                   gv = z[at[0]] * z[at[2]] + z[at[1]] * z[at[3]];
      for (std::size_t k = 0; k < times.size(); ++k)
        if (t <= times[k] * (1 + 1e-12))
          most[k] = {std::max(most[k].position, std::fabs(g)), std::max(most[k].velocity, std::fabs(gv))};
      const auto now = std::ranges::lower_bound(times, t * (1 - 1e-12));
      auto& [sum, count] = sums[static_cast<std::size_t>(std::min(now, times.end() - 1) - times.begin())];
      sum = {sum.position + std::fabs(g), sum.velocity + std::fabs(gv)};
      ++count;
      return 0;
    }
    std::array<int, 4> at;
    std::vector<double> times;
    std::vector<Defect> most;
    std::vector<std::pair<Defect, double>> sums;
    std::unique_ptr<integrate::Projector> inner;
  };
  std::unique_ptr<Watch> projector;
};

const std::vector<double> decades = {10, 20, 50, 100, 200};

Defect exponents(const std::vector<Defect>& defects) {
  std::vector<double> position, velocity;
  for (const Defect& d : defects) position.push_back(d.position), velocity.push_back(d.velocity);
  return {slope(decades, position), slope(decades, velocity)};
}

// A step adds a local error to what no equation holds. If the velocity level holds, the position's defect is
// the sum of those errors: linear in t. If only positions are projected, the velocity's defect is such a sum.
TEST(LongRuns, VelocityProjectionLetsThePositionDriftLinearly) {
  const auto defects = Watched("dopri5", "underlying_ode").defects(decades, {.parts = Parts::velocities});
  EXPECT_NEAR(exponents(defects).position, 1, 0.2);
  EXPECT_LT(defects.back().velocity, 1e-14);
}

TEST(LongRuns, PositionProjectionLetsTheVelocityDriftLinearly) {
  const auto defects = Watched("dopri5", "underlying_ode").defects(decades, {.parts = Parts::positions});
  EXPECT_NEAR(exponents(defects).velocity, 1, 0.2);
  EXPECT_LT(defects.back().position, 1e-14);
}

TEST(LongRuns, TheIndex2FormLetsThePositionDriftLinearly) {
  Watched lab("radau5", "index_2");
  lab.options.step.rtol = lab.options.step.atol = 1e-7;
  const auto defects = lab.defects(decades, {});
  EXPECT_NEAR(exponents(defects).position, 1, 0.2);
  EXPECT_GT(defects.back().position, 1e-7);
  EXPECT_LT(defects.back().velocity, 1e-7);  // what Newton's method leaves of the tolerance
}

// 10^4 periods in `make thorough`, 10^3 in `make test`.
double long_run() { return unit_pendulum_period * (thorough() ? 1e4 : 1e3); }

TEST(LongRuns, ProjectedBothLevelsStayAtRoundingOverThousandsOfPeriods) {
  Watched lab("dopri5", "underlying_ode");
  lab.options.step.fixed_step = 0.1;
  const auto defects = lab.defects({long_run()}, {});
  EXPECT_LT(defects[0].position, 2e-15);
  EXPECT_LT(defects[0].velocity, 2e-15);
}

// At constant steps Newton's method goes on to rounding. What it leaves is the same in the last tenth as in
// the first, of which a linear drift would make 19 : 1.
TEST(LongRuns, GglHoldsBothLevelsAtConstantStepsToRoundingOverThousandsOfPeriods) {
  Watched lab("radau5", "ggl");
  lab.options.step.fixed_step = 0.1;
  const double end = long_run();
  const auto defects = lab.defects({end / 10, 0.9 * end, end}, {}), means = lab.means();
  EXPECT_LT(defects[2].position, 1e-12);
  EXPECT_LT(defects[2].velocity, 1e-12);
  EXPECT_LT(means[2].position, 1.1 * means[0].position);
  EXPECT_LT(means[2].velocity, 1.1 * means[0].velocity);
}

// Under error control Newton's method stops at 0.03 of the tolerance. How much of that it leaves depends on
// the motion, which loses energy with Radau's method (0.7 to 2 percent in 10^4 periods), so first and last
// tenth need not agree; but both levels stay below the tolerance at every step of the run, which the index-2
// form leaves behind.
TEST(LongRuns, GglHoldsBothLevelsBelowTheToleranceOverThousandsOfPeriods) {
  const auto most = [](const char* formulation) {
    Watched lab("radau5", formulation);
    lab.options.step.rtol = lab.options.step.atol = 1e-6;
    return lab.defects({long_run()}, {})[0];
  };
  const Defect ggl = most("ggl"), drifting = most("index_2");
  EXPECT_LT(ggl.position, 1e-6);
  EXPECT_LT(ggl.velocity, 1e-6);
  EXPECT_GT(drifting.position, 1e-4);
}

// Every formulation that promises both levels, at constant steps, all of its levels at every step: 10^4
// periods in `make thorough`, of which a drift of one rounding error per step would make 1.6e-10; 20 in `make
// test`.
class HoldsBothLevels : public testing::TestWithParam<const char*> {};

TEST_P(HoldsBothLevels, AtRoundingOverThousandsOfPeriods) {
  const auto& entry = formulation::find_formulation(GetParam());
  const auto run = pipeline::solve(unit_pendulum(),
                                   {.t_end = unit_pendulum_period * (thorough() ? 1e4 : 20),
                                    .method = entry.target == formulation::Target::ode ? "dopri5" : "radau5",
                                    .formulation = GetParam(),
                                    .dense = false,
                                    .step = {.max_steps = 10'000'000, .fixed_step = 0.1}});
  EXPECT_EQ(run.outcome, Outcome::finished) << run.message;
  EXPECT_LT(run.constraint_residual, 2e-11);
}

INSTANTIATE_TEST_SUITE_P(Formulations, HoldsBothLevels,
                         testing::Values("underlying_ode", "ggl", "ggl_mass", "ggl_second_order",
                                         "projected_invariants", "projected_invariants_block",
                                         "projected_invariants_mass", "overdetermined", "minimal_extension",
                                         "minimal_extension_reduced", "minimal_extension_second_order",
                                         "minimal_extension_second_order_reduced", "coordinate_partitioning",
                                         "tangent_space", "tangent_space_cheap", "derivative_array",
                                         "derivative_array_ode"),
                         [](const auto& each) { return std::string(each.param); });

// Derivatives that nothing determines must not grow from step to step: this run used to end after 247
// periods.
TEST(LongRuns, DerivativeArraysKeepSmallWhatNothingDetermines) {
#ifdef __SANITIZE_ADDRESS__
  const double periods = 10;  // the same code, at a tenth of the speed
#else
  const double periods = 300;
#endif
  const auto run = pipeline::solve(unit_pendulum(), {.t_end = unit_pendulum_period * periods,
                                                     .method = "dopri5",
                                                     .formulation = "derivative_array_ode",
                                                     .dense = false,
                                                     .step = {.fixed_step = 0.1}});
  EXPECT_EQ(run.outcome, Outcome::finished) << run.message;
  EXPECT_LT(run.constraint_residual, 1e-12);
}

// p² + (1 - h²/4) q² is exactly conserved by the Störmer-Verlet map of the harmonic oscillator. Rounding of
// the increments, of size h, makes a random walk of h√N units of the last place; without compensation it
// would be √N. [HLW06, VIII.5] 10^8 steps in `make thorough`, 10^6 in `make test` and under sanitizers.
TEST(LongRuns, LoseNoMoreThanRoundingStatisticsSay) {
#ifdef __SANITIZE_ADDRESS__
  const double steps = 1e6;
#else
  const double steps = thorough() ? 1e8 : 1e6;
#endif
  Model m("oscillator");
  const auto q = m.variable("q", {.start = 1, .fixed = true}),
             p = m.variable("p", {.start = 0, .fixed = true});
  add_hamiltonian(m, {.q = {q}, .p = {p}, .energy = (p * p + q * q) / 2.0});
  Laboratory lab(m.problem(), "verlet");
  const double h = 0.01, epsilon = std::numeric_limits<double>::epsilon();
  lab.options.step.fixed_step = h;
  lab.options.step.max_steps = 1'000'000'000;
  const int iq = lab.at("q"), ip = lab.at("p");
  const double first = 1 - h * h / 4;
  double worst = 0;
  const auto run = lab.run(h * steps, [&](double, Vec z) {
    worst = std::max(worst, std::fabs(z[ip] * z[ip] + (1 - h * h / 4) * z[iq] * z[iq] - first));
  });
  EXPECT_EQ(run.outcome, Outcome::finished);
  EXPECT_LT(worst, 4 * epsilon * (1 + h * std::sqrt(steps)));
  EXPECT_LT(worst, 0.5 * epsilon * std::sqrt(steps));  // what plain sums would leave
}

}  // namespace
}  // namespace trammel

// What structure-preserving methods preserve, over long times.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <numeric>

#include "pipeline/trammel.hpp"
#include "support/kepler.hpp"
#include "support/runs.hpp"

namespace trammel {
namespace {

using support::Laboratory;

// [HW96, (VII.2.15)]: H = |p|²/2 - 1/r - 0.005/r³, q = (0.4, 0), p = (0, 2). Energy -0.578125 and L = q1 p2 -
// q2 p1 are invariants; the exact orbit fills the annulus 0.4 <= r <= 1.31327.
model::Problem perturbed_kepler() {
  Model m("perturbed Kepler");
  const auto q1 = m.variable("q1", {.start = 0.4, .fixed = true}),
             q2 = m.variable("q2", {.start = 0, .fixed = true}),
             p1 = m.variable("p1", {.start = 0, .fixed = true}),
             p2 = m.variable("p2", {.start = 2, .fixed = true});
  const auto r = sqrt(q1 * q1 + q2 * q2);
  add_hamiltonian(
      m, {.q = {q1, q2}, .p = {p1, p2}, .energy = (p1 * p1 + p2 * p2) / 2.0 - 1.0 / r - 0.005 / pow(r, 3.0)});
  return m.problem();
}

struct Orbit : Laboratory {
  explicit Orbit(const char* method) : Laboratory(perturbed_kepler(), method) {}
  int q1 = at("q1"), q2 = at("q2"), p1 = at("p1"), p2 = at("p2");
  double energy(Vec z) const {
    const double r = std::hypot(z[q1], z[q2]);
    return (z[p1] * z[p1] + z[p2] * z[p2]) / 2 - 1 / r - 0.005 / (r * r * r);
  }
  double momentum(Vec z) const { return z[q1] * z[p2] - z[q2] * z[p1]; }
  // z <- z - mu grad H(z before), until H = H0.
  void onto_energy(Out z) const {
    const double r = std::hypot(z[q1], z[q2]), pull = 1 / (r * r * r) + 0.015 / std::pow(r, 5);
    const std::array<double, 4> gradient = {pull * z[q1], pull * z[q2], z[p1], z[p2]};
    const std::array<int, 4> place = {q1, q2, p1, p2};
    for (int iteration = 0; iteration < 20; ++iteration) {
      const double off = energy(z) + 0.578125;
      if (std::fabs(off) < 1e-14) break;
      double squared = 0;
      for (const double g : gradient) squared += g * g;
      for (int i = 0; i < 4; ++i) z[place[i]] -= off / squared * gradient[i];
    }
  }
};

struct OrbitResult {
  double energy = 0, momentum = 0, nearest = INFINITY, farthest = 0;  // at the end; r on [100, 120]
};

OrbitResult follow(const char* method, bool project) {
  Orbit orbit(method);
  orbit.options.step.fixed_step = 0.01;
  OrbitResult result;
  const auto see = [&](double t, Vec z) {
    if (t < 100) return;
    const double r = std::hypot(z[orbit.q1], z[orbit.q2]);
    result.nearest = std::min(result.nearest, r);
    result.farthest = std::max(result.farthest, r);
    result.energy = orbit.energy(z) + 0.578125;
    result.momentum = orbit.momentum(z) - 0.8;
  };
  support::OwnProjector::Move move;
  if (project) move = [&](double, Out z) { orbit.onto_energy(z); };
  orbit.run(120, see, move);
  return result;
}

// Figure 2.3: of explicit and symplectic Euler, each with and without projection onto H, only the symplectic
// method without projection keeps the annulus. Numbers by independent computation.
TEST(PerturbedKepler, OnlySymplecticEulerWithoutProjectionKeepsTheAnnulus) {
  const OrbitResult explicit_euler = follow("forward_euler", false),
                    projected = follow("forward_euler", true), symplectic = follow("symplectic_euler", false),
                    spoiled = follow("symplectic_euler", true);
  EXPECT_NEAR(explicit_euler.energy / 0.5283, 1, 0.02);
  EXPECT_NEAR(explicit_euler.momentum / 0.3265, 1, 0.02);
  EXPECT_NEAR(explicit_euler.farthest, 6.47, 0.05);
  EXPECT_LT(std::fabs(projected.energy), 1e-13);
  EXPECT_NEAR(projected.momentum / 0.09632, 1, 0.02);
  EXPECT_NEAR(projected.nearest, 0.581, 0.01);
  EXPECT_NEAR(projected.farthest, 1.132, 0.01);
  EXPECT_LT(std::fabs(symplectic.momentum), 1e-13);
  EXPECT_NEAR(symplectic.nearest, 0.400, 0.01);
  EXPECT_NEAR(symplectic.farthest, 1.316, 0.01);
  EXPECT_NEAR(spoiled.momentum / 0.1053, 1, 0.02);
  EXPECT_NEAR(spoiled.nearest, 0.606, 0.01);
  EXPECT_NEAR(spoiled.farthest, 1.108, 0.01);
}

// A' = A, B' = B, all Runge-Kutta and multistep methods keep linear invariants. [HLW06, IV.1]
TEST(Invariants, LinearOnesAreKeptByRungeKuttaAndMultistepMethods) {
  Model m("reaction");  // A + B <-> C: a + c and b + c are constant
  const auto a = m.variable("a", {.start = 1, .fixed = true}),
             b = m.variable("b", {.start = 0.7, .fixed = true}),
             c = m.variable("c", {.start = 0.1, .fixed = true});
  const auto rate = a * b - 0.3 * c;
  m.equation("a", der(a) == -rate);
  m.equation("b", der(b) == -rate);
  m.equation("c", der(c) == rate);
  for (const char* method : {"forward_euler", "heun", "rk4", "dopri5", "tsit5", "dop853", "ab1", "ab2", "ab3",
                             "ab4", "adams", "symplectic_midpoint", "symplectic_gauss4"}) {
    Options options{.t_end = 20, .method = method, .formulation = "underlying_ode"};
    options.step.fixed_step = 0.05;
    const Solution s = solve(m, options);
    ASSERT_TRUE(s.success()) << s.message;
    EXPECT_NEAR(s.end("a") + s.end("c"), 1.1, 3e-14) << method;
    EXPECT_NEAR(s.end("b") + s.end("c"), 0.8, 3e-14) << method;
  }
}

// I ω' = Iω × ω: |Iω|² and the energy are quadratic; Gauss methods keep them, others do not. [HLW06, IV.2]
TEST(Invariants, QuadraticOnesAreKeptByGaussMethodsOnly) {
  Model m("rigid body");
  const auto y1 = m.variable("y1", {.start = std::cos(1.1), .fixed = true}),
             y2 = m.variable("y2", {.start = 0, .fixed = true}),
             y3 = m.variable("y3", {.start = std::sin(1.1), .fixed = true});
  const double i1 = 2, i2 = 1, i3 = 2.0 / 3;
  m.equation("1", der(y1) == (1 / i3 - 1 / i2) * y2 * y3);
  m.equation("2", der(y2) == (1 / i1 - 1 / i3) * y3 * y1);
  m.equation("3", der(y3) == (1 / i2 - 1 / i1) * y1 * y2);
  const auto defect = [&](const char* method) {
    Options options{.t_end = 100, .method = method};
    options.step.fixed_step = 0.2;
    const Solution s = solve(m, options);
    const double a = s.end("y1"), b = s.end("y2"), c = s.end("y3");
    const double energy = a * a / i1 + b * b / i2 + c * c / i3,
                 start = std::pow(std::cos(1.1), 2) / i1 + std::pow(std::sin(1.1), 2) / i3;
    return std::max(std::fabs(a * a + b * b + c * c - 1), std::fabs(energy - start));
  };
  for (const char* method :
       {"symplectic_midpoint", "symplectic_gauss4", "symplectic_gauss6", "symplectic_gauss8"})
    EXPECT_LT(defect(method), 1e-13) << method;
  for (const char* method : {"forward_euler", "heun", "rk4", "dopri5", "ab4"})
    EXPECT_GT(defect(method), 1e-9) << method;
}

// H = p²/(2(1 + q²)) + q²/2 is not separable; symplectic methods keep its energy near for long, Heun does
// not.
TEST(Hamiltonian, NonSeparableEnergyDoesNotDriftUnderSymplecticMethods) {
  const auto energy_error = [](const char* method) {
    Model m("position-dependent mass");
    const auto q = m.variable("q", {.start = 1, .fixed = true}),
               p = m.variable("p", {.start = 0.5, .fixed = true});
    add_hamiltonian(m, {.q = {q}, .p = {p}, .energy = p * p / (2.0 * (1.0 + q * q)) + q * q / 2.0});
    Laboratory lab(m.problem(), method);
    lab.options.step.fixed_step = 0.1;
    const int iq = lab.at("q"), ip = lab.at("p");
    double late = 0;
    lab.run(2000, [&](double t, Vec z) {
      const double h = z[ip] * z[ip] / (2 * (1 + z[iq] * z[iq])) + z[iq] * z[iq] / 2;
      if (t > 1900) late = std::max(late, std::fabs(h - (0.0625 + 0.5)));
    });
    return late;
  };
  EXPECT_LT(energy_error("symplectic_euler"), 0.06);
  EXPECT_LT(energy_error("verlet"), 2e-3);
  EXPECT_LT(energy_error("verlet4"), 1e-4);
  EXPECT_LT(energy_error("symplectic_gauss4"), 1e-5);
  EXPECT_GT(energy_error("heun"), 5e-3);
}

// Energies along a run: the slope of a fitted line times the length, against the amplitude of the
// oscillation.
struct EnergyRecord {
  std::vector<double> t, e;
  void see(double time, double energy) { t.push_back(time), e.push_back(energy); }
  double amplitude() const {
    const auto [low, high] = std::ranges::minmax(e);
    return high - low;
  }
  double drift() const {
    const auto n = static_cast<double>(t.size());
    double st = 0, se = 0, stt = 0, ste = 0;
    const double mean = std::accumulate(e.begin(), e.end(), 0.0) / n;
    for (std::size_t i = 0; i < t.size(); ++i) {
      st += t[i], se += e[i] - mean, stt += t[i] * t[i], ste += t[i] * (e[i] - mean);
    }
    return std::fabs((n * ste - st * se) / (n * stt - st * st)) * (t.back() - t.front());
  }
};

struct ConstrainedRun {
  EnergyRecord record;
  double constraint = 0;
};

// A chain of unit masses on unit rods in `dimension` coordinates, g = 1.
model::Problem rods(int links, int dimension, double angle, double push) {
  Model m("rods");
  std::vector<std::vector<Formula>> q(static_cast<std::size_t>(links));
  Formula potential = 0.0, kinetic = 0.0;
  Lagrangian mechanism;
  for (int i = 0; i < links; ++i) {
    for (int d = 0; d < dimension; ++d) {
      const double start = (i + 1) * (d == 0 ? std::sin(angle) : d == dimension - 1 ? -std::cos(angle) : 0);
      q[i].push_back(
          m.variable("q" + std::to_string(i) + std::to_string(d), {.start = start, .fixed = d == 0}));
      kinetic += der(q[i][d]) * der(q[i][d]) / 2.0;
      mechanism.q.push_back(q[i][d]);
    }
    potential += q[i].back();
    Formula length = -1.0;
    for (int d = 0; d < dimension; ++d) {
      const Formula step = i == 0 ? q[i][d] : q[i][d] - q[i - 1][d];
      length += step * step;
    }
    mechanism.constraints.emplace_back("rod" + std::to_string(i), length);
  }
  if (dimension == 3) {
    m.start(q[0][1], 0);
    m.start(der(q[0][1]), push);
    m.start(der(q[0][0]), 0);
  }
  mechanism.kinetic = kinetic;
  mechanism.potential = potential;
  add_lagrangian(m, mechanism);
  return m.problem();
}

ConstrainedRun constrained_run(const model::Problem& problem, int links, int dimension, const char* method,
                               double h, long steps) {
  Laboratory lab(problem, method, "constrained");
  lab.options.step.fixed_step = h;
  std::vector<int> q, v;
  for (int i = 0; i < links; ++i)
    for (int d = 0; d < dimension; ++d) {
      const std::string name = "q" + std::to_string(i) + std::to_string(d);
      q.push_back(lab.at(name)), v.push_back(lab.at("der(" + name + ")"));
    }
  ConstrainedRun result;
  const auto run = lab.run(h * static_cast<double>(steps), [&](double t, Vec z) {
    double energy = 0;
    for (std::size_t i = 0; i < q.size(); ++i) energy += z[v[i]] * z[v[i]] / 2;
    for (int i = 0; i < links; ++i) {
      energy += z[q[i * dimension + dimension - 1]];
      double g = -1, gv = 0;
      for (int d = 0; d < dimension; ++d) {
        const int at = i * dimension + d, before = at - dimension;
        const double step = z[q[at]] - (i == 0 ? 0 : z[q[before]]),
                     rate = z[v[at]] - (i == 0 ? 0 : z[v[before]]);
        g += step * step, gv += 2 * step * rate;
      }
      result.constraint = std::max({result.constraint, std::fabs(g), std::fabs(gv)});
    }
    result.record.see(t, energy);
  });
  EXPECT_EQ(run.outcome, Outcome::finished) << method;
  return result;
}

// 10^5 steps in `make test`, 10^6 in `make thorough`.
long many_steps() { return std::getenv("TRAMMEL_THOROUGH") ? 1'000'000 : 100'000; }

// [HLW06, VII.1, IX.8]: symplectic methods for constrained systems have no drift in the energy.
TEST(ConstrainedHamiltonian, SphericalPendulumKeepsEnergyAndConstraintsOverALongRun) {
  const struct {
    const char* method;
    double h;
  } runs[] = {{"rattle", 0.03}, {"lobatto4", 0.1}, {"lobatto6", 0.15}};
  for (const auto& r : runs) {
    const ConstrainedRun run = constrained_run(rods(1, 3, 1.2, 0.4), 1, 3, r.method, r.h, many_steps());
    EXPECT_LT(run.record.drift(), 1e-3 * run.record.amplitude()) << r.method;
    EXPECT_GT(run.record.amplitude(), 1e-12) << r.method;
    EXPECT_LT(run.constraint, 2e-14) << r.method;
  }
}

// Where the method's own oscillation nears round-off, rounding must not add up either: a random walk of one
// unit of the last place per step, 2.2e-16 √N, is what it may come to. [HLW06, VIII.5]
TEST(ConstrainedHamiltonian, WithSmallStepsTheEnergyWandersLessThanARandomWalkOfRoundings) {
  const auto steps = many_steps();
  const double walk = std::numeric_limits<double>::epsilon() * std::sqrt(static_cast<double>(steps));
  for (const auto& [method, h] : {std::pair{"lobatto6", 0.075}, {"lobatto6", 0.0375}, {"lobatto4", 0.01}}) {
    const ConstrainedRun run = constrained_run(rods(1, 3, 1.2, 0.4), 1, 3, method, h, steps);
    EXPECT_LT(run.record.drift(), walk) << method << " " << h;
  }
}

TEST(ConstrainedHamiltonian, AChainOfThreeLinksKeepsEnergyAndConstraintsOverALongRun) {
  for (const auto& [method, h] : {std::pair{"rattle", 0.05}, {"lobatto4", 0.1}}) {
    const ConstrainedRun run = constrained_run(rods(3, 2, 0.2, 0), 3, 2, method, h, many_steps());
    EXPECT_LT(run.record.drift(), 5e-2 * run.record.amplitude()) << method;
    EXPECT_LT(run.constraint, 1e-13) << method;
  }
}

// Positions of SHAKE are those of RATTLE; its velocities leave the constraint by O(h²).
TEST(ConstrainedHamiltonian, ShakeHasThePositionsOfRattle) {
  const auto problem = rods(1, 2, 1.0, 0);
  Laboratory shake(problem, "shake", "constrained"), rattle(problem, "rattle", "constrained");
  shake.options.step.fixed_step = rattle.options.step.fixed_step = 0.01;
  const auto a = shake.run(5), b = rattle.run(5);
  for (const char* name : {"q00", "q01"}) EXPECT_NEAR(a.y[shake.at(name)], b.y[rattle.at(name)], 1e-11);
  const auto off = [&](double h) {
    Laboratory lab(problem, "shake", "constrained");
    lab.options.step.fixed_step = h;
    double most = 0;
    lab.run(2, [&](double, Vec z) {
      most = std::max(most, std::fabs(z[lab.at("q00")] * z[lab.at("der(q00)")] +
                                      z[lab.at("q01")] * z[lab.at("der(q01)")]));
    });
    return most;
  };
  EXPECT_NEAR(std::log2(off(0.02) / off(0.01)), 2, 0.2);
}

// Kepler's problem with eccentricity 0.9, 300 revolutions: steps that follow the force keep the energy
// ten times better than as many equal ones, and without drift.
TEST(AdaptiveVerlet, KeepsTheEnergyOfAnEccentricOrbitWithoutDrift) {
  const double end = 300 * 2 * std::numbers::pi;
  const auto record = [&](const char* method, double step) {
    Laboratory lab(support::kepler(0.9).problem(), method);
    (method == std::string("verlet") ? lab.options.step.fixed_step : lab.options.step.first_step) = step;
    const int x = lab.at("x"), y = lab.at("y"), u = lab.at("der(x)"), v = lab.at("der(y)");
    EnergyRecord energies;
    EXPECT_EQ(lab.run(end,
                      [&](double t, Vec z) {
                        energies.see(t, (z[u] * z[u] + z[v] * z[v]) / 2 - 1 / std::hypot(z[x], z[y]));
                      })
                  .outcome,
              Outcome::finished);
    return energies;
  };
  const EnergyRecord adaptive = record("verlet_adaptive", 5e-4);
  const auto steps = static_cast<double>(adaptive.t.size());
  const EnergyRecord constant = record("verlet", end / steps);
  EXPECT_LT(10 * adaptive.amplitude(), constant.amplitude());
  EXPECT_LT(adaptive.drift(), 0.05 * adaptive.amplitude());
}

// [HLW06, VIII.5]: without compensation the error of n steps of a circle grows like a random walk or worse;
// with it, the sum of increments is exact to a few roundings. 10^6 steps of the harmonic oscillator, energy
// after whole periods.
TEST(CompensatedSummation, LeavesOnlyRoundOffInAMillionSteps) {
  Model m("oscillator");
  const auto q = m.variable("q", {.start = 1, .fixed = true}),
             p = m.variable("p", {.start = 0, .fixed = true});
  add_hamiltonian(m, {.q = {q}, .p = {p}, .energy = (p * p + q * q) / 2.0});
  Laboratory lab(m.problem(), "symplectic_gauss4");
  lab.options.step.fixed_step = 0.01;
  const int iq = lab.at("q"), ip = lab.at("p");
  double worst = 0;
  lab.run(10'000, [&](double, Vec z) {
    worst = std::max(worst, std::fabs((z[ip] * z[ip] + z[iq] * z[iq]) / 2 - 0.5));
  });
  EXPECT_LT(worst, 5e-15);
}

}  // namespace
}  // namespace trammel

// tests/conformance/singular_mechanisms.cpp: mechanisms that move through configurations in which their
// constraints lose rank, with default options, against the same motion in one coordinate.
//
// Each is given once: masses, potential and constraints in redundant coordinates, and the branch q(u) on which
// it moves. The reference is Lagrange's equation for u. On every branch here other branches end or cross.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "model/lagrange.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"
#include "support/thorough.hpp"

namespace trammel {
namespace {

using model::Formula;
using model::Model;
using pipeline::solve;
using solution::Solution;

struct Dual {  // a number and its derivative with respect to u
  double value = 0, slope = 0;
};
Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.slope + b.slope}; }
Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.slope - b.slope}; }
Dual operator*(Dual a, Dual b) { return {a.value * b.value, a.slope * b.value + a.value * b.slope}; }
Dual operator/(Dual a, Dual b) {
  return {a.value / b.value, (a.slope - a.value / b.value * b.slope) / b.value};
}
Dual operator+(double a, Dual b) { return Dual{a, 0} + b; }
Dual operator-(double a, Dual b) { return Dual{a, 0} - b; }
Dual operator*(double a, Dual b) { return Dual{a, 0} * b; }
Dual operator-(Dual a, double b) { return a - Dual{b, 0}; }
Dual sin(Dual a) { return {std::sin(a.value), std::cos(a.value) * a.slope}; }
Dual sqrt(Dual a) { return {std::sqrt(a.value), a.slope / (2 * std::sqrt(a.value))}; }
Dual cos(Dual a) { return {std::cos(a.value), -std::sin(a.value) * a.slope}; }

using Formulas = std::vector<Formula>;

struct Mechanism {
  std::string name;
  std::vector<std::string> coordinates;
  double start, rate, t_end;  // of u
  double singular;  // a value of u in which constraints lose rank, for starts there; NaN: none is tried
  struct Energy {
    Formula kinetic, potential;
  };
  std::function<Energy(const Formulas&)> energy;
  std::function<Formulas(const Formulas&)> constraints;
  std::function<Formulas(Formula)> branch = {};
  std::function<std::vector<Dual>(Dual)> numbers = {};  // the same
};

// Kinetic energy of a mass that moves along some of its coordinates.
template <class... Coordinates>
Formula moving(double mass, const Coordinates&... x) {
  return 0.5 * mass * ((der(x) * der(x)) + ...);
}

template <class Branch>
Mechanism on(Branch branch, Mechanism rest) {
  rest.branch = [branch](Formula u) { return branch(u); };
  rest.numbers = [branch](Dual u) { return branch(u); };
  return rest;
}

struct Begin {
  double start, rate;
};

// `unit`: how many units of the model a length or angle of 1 has.
model::Problem redundant(const Mechanism& mechanism, const Begin& begin, double unit = 1) {
  Model m("redundant");
  const std::vector<Dual> at = mechanism.numbers({begin.start, begin.rate});
  Formulas variables, q;
  for (std::size_t k = 0; k < at.size(); ++k) {
    variables.push_back(m.variable(mechanism.coordinates[k], {.start = unit * at[k].value}));
    m.start(der(variables.back()), unit * at[k].slope);
    q.push_back(variables.back() * (1 / unit));
  }
  const Mechanism::Energy energy = mechanism.energy(q);
  model::Lagrangian lagrangian{.q = variables, .kinetic = energy.kinetic, .potential = energy.potential};
  const Formulas g = mechanism.constraints(q);
  for (std::size_t k = 0; k < g.size(); ++k)
    lagrangian.constraints.emplace_back("g" + std::to_string(k), g[k]);
  model::add_lagrangian(m, lagrangian);
  m.equation("energy", m.variable("E") == energy.kinetic + energy.potential);
  return m.problem();
}

model::Problem minimal(const Mechanism& mechanism, const Begin& begin) {
  Model m("minimal");
  const Formula u = m.variable("u", {.start = begin.start, .fixed = true});
  m.start(der(u), begin.rate, model::Rank::fixed);
  const Mechanism::Energy energy = mechanism.energy(mechanism.branch(u));
  model::add_lagrangian(m, {.q = {u}, .kinetic = energy.kinetic, .potential = energy.potential});
  return m.problem();
}

// Largest distance of a coordinate at the end, in units of the mechanism.
double distance(const Mechanism& mechanism, const Solution& run, const std::vector<Dual>& exact,
                double unit) {
  double worst = 0;
  for (std::size_t k = 0; k < exact.size(); ++k)
    worst = std::max(worst, std::fabs(run.end(mechanism.coordinates[k]) / unit - exact[k].value));
  return worst;
}

// Bars of 1 with a point mass at each end; the last end slides on the line through the pivot.
Mechanism sliding_bars() {
  return on(
      [](auto u) {
        return std::vector{u, M_PI - u};
      },
      {.name = "sliding bars",
       .coordinates = {"a", "b"},
       .start = M_PI / 4,
       .rate = 0,
       .t_end = 6,
       .singular = 0,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         const Formula x = sin(q[0]), y = -cos(q[0]), s = x + sin(q[1]), t = y - cos(q[1]);
         return {moving(1, x, y) + moving(1, s, t), 9.8 * (y + t)};
       },
       .constraints = [](const Formulas& q) { return Formulas{cos(q[0]) + cos(q[1])}; }});
}

// A crank with a rod as long as itself, which drives a slider through the pivot.
Mechanism slider_crank() {
  return on(
      [](auto u) {
        return std::vector{cos(u), sin(u), 2.0 * cos(u)};
      },
      {.name = "slider crank",
       .coordinates = {"x", "y", "s"},
       .start = 0.3,
       .rate = 3,
       .t_end = 5,
       .singular = M_PI / 2,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1]) + moving(0.5, q[2]), 1.0 * q[1]};
       },
       .constraints =
           [](const Formulas& q) {
             return Formulas{q[0] * q[0] + q[1] * q[1] - 1.0,
                             (q[2] - q[0]) * (q[2] - q[0]) + q[1] * q[1] - 1.0};
           }});
}

// The same with a rod that is longer by a thousandth: the slider turns back just before the pivot, where other
// branches of the constraints are near.
Mechanism nearly_equal_lengths() {
  return on(
      [](auto u) {
        return std::vector{cos(u), sin(u), cos(u) + sqrt(1.002001 - sin(u) * sin(u))};
      },
      {.name = "slider crank, nearly equal lengths",
       .coordinates = {"x", "y", "s"},
       .start = 0.3,
       .rate = 3,
       .t_end = 5,
       .singular = NAN,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1]) + moving(0.5, q[2]), 1.0 * q[1]};
       },
       .constraints =
           [](const Formulas& q) {
             return Formulas{q[0] * q[0] + q[1] * q[1] - 1.0,
                             (q[2] - q[0]) * (q[2] - q[0]) + q[1] * q[1] - 1.002001};
           }});
}

// A crank and a rod of equal lengths, as bodies that have a place and an angle each, with joints between them.
Mechanism jointed_slider_crank() {
  return on(
      [](auto u) {
        return std::vector{0.5 * cos(u), 0.5 * sin(u), u, 1.5 * cos(u), 0.5 * sin(u), 0.0 - u, 2.0 * cos(u)};
      },
      {.name = "slider crank with joints",
       .coordinates = {"x1", "y1", "p1", "x2", "y2", "p2", "s"},
       .start = 0.3,
       .rate = 3,
       .t_end = 5,
       .singular = M_PI / 2,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1]) + moving(0.3, q[2]) + moving(1, q[3], q[4]) + moving(0.3, q[5]) +
                     moving(0.5, q[6]),
                 1.0 * (q[1] + q[4])};
       },
       .constraints =
           [](const Formulas& q) {
             const Formula c1 = 0.5 * cos(q[2]), s1 = 0.5 * sin(q[2]), c2 = 0.5 * cos(q[5]),
                           s2 = 0.5 * sin(q[5]);
             return Formulas{q[0] - c1,        q[1] - s1, q[0] + c1 - q[3] + c2, q[1] + s1 - q[4] + s2,
                             q[3] + c2 - q[6], q[4] + s2};
           }});
}

// Two cranks of 1 and a coupler, which fold into a line at u = 0 and π, where an antiparallelogram branches off.
Mechanism parallelogram_of_angles() {
  return on(
      [](auto u) {
        return std::vector{u, 0.0 * u, u};
      },
      {.name = "parallelogram, angles",
       .coordinates = {"a", "b", "c"},
       .start = 0.5,
       .rate = 4,
       .t_end = 3,
       .singular = 0,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0]) + moving(1, q[1]) + moving(2, q[2]), 2.0 * sin(q[0])};
       },
       .constraints =
           [](const Formulas& q) {
             return Formulas{cos(q[0]) + 2.0 * cos(q[1]) - cos(q[2]) - 2.0,
                             sin(q[0]) + 2.0 * sin(q[1]) - sin(q[2])};
           }});
}

Formula apart(const Formula& x, const Formula& y, double length) { return x * x + y * y - length * length; }

Mechanism parallelogram_of_points(double coupler) {
  return on(
      [coupler](auto u) {
        return std::vector{cos(u), sin(u), coupler + cos(u), sin(u)};
      },
      {.name = "parallelogram, points, coupler " + std::to_string(coupler),
       .coordinates = {"px", "py", "qx", "qy"},
       .start = 0.5,
       .rate = 4,
       .t_end = 2.5,
       .singular = 0,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1]) + moving(2, q[2], q[3]), 2.0 * (q[1] + q[3])};
       },
       .constraints =
           [coupler](const Formulas& q) {
             return Formulas{apart(q[0], q[1], 1), apart(q[2] - coupler, q[3], 1),
                             apart(q[2] - q[0], q[3] - q[1], coupler)};
           }});
}

// A bar on two cranks, with a place and an angle.
Mechanism coupled_cranks() {
  return on(
      [](auto u) {
        return std::vector{u, u, 1.0 + cos(u), sin(u), 0.0 * u};
      },
      {.name = "coupler on two cranks",
       .coordinates = {"a", "c", "x", "y", "p"},
       .start = 0.5,
       .rate = 4,
       .t_end = 2.5,
       .singular = 0,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0]) + moving(1, q[1]) + moving(2, q[2], q[3]) + moving(0.4, q[4]),
                 2.0 * q[3] + sin(q[0])};
       },
       .constraints =
           [](const Formulas& q) {
             return Formulas{q[2] - cos(q[4]) - cos(q[0]), q[3] - sin(q[4]) - sin(q[0]),
                             q[2] + cos(q[4]) - 2.0 - cos(q[1]), q[3] + sin(q[4]) - sin(q[1])};
           }});
}

// Two parallelograms side by side: rank is lost twice at once.
Mechanism double_parallelogram() {
  return on([](auto u) { return std::vector{cos(u), sin(u), 2.0 + cos(u), sin(u), 4.0 + cos(u), sin(u)}; },
            {.name = "double parallelogram",
             .coordinates = {"px", "py", "qx", "qy", "rx", "ry"},
             .start = 0.5,
             .rate = 4,
             .t_end = 2.5,
             .singular = 0,
             .energy = [](const Formulas& q) -> Mechanism::Energy {
               return {moving(1, q[0], q[1]) + moving(2, q[2], q[3]) + moving(1, q[4], q[5]),
                       2.0 * (q[1] + q[3] + q[5])};
             },
             .constraints =
                 [](const Formulas& q) {
                   return Formulas{apart(q[0], q[1], 1), apart(q[2] - 2.0, q[3], 1),
                                   apart(q[2] - q[0], q[3] - q[1], 2), apart(q[4] - 4.0, q[5], 1),
                                   apart(q[4] - q[2], q[5] - q[3], 2)};
                 }});
}

// Sides of 2, 2, 1, 1: where the short ones lie on the ground, they may also turn around it alone.
Mechanism kite() {
  return on(
      [](auto u) {
        const auto s = (4.0 - 2.0 * cos(u)) / (5.0 - 4.0 * cos(u));
        return std::vector{4.0 + 2.0 * s * (cos(u) - 2.0), 2.0 * s * sin(u), cos(u), sin(u)};
      },
      {.name = "kite",
       .coordinates = {"cx", "cy", "dx", "dy"},
       .start = 1,
       .rate = 4,
       .t_end = 4,
       .singular = M_PI,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1]) + moving(1, q[2], q[3]), 0.5 * (q[1] + q[3])};
       },
       .constraints =
           [](const Formulas& q) {
             return Formulas{apart(q[2], q[3], 1), apart(q[0] - 2.0, q[1], 2),
                             apart(q[0] - q[2], q[1] - q[3], 1)};
           }});
}

// A bead on a lemniscate.
Mechanism lemniscate() {
  return on(
      [](auto u) {
        const auto d = 1.0 + sin(u) * sin(u);
        return std::vector{cos(u) / d, sin(u) * cos(u) / d};
      },
      {.name = "bead on a lemniscate",
       .coordinates = {"x", "y"},
       .start = 0.2,
       .rate = 2,
       .t_end = 6,
       .singular = M_PI / 2,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1]), 0.2 * q[1]};
       },
       .constraints =
           [](const Formulas& q) {
             const Formula r = q[0] * q[0] + q[1] * q[1];
             return Formulas{r * r - q[0] * q[0] + q[1] * q[1]};
           }});
}

// y² = sin² x; `twins`: two of them, tied to each other.
Mechanism crossing_waves() {
  return on(
      [](auto u) {
        return std::vector{u, sin(u)};
      },
      {.name = "bead on crossing waves",
       .coordinates = {"x", "y"},
       .start = 0.5,
       .rate = 3,
       .t_end = 4,
       .singular = 0,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1]), 0.3 * q[1]};
       },
       .constraints = [](const Formulas& q) { return Formulas{q[1] * q[1] - sin(q[0]) * sin(q[0])}; }});
}
Mechanism twins() {
  return on(
      [](auto u) {
        return std::vector{u, sin(u), u, sin(u)};
      },
      {.name = "twins",
       .coordinates = {"x", "y", "s", "t"},
       .start = 0.5,
       .rate = 3,
       .t_end = 4,
       .singular = 0,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1]) + moving(1, q[2], q[3]), 0.3 * (q[1] + q[3])};
       },
       .constraints =
           [](const Formulas& q) {
             return Formulas{q[1] * q[1] - sin(q[0]) * sin(q[0]), q[3] * q[3] - sin(q[2]) * sin(q[2]),
                             q[0] - q[2]};
           }});
}

// Where a sphere and a cylinder that touches it from inside meet: a curve in space that crosses itself.
Mechanism viviani() {
  return on(
      [](auto u) {
        return std::vector{1.0 + cos(2.0 * u), sin(2.0 * u), 2.0 * sin(u)};
      },
      {.name = "bead on Viviani's curve",
       .coordinates = {"x", "y", "z"},
       .start = 0.4,
       .rate = 2,
       .t_end = 7,
       .singular = 0,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1], q[2]), 0.3 * q[2] + 0.1 * q[1]};
       },
       .constraints =
           [](const Formulas& q) {
             return Formulas{q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 4.0,
                             (q[0] - 1.0) * (q[0] - 1.0) + q[1] * q[1] - 1.0};
           }});
}

// A bead on a cone, in a plane through its axis: through the tip.
Mechanism cone() {
  return on(
      [](auto u) {
        return std::vector{u, u, std::sqrt(2.0) * u};
      },
      {.name = "bead on a cone",
       .coordinates = {"x", "y", "z"},
       .start = 0.8,
       .rate = 0,
       .t_end = 3,
       .singular = 0,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1], q[2]), 4.0 * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2])};
       },
       .constraints =
           [](const Formulas& q) {
             return Formulas{q[0] * q[0] + q[1] * q[1] - q[2] * q[2], q[1] - q[0]};
           }});
}

// One crank more than needed: a constraint follows from the others on this branch, and only there.
Mechanism three_cranks() {
  return on(
      [](auto u) {
        return std::vector{cos(u), sin(u), 4.0 + cos(u), sin(u)};
      },
      {.name = "three cranks",
       .coordinates = {"px", "py", "rx", "ry"},
       .start = 0.5,
       .rate = 4,
       .t_end = 2.5,
       .singular = NAN,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1]) + moving(2, q[2], q[3]), 2.0 * (q[1] + q[3])};
       },
       .constraints =
           [](const Formulas& q) {
             return Formulas{apart(q[0], q[1], 1), apart(q[2] - 4.0, q[3], 1),
                             apart(q[2] - q[0], q[3] - q[1], 4),
                             apart(0.5 * (q[0] + q[2]) - 2.0, 0.5 * (q[1] + q[3]), 1)};
           }});
}

// A rod twice, the second time with a factor.
Mechanism doubled_rod() {
  return on(
      [](auto u) {
        return std::vector{cos(u), sin(u)};
      },
      {.name = "doubled rod",
       .coordinates = {"x", "y"},
       .start = 0.3,
       .rate = 1,
       .t_end = 3,
       .singular = NAN,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1]), 2.0 * q[1]};
       },
       .constraints =
           [](const Formulas& q) {
             return Formulas{apart(q[0], q[1], 1), apart(q[0], q[1], 1) * (2.0 + q[0])};
           }});
}

// Unit vectors at fixed angles to each other: a parallelogram on a sphere, flat where u is 0 or π.
Mechanism spherical_parallelogram() {
  constexpr double crank = 0.5, base = 1.1;
  return on(
      [](auto u) {
        const double k = std::cos(0.5 * (crank + base)) / std::cos(0.5 * (base - crank));
        const auto d = (1.0 + cos(u)) + k * k * (1.0 - cos(u));
        const auto c = ((1.0 + cos(u)) - k * k * (1.0 - cos(u))) / d, s = 2.0 * k * sin(u) / d;
        return std::vector{std::cos(crank) + 0.0 * u,
                           std::sin(crank) * cos(u),
                           std::sin(crank) * sin(u),
                           std::cos(crank) * std::cos(base) - std::sin(crank) * std::sin(base) * c,
                           std::cos(crank) * std::sin(base) + std::sin(crank) * std::cos(base) * c,
                           std::sin(crank) * s};
      },
      {.name = "parallelogram on a sphere",
       .coordinates = {"x", "y", "z", "p", "q", "r"},
       .start = 0.5,
       .rate = 3,
       .t_end = 4,
       .singular = 0,
       .energy = [](const Formulas& q) -> Mechanism::Energy {
         return {moving(1, q[0], q[1], q[2]) + moving(1, q[3], q[4], q[5]), 0.6 * q[1] + 0.5 * q[4]};
       },
       .constraints =
           [](const Formulas& q) {
             return Formulas{q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1.0,
                             q[3] * q[3] + q[4] * q[4] + q[5] * q[5] - 1.0, q[0] - std::cos(crank),
                             std::cos(base) * q[3] + std::sin(base) * q[4] - std::cos(crank),
                             q[0] * q[3] + q[1] * q[4] + q[2] * q[5] - std::cos(base)};
           }});
}

std::vector<Mechanism> library() {
  return {spherical_parallelogram(),
          sliding_bars(),
          slider_crank(),
          nearly_equal_lengths(),
          jointed_slider_crank(),
          parallelogram_of_angles(),
          parallelogram_of_points(2),
          parallelogram_of_points(1),
          parallelogram_of_points(0.3),
          coupled_cranks(),
          double_parallelogram(),
          kite(),
          lemniscate(),
          crossing_waves(),
          twins(),
          viviani(),
          cone(),
          three_cranks(),
          doubled_rod()};
}

// k - 1 digits at a tolerance of 10^-k, of the coordinates and of the energy, which is conserved.
void check(const Mechanism& mechanism, const Begin& begin, int k, double unit = 1) {
  SCOPED_TRACE(mechanism.name + ", k = " + std::to_string(k) + ", unit " + std::to_string(unit) + ", from " +
               std::to_string(begin.start));
  const double bound = std::pow(10.0, 1 - k);
  const Solution exact = solve(minimal(mechanism, begin), {.t_end = mechanism.t_end, .tolerance = 1e-12});
  ASSERT_TRUE(exact.success()) << exact.message;
  const Solution run =
      solve(redundant(mechanism, begin, unit), {.t_end = mechanism.t_end, .tolerance = std::pow(10.0, -k)});
  ASSERT_TRUE(run.success()) << run.message << run.certificate.message;
  const double energy = run.at("E", 0);
  EXPECT_LE(std::fabs(run.end("E") - energy), bound * std::max(1.0, std::fabs(energy)));
  EXPECT_LE(distance(mechanism, run, mechanism.numbers({exact.end("u"), 1}), unit), bound);
}

TEST(SingularMechanisms, KeepTheirBranchAndTheirDigits) {
  for (const Mechanism& mechanism : library())
    for (const int k : thorough() ? std::vector{4, 5, 6, 7, 8, 9} : std::vector{5, 8})
      check(mechanism, {mechanism.start, mechanism.rate}, k);
}

TEST(SingularMechanisms, StartInSingularConfigurations) {
  for (const Mechanism& mechanism : library())
    if (std::isfinite(mechanism.singular))
      for (const int k : thorough() ? std::vector{4, 5, 6, 7, 8, 9} : std::vector{6})
        check(mechanism, {mechanism.singular, std::max(mechanism.rate, 1.0)}, k);
}

TEST(SingularMechanisms, DoTheSameInOtherUnits) {
  for (const Mechanism& mechanism : thorough() ? library() : std::vector{slider_crank(), three_cranks()})
    for (const double unit : {1e6, 1e-6}) check(mechanism, {mechanism.start, mechanism.rate}, 6, unit);
}

// "the run went through singular configurations at t = 1, 2 and 3 (first ..": three times.
int times_told(const Solution& run) {
  for (const std::string& note : run.notes) {
    if (!note.starts_with("the run went through")) continue;
    const std::string times = note.substr(0, note.find(" (first"));
    return 1 + static_cast<int>(std::ranges::count(times, ',')) + (times.find(" and ") != std::string::npos);
  }
  return 0;
}

TEST(SingularMechanisms, GoThroughSingularConfigurationsAgainAndAgainAndSaySo) {
  for (const Mechanism& mechanism : library()) {
    if (!std::isfinite(mechanism.singular)) continue;
    for (const double tolerance : {1e-4, 1e-6}) {
      const Solution run = solve(redundant(mechanism, {mechanism.start, mechanism.rate}),
                                 {.t_end = mechanism.t_end, .tolerance = tolerance, .dense = false});
      EXPECT_GE(times_told(run), 3) << mechanism.name << " " << tolerance;
    }
  }
}

// [PRM97, Example 5.2] from starts on one branch with energies below that of the upright position, and at the
// singular configuration with a velocity along the branch. The same method on the equation for the angle errs by as
// much: where that happens to err little, the largest of its errors so far stands for it.
TEST(SingularMechanisms, PassAsExactlyAsTheEquationInOneCoordinate) {
  const Mechanism bars = sliding_bars();
  const int starts = thorough() ? 200 : 20;
  for (const int k : thorough() ? std::vector{3, 4, 5, 6, 7, 8} : std::vector{4, 7})
    for (const std::string method : {"dopri5", "dop853"}) {
      double worst = 0, worst_of_one = 0;
      for (int i = 0; i < starts; ++i) {
        const double s = std::fmod(0.6180339887498949 * (i + 1), 1.0),
                     q = std::fmod(0.7548776662466927 * (i + 1), 1.0);
        Begin begin{3 * s - 1.5, 0};
        begin.rate = (1.6 * q - 0.8) *
                     std::sqrt(19.6 * (1 + std::cos(begin.start)) / (3 + 2 * std::cos(2 * begin.start)));
        if (i % 4 == 0) begin = {0, (q < 0.5 ? -1 : 1) * (0.3 + s)};
        const double tolerance = std::pow(10.0, -k);
        const Solution exact = solve(minimal(bars, begin), {.t_end = 10, .tolerance = 1e-12}),
                       one = solve(minimal(bars, begin),
                                   {.t_end = 10, .tolerance = tolerance, .method = method}),
                       run = solve(redundant(bars, begin),
                                   {.t_end = 10, .tolerance = tolerance, .method = method});
        ASSERT_TRUE(run.success()) << begin.start << " " << begin.rate << " " << run.message
                                   << run.certificate.message;
        worst = std::max(worst, distance(bars, run, bars.numbers({exact.end("u"), 1}), 1));
        worst_of_one = std::max(worst_of_one, std::fabs(one.end("u") - exact.end("u")));
      }
      EXPECT_LE(worst, 10 * worst_of_one) << method << ", k = " << k;
    }
}

// The same with constant steps of which one ends in the singular configuration, to rounding: from there, and from a
// start from which it is reached after a quarter of the steps. The potential is even, so u(-t) = -u(t) from there.
TEST(SingularMechanisms, ConstantStepsThatEndInTheSingularConfigurationErrAsInOneCoordinate) {
  const Mechanism bars = sliding_bars();
  for (const double rate : thorough() ? std::vector{0.4, 1.1, 2.3} : std::vector{1.1})
    for (const int steps : thorough() ? std::vector{64, 128, 256} : std::vector{64, 128})
      for (const std::string method : {"dopri5", "dop853"})
        for (const bool on_the_way : {false, true}) {
          const double t_end = 2, h = t_end / steps;
          Begin begin{0, rate};
          if (on_the_way) {
            const Solution back = solve(minimal(bars, begin), {.t_end = t_end / 4, .tolerance = 1e-13});
            begin = {-back.end("u"), back.end("der(u)")};
          }
          const Solution exact = solve(minimal(bars, begin), {.t_end = t_end, .tolerance = 1e-13});
          pipeline::Options options{.t_end = t_end, .method = method};
          options.step.fixed_step = h;
          const Solution one = solve(minimal(bars, begin), options),
                         run = solve(redundant(bars, begin), options);
          const std::string which = method + ", " + std::to_string(steps) + " steps, rate " +
                                    std::to_string(rate) + (on_the_way ? ", on the way" : "");
          ASSERT_TRUE(run.success()) << which << run.message << run.certificate.message;
          constexpr double rounding = 1e-11;
          EXPECT_LE(distance(bars, run, bars.numbers({exact.end("u"), 1}), 1),
                    10 * std::fabs(one.end("u") - exact.end("u")) + rounding)
              << which;
        }
}

}  // namespace
}  // namespace trammel

// Verdicts of models whose index and freedoms are known from theory, in all units.
#include "analysis/numeric_verdict.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"

namespace trammel::analysis {
namespace {

using expr::Formula;
using model::der;
using model::Model;
using Says = NumericVerdict::Says;

NumericVerdict verdict_of(const model::Problem& problem, const Values& values, bool ask_ranks = false) {
  const Diagnosis found = analyze(problem.dae);
  Values at = values;
  std::vector<std::vector<int>> reluctance;
  for (std::size_t j = 0; j < at.size(); ++j) {
    at[j].resize(static_cast<std::size_t>(found.offsets.d[j]) + 1, 0.0);
    reluctance.emplace_back(at[j].size(), 0);
  }
  TopSystem top(problem.dae, found.offsets, at, 0);
  return numeric_verdict(problem.dae, found, top, at, reluctance, ask_ranks);
}

constexpr double g = 9.81;

// The rod `copies` times, each with a multiplier of its own; at rest in (0.6, −0.8) L: λ = −m g y/L², in all.
model::Problem pendulum(Model& m, double mass, double L, int copies = 1) {
  auto x = m.variable("x", {.start = 0.6 * L}), y = m.variable("y", {.start = -0.8 * L});
  Formula F = 0;
  std::vector<Formula> part;
  for (int k = 0; k < copies; ++k) {
    part.push_back(m.variable("F" + std::to_string(k + 1)));
    F = k == 0 ? part[0] : F + part.back();
  }
  m.equation("x", mass * der(x, 2) == -F * x);
  m.equation("y", mass * der(y, 2) == -F * y - mass * g);
  for (int k = 0; k < copies; ++k)
    m.equation("rod" + std::to_string(k + 1), (1 + k) * (x * x + y * y) == (1 + k) * L * L);
  return m.problem();
}
Values at_rest(double mass, double L, int copies = 1) {
  const double x = 0.6 * L, y = -0.8 * L, lambda = -mass * g * y / (L * L);
  Values at = {{x, 0, -lambda * x / mass}, {y, 0, -lambda * y / mass - g}};
  for (int k = 0; k < copies; ++k) at.push_back({lambda / copies});
  return at;
}

TEST(NumericVerdict, UnitsOfMassAndLengthDoNotChangeTheIndexOfAPendulum) {
  for (const double mass : {1e-12, 1e-6, 1.0, 1e8, 1e12})
    for (const double L : {1e-12, 1e-8, 1.0, 1e12}) {
      Model m("pendulum");
      const NumericVerdict v = verdict_of(pendulum(m, mass, L), at_rest(mass, L));
      EXPECT_EQ(v.says, Says::structure_holds) << mass << " " << L;
      EXPECT_EQ(v.index, 3) << mass << " " << L;
      EXPECT_EQ(v.degrees_of_freedom, 2);
      EXPECT_LT(v.local.condition, 100);
    }
}

// C1 u1' = i1, C2 u2' = i2, u1 = u2, i1 + i2 = (1 − u1)/R: index 2, one freedom.
TEST(NumericVerdict, ParallelCapacitorsHaveIndex2WhateverTheirSize) {
  for (const double C : {1e-12, 1e-9, 1.0, 1e12})
    for (const double R : {1e-3, 1e3, 1e9}) {
      Model m("capacitors");
      auto u1 = m.variable("u1"), u2 = m.variable("u2"), i1 = m.variable("i1"), i2 = m.variable("i2");
      m.equation("c1", C * der(u1) == i1);
      m.equation("c2", 2 * C * der(u2) == i2);
      m.equation("parallel", u1 == u2);
      m.equation("source", i1 + i2 == (1 - u1) / R);
      const double rate = 1 / (3 * C * R);
      const NumericVerdict v = verdict_of(m.problem(), {{0, rate}, {0, rate}, {1 / (3 * R)}, {2 / (3 * R)}});
      EXPECT_EQ(v.says, Says::structure_holds) << C << " " << R;
      EXPECT_EQ(v.index, 2);
      EXPECT_EQ(v.degrees_of_freedom, 1);
    }
}

TEST(NumericVerdict, AConstraintWrittenTwiceIsRedundantInAllUnits) {
  for (const int copies :
       {2})  // three would be more constraints than coordinates, which the structure refuses
    for (const double mass : {1e-9, 1.0, 1e9})
      for (const double L : {1e-9, 1.0, 1e9}) {
        Model m("doubled");
        const NumericVerdict v = verdict_of(pendulum(m, mass, L, copies), at_rest(mass, L, copies));
        EXPECT_EQ(v.says, Says::redundant) << copies << " " << mass << " " << L;
        EXPECT_EQ(v.missing, copies - 1);
        EXPECT_EQ(v.degrees_of_freedom, 2);
        EXPECT_EQ(v.index, 3);
        EXPECT_EQ(v.unknowns.size(), static_cast<std::size_t>(copies));
        EXPECT_EQ(v.equations.size(), static_cast<std::size_t>(copies));
      }
}

// Resistors in a ring without a ground: sum of currents 0 at every node, potentials open.
TEST(NumericVerdict, AFloatingRingLeavesItsPotentialsOpenAtAnySize) {
  for (const int n : {3, 30, 100, 500})
    for (const double R : {1e-6, 1.0, 1e6}) {
      Model m("ring");
      std::vector<Formula> v;
      auto z = m.variable("z");
      for (int k = 0; k < n; ++k) v.push_back(m.variable("v" + std::to_string(k + 1)));
      const auto at = [&](int k) { return v[static_cast<std::size_t>((k + n) % n)]; };
      for (int k = 0; k < n; ++k)
        m.equation("node" + std::to_string(k + 1), (at(k + 1) - at(k)) / (R * (1 + 0.1 * (k % 3))) ==
                                                       (at(k) - at(k - 1)) / (R * (1 + 0.1 * ((k + 2) % 3))));
      m.equation("z", der(z) == -z);
      const NumericVerdict said = verdict_of(m.problem(), Values(static_cast<std::size_t>(n) + 1, {0.0}));
      EXPECT_EQ(said.says, Says::undetermined) << n << " " << R;
      EXPECT_EQ(said.unknowns.size(), static_cast<std::size_t>(n));
      EXPECT_EQ(std::ranges::count(said.unknowns, "z"), 0);
    }
}

// x y = 0 in the origin, where its gradient vanishes: a sound model in a singular place.
TEST(NumericVerdict, ASingularStartOfASoundModelIsNotTakenForAnotherIndex) {
  Model m("slider");
  auto x = m.variable("x"), y = m.variable("y"), F = m.variable("F");
  m.equation("x", der(x, 2) == 1 - F * y);
  m.equation("y", der(y, 2) == -F * x);
  m.equation("cross", x * y == 0);
  const NumericVerdict v = verdict_of(m.problem(), {{0, 0, 1}, {0, 0, 0}, {0}});
  EXPECT_EQ(v.says, Says::singular_start);
  EXPECT_EQ(v.index, 3);
}

// u' + v' = a, u' + v' + u = 0: u = −a, so u' = −a' and v' = a + a' after one differentiation: index 1, one
// freedom (v). The structure says 0.
TEST(NumericVerdict, AMisleadingStructureIsOverruledInAllUnits) {
  for (const double unit : {1e-9, 1.0, 1e9}) {
    Model m("misleading");
    auto u = m.variable("u"), v = m.variable("v");
    m.equation("one", unit * (der(u) + der(v)) == unit * sin(m.time()));
    m.equation("two", der(u) + der(v) + u == 0);
    const NumericVerdict said = verdict_of(m.problem(), {{0, -1}, {0, 1}});
    EXPECT_EQ(said.says, Says::ranks_overrule) << unit;
    EXPECT_EQ(said.index, 1);
    EXPECT_EQ(said.degrees_of_freedom, 1);
  }
}

// A divider of two capacitors at a source: u = sin t, (u − m)' = m' − v' = i = v. One differentiation gives
// u', and with it all slopes: index 1, where the structure says 2. The potential m stands in no equation,
// only its slope does.
TEST(NumericVerdict, ThePotentialOfWhichOnlyTheSlopeMattersHasAnyUnit) {
  for (const double volt : {1e-9, 1.0, 1e9})
    for (const double second : {1e-9, 1.0, 1e9}) {
      Model m("divider");
      auto u = m.variable("u"), middle = m.variable("m"), v = m.variable("v"), i = m.variable("i");
      m.equation("source", u == sin(m.time() / second));
      m.equation("middle", second * (der(u) - volt * der(middle)) == second * (volt * der(middle) - der(v)));
      m.equation("foot", second * (volt * der(middle) - der(v)) == i);
      m.equation("ohm", i == v);
      const NumericVerdict said =
          verdict_of(m.problem(), {{0, 1 / second}, {0, 0.5 / second / volt}, {0, 0.5 / second}, {0}}, true);
      EXPECT_EQ(said.index, 1) << volt << " " << second;
      EXPECT_EQ(said.degrees_of_freedom, 2) << volt << " " << second;
    }
}

}  // namespace
}  // namespace trammel::analysis

// Energies against those that mechanics books write down.
#include "analysis/energy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "expr/query.hpp"
#include "model/model.hpp"

namespace trammel::analysis {
namespace {

using model::der;
using model::Model;

// Points by the values of x, der(x), .. in the order of the variables; what is not given is 0.
using EnergyPoint = std::map<std::pair<int, int>, double>;

std::optional<Energy> energy_of(const model::Dae& dae, const std::vector<EnergyPoint>& points) {
  return find_energy(dae, points.size(), [&](std::size_t k, expr::Expr leaf) {
    if (dae.graph->op(leaf) == expr::Op::parameter)
      return dae.parameters[static_cast<std::size_t>(dae.graph->index(leaf))].value;
    const auto found = points[k].find({dae.graph->index(leaf), dae.graph->derivative(leaf)});
    return found == points[k].end() ? 0.0 : found->second;
  });
}

double energy_value(const model::Dae& dae, expr::Expr e, const EnergyPoint& at) {
  return expr::evaluate(*dae.graph, std::vector{e}, [&](expr::Expr leaf) {
    if (dae.graph->op(leaf) == expr::Op::parameter)
      return dae.parameters[static_cast<std::size_t>(dae.graph->index(leaf))].value;
    const auto found = at.find({dae.graph->index(leaf), dae.graph->derivative(leaf)});
    return found == at.end() ? 0.0 : found->second;
  })[0];
}

// Points on the circle with velocities along it: T = (x'² + y'²)/2, V = g y.
std::vector<EnergyPoint> on_circle(int x, int y, int lambda) {
  std::vector<EnergyPoint> points;
  for (const double angle : {0.3, 1.1, 2.0, 4.0, 5.5})
    points.push_back({{{x, 0}, std::cos(angle)},
                      {{y, 0}, std::sin(angle)},
                      {{x, 1}, -3 * angle * std::sin(angle)},
                      {{y, 1}, 3 * angle * std::cos(angle)},
                      {{lambda, 0}, 7 - angle}});
  return points;
}

TEST(Energy, OfAPendulumIsFoundAlthoughTheForceInTheRodIsUnknown) {
  Model m("pendulum");
  auto x = m.variable("x"), y = m.variable("y"), lambda = m.variable("lambda");
  m.equation("horizontal", der(x, 2) == -lambda * x);
  m.equation("vertical", der(y, 2) == -lambda * y - 9.81);
  m.equation("rod", x * x + y * y == 1.0);
  const model::Dae dae = m.problem().dae;
  const auto points = on_circle(0, 1, 2);
  const auto energy = energy_of(dae, points);
  ASSERT_TRUE(energy);
  for (const EnergyPoint& at : points) {
    const double vx = at.at({0, 1}), vy = at.at({1, 1});
    EXPECT_NEAR(energy_value(dae, energy->kinetic, at), 0.5 * (vx * vx + vy * vy), 1e-12);
    EXPECT_NEAR(energy_value(dae, energy->gradient[0], at), 0, 1e-12);
    EXPECT_NEAR(energy_value(dae, energy->gradient[1], at), 9.81, 1e-12);
  }
}

TEST(Energy, IsNotFoundWhereFrictionTakesIt) {
  Model m("damped");
  auto x = m.variable("x"), y = m.variable("y"), lambda = m.variable("lambda");
  m.equation("horizontal", der(x, 2) == -lambda * x - 0.01 * der(x));
  m.equation("vertical", der(y, 2) == -lambda * y - 9.81 - 0.01 * der(y));
  m.equation("rod", x * x + y * y == 1.0);
  EXPECT_FALSE(energy_of(m.problem().dae, on_circle(0, 1, 2)));
}

// Two masses on a spring, each equation divided by its mass: the factors 2 and 3 are found, up to a common one.
TEST(Energy, FindsTheMassesThatEquationsWereDividedBy) {
  Model m("springs");
  auto x = m.variable("x"), y = m.variable("y"), u = m.variable("u"), w = m.variable("w"),
       F = m.variable("F");
  m.equation("x", der(x) == u);
  m.equation("y", der(y) == w);
  m.equation("spring", F == 5 * (y - x - 1));
  m.equation("u", der(u) == F / 2);
  m.equation("w", der(w) == -F / 3);
  const model::Dae dae = m.problem().dae;
  std::vector<EnergyPoint> points;
  for (const double s : {0.2, 0.7, 1.9})
    points.push_back({{{0, 0}, s},
                      {{1, 0}, 2 * s * s},
                      {{0, 1}, 1 - s},
                      {{1, 1}, 3 * s},
                      {{2, 0}, 1 - s},
                      {{3, 0}, 3 * s},
                      {{4, 0}, 5 * (2 * s * s - s - 1)}});
  const auto energy = energy_of(dae, points);
  ASSERT_TRUE(energy);
  const EnergyPoint& at = points[1];
  const double ratio = energy_value(dae, energy->gradient[1], at) / (5 * (at.at({1, 0}) - at.at({0, 0}) - 1));
  const double T = 0.5 * (2 * std::pow(at.at({0, 1}), 2) + 3 * std::pow(at.at({1, 1}), 2));
  EXPECT_NEAR(energy_value(dae, energy->kinetic, at), ratio * T, 1e-6 * ratio * T);
}

// A bead on a turning hoop in polar coordinates, M depends on q: (1 + r²) and the terms that belong to it.
TEST(Energy, KnowsThatMassesMayDependOnThePosition) {
  Model m("polar");
  auto r = m.variable("r"), phi = m.variable("phi");
  m.equation("r", der(r, 2) - r * der(phi) * der(phi) == -r);
  m.equation("phi", r * r * der(phi, 2) + 2 * r * der(r) * der(phi) == 0.0);
  std::vector<EnergyPoint> points;
  for (const double s : {0.5, 1.0, 1.7})
    points.push_back({{{0, 0}, s}, {{1, 0}, s * s}, {{0, 1}, 1 - s}, {{1, 1}, 2 + s}});
  const model::Dae dae = m.problem().dae;
  const auto energy = energy_of(dae, points);
  ASSERT_TRUE(energy);
  const EnergyPoint& at = points[2];  // T = (r'² + r² φ'²)/2, V = r²/2
  EXPECT_NEAR(energy_value(dae, energy->kinetic, at), 0.5 * (0.7 * 0.7 + 1.7 * 1.7 * 3.7 * 3.7), 1e-12);
  EXPECT_NEAR(energy_value(dae, energy->gradient[0], at), 1.7, 1e-12);
}

TEST(Energy, IsNotFoundWhereForcesAreNoGradient) {
  Model m("whirl");
  auto x = m.variable("x"), y = m.variable("y");
  m.equation("x", der(x, 2) == y);
  m.equation("y", der(y, 2) == -x);
  EXPECT_FALSE(energy_of(m.problem().dae, {{{{0, 0}, 1}, {{1, 0}, 2}, {{0, 1}, 1}, {{1, 1}, 1}},
                                           {{{0, 0}, 2}, {{1, 0}, 1}, {{0, 1}, -1}, {{1, 1}, 3}}}));
}

}  // namespace
}  // namespace trammel::analysis

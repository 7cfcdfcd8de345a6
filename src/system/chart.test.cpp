#include "system/chart.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"
#include "system/compile.hpp"

namespace trammel::system {
namespace {

using model::der;
using model::Model;

// A mass on a circle in underlying-ODE form: states x, x', y, y'; invariants g and its derivative.
struct Circle {
  explicit Circle(double mass_y = 1) {
    Model m;
    const auto x = m.variable("x"), y = m.variable("y"), l = m.variable("lambda");
    m.equation("x motion", der(x, 2) == -l * x);
    m.equation("y motion", mass_y * der(y, 2) == -l * y - 1.0);
    m.equation("rod", x * x + y * y == 1.0);
    dae = m.problem().dae;
    model::Equation& rod = dae.equations[2];
    for (int level = 0; level < 2; ++level) {
      dae.invariants.push_back(rod);
      rod.residual = dae.graph->total(rod.residual);
      ++rod.derivative;
    }
    instance = std::make_unique<Instance>(compile(dae, Form::ode, {.engine = program::Engine::vm}));
  }
  Chart chart(Chart::Kind kind) {
    Ode& ode = instance->ode();
    return Chart(compile_invariants(dae, ode.state(), {.engine = program::Engine::vm}), ode, kind);
  }
  model::Dae dae;
  std::unique_ptr<Instance> instance;
};

TEST(Chart, OfAPartitionMovesDependentComponentsOnly) {
  Circle circle;
  Chart chart = circle.chart(Chart::Kind::partition);
  chart.update(0, std::vector<double>{0, 1, 1, 0});  // at the top: y and y' follow
  std::vector<double> z = {0.3, 0.9, 1.1, 0.2};
  ASSERT_TRUE(chart.onto(0, z));
  EXPECT_EQ(z[0], 0.3);
  EXPECT_EQ(z[1], 0.9);
  EXPECT_NEAR(z[2], std::sqrt(1 - 0.09), 1e-15);
  EXPECT_NEAR(z[3], -0.3 * 0.9 / std::sqrt(1 - 0.09), 1e-15);
}

TEST(Chart, OfATangentSpaceMovesAcrossIt) {
  Circle circle;
  Chart chart = circle.chart(Chart::Kind::tangent);
  const double c = std::cos(0.5), s = std::sin(0.5);
  chart.update(0, std::vector<double>{c, -s, s, c});
  std::vector<double> z = {c + 0.1, -s, s + 0.2, c};
  const std::vector<double> before = z;
  ASSERT_TRUE(chart.onto(0, z));
  EXPECT_LT(chart.residual(0, z), 1e-15);
  // Positions and velocities keep their components along the tangent (-s, c) of the point of the chart.
  EXPECT_NEAR(-s * z[0] + c * z[2], -s * before[0] + c * before[2], 1e-15);
  EXPECT_NEAR(-s * z[1] + c * z[3], -s * before[1] + c * before[3], 1e-15);
}

// -Q1 = M⁻¹Gᵀ instead of Gᵀ: with masses 1 and 4 states move along (c, s/4). [HW96, VII.2]
TEST(Chart, OfTheMassesMovesAlongTheirDirection) {
  Circle circle(4);
  Chart chart = circle.chart(Chart::Kind::mass);
  const double c = std::cos(0.5), s = std::sin(0.5);
  ASSERT_TRUE(chart.update(0, std::vector<double>{c, -s, s, c}));
  std::vector<double> z = {c + 0.1, -s + 0.1, s + 0.2, c};
  const std::vector<double> before = z;
  ASSERT_TRUE(chart.onto(0, z));
  EXPECT_LT(chart.residual(0, z), 1e-15);
  EXPECT_GT(std::fabs(z[0] - before[0]), 0.01);
  EXPECT_NEAR((z[0] - before[0]) * s / 4, (z[2] - before[2]) * c, 1e-15);
  EXPECT_NEAR((z[1] - before[1]) * s / 4, (z[3] - before[3]) * c, 1e-15);
}

TEST(Chart, ChangesOnlyWhenAnotherIsBetter) {
  for (const Chart::Kind kind : {Chart::Kind::partition, Chart::Kind::tangent, Chart::Kind::mass}) {
    Circle circle;
    Chart chart = circle.chart(kind);
    const auto at = [](double a) {
      return std::vector<double>{std::cos(a), -std::sin(a), std::sin(a), std::cos(a)};
    };
    EXPECT_TRUE(chart.update(0, at(0)));
    EXPECT_FALSE(chart.update(0, at(0.3)));
    EXPECT_TRUE(chart.update(0, at(1.2)));
    EXPECT_EQ(chart.changes(), 1);
  }
}

TEST(Chart, RefusesWhatHasNoPointWithTheseCoordinates) {
  Circle circle;
  Chart chart = circle.chart(Chart::Kind::partition);
  chart.update(0, std::vector<double>{0, 1, 1, 0});
  std::vector<double> z = {1.5, 0, 0.1, 0};  // x > 1
  EXPECT_FALSE(chart.onto(0, z));
}

}  // namespace
}  // namespace trammel::system

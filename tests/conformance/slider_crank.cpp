// The slider-crank of [AQR94, Example 4]: AB2 with h = 0.1 on the underlying ODE, first step forward Euler,
// and p <- p - Gᵀ(GGᵀ)⁻¹ g, v <- v - Gᵀ(GGᵀ)⁻¹ G v after every step, both at the point before.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "formulation/underlying_ode.hpp"
#include "pipeline/trammel.hpp"
#include "support/runs.hpp"
#include "system/compile.hpp"

namespace trammel {
namespace {

Model slider_crank() {
  Model m("slider-crank");
  const auto th = m.variable("th"), x = m.variable("x"), y = m.variable("y"), ps = m.variable("ps"),
             l1 = m.variable("l1"), l2 = m.variable("l2"), l3 = m.variable("l3");
  m.equation("th", 10.0 * der(th, 2) == l1 * sin(th) - l2 * cos(th) + sin(m.time()) - der(th));
  m.equation("x", der(x, 2) == l1);
  m.equation("y", der(y, 2) == l2 - l3 - 9.81);
  m.equation("ps", der(ps, 2) == 2.0 * l1 * sin(ps) + 2.0 * l2 * cos(ps) + l3 * cos(ps));
  m.equation("g1", x - cos(th) - 2.0 * cos(ps) == 0.0);
  m.equation("g2", sin(th) - 3.0 * sin(ps) == 0.0);
  m.equation("g3", y - sin(ps) == 0.0);
  return m;
}

// States th, x, y, ps with their velocities, pairwise: nothing is eliminated here, as in the paper.
using Vector4 = Eigen::Vector4d;
Vector4 part(Vec z, int level) { return {z[level], z[2 + level], z[4 + level], z[6 + level]}; }
void put(Out z, int level, const Vector4& value) {
  for (int i = 0; i < 4; ++i) z[2 * i + level] = value[i];
}
Eigen::Vector3d g(const Vector4& q) {
  return {q[1] - std::cos(q[0]) - 2 * std::cos(q[3]), std::sin(q[0]) - 3 * std::sin(q[3]),
          q[2] - std::sin(q[3])};
}
Eigen::Matrix<double, 3, 4> G(const Vector4& q) {
  Eigen::Matrix<double, 3, 4> jacobian;
  jacobian << std::sin(q[0]), 1, 0, 2 * std::sin(q[3]), std::cos(q[0]), 0, 0, -3 * std::cos(q[3]), 0, 0, 1,
      -std::cos(q[3]);
  return jacobian;
}

struct Drift {
  double position = 0, velocity = 0, slider_at_20 = 0;
};

Drift drift(const char* method, double h, bool position, bool velocity) {
  const model::Dae dae =
      formulation::Formulation{formulation::UnderlyingOde{}}.apply(slider_crank().problem().dae);
  system::Instance instance(system::compile(dae, system::Form::ode, {.engine = program::Engine::vm}));
  EXPECT_EQ(instance.ode().size(), 8);
  const integrate::Integrator& integrator = integrate::find_integrator(method);
  const auto stepper = integrator.make(instance);
  Drift most;
  support::OwnProjector::Move move;
  if (position || velocity)
    move = [&](double, Out z) {
      const Vector4 q = part(z, 0), v = part(z, 1);
      const Eigen::Matrix<double, 3, 4> J = G(q);
      const Eigen::Matrix3d JJ = J * J.transpose();
      if (position) put(z, 0, q - J.transpose() * JJ.ldlt().solve(g(q)));
      if (velocity) put(z, 1, v - J.transpose() * JJ.ldlt().solve(J * v));
    };
  support::OwnProjector projector(move, [&](double, Vec z) {
    const Vector4 q = part(z, 0);
    most.position = std::max(most.position, g(q).norm());
    most.velocity = std::max(most.velocity, (G(q) * part(z, 1)).norm());
    most.slider_at_20 = std::cos(q[0]) + 3 * std::cos(q[3]);
  });
  integrate::RunOptions options{.dense = false};
  options.step.fixed_step = h;
  integrate::integrate(instance, integrator.method, *stepper, &projector,
                       {.t = 0, .y = {0, -1, 3, 0, 0, -1. / 3, 0, -1. / 3}}, 20, options);
  return most;
}

// Numbers by independent computation; the paper shows figures.
TEST(SliderCrank, DriftsByTheKnownAmountsUnderAB2WithEachStabilizationDoneByHand) {
  const Drift none = drift("ab2", 0.1, false, false), both = drift("ab2", 0.1, true, true),
              velocity = drift("ab2", 0.1, false, true), position = drift("ab2", 0.1, true, false);
  EXPECT_NEAR(none.position / 0.02223, 1, 0.01);
  EXPECT_NEAR(none.velocity / 0.007974, 1, 0.01);
  EXPECT_NEAR(both.position / 2.222e-07, 1, 0.01);
  EXPECT_NEAR(both.velocity / 0.0007493, 1, 0.01);
  EXPECT_NEAR(velocity.position / 0.00678, 1, 0.01);
  EXPECT_LT(velocity.velocity, 1e-14);
  EXPECT_NEAR(position.position / 2.927e-07, 1, 0.01);
  EXPECT_NEAR(position.velocity / 0.01277, 1, 0.01);
}

TEST(SliderCrank, EndsWhereTheReferenceSays) {
  EXPECT_NEAR(drift("rk4", 0.002, false, false).slider_at_20, 2.348009, 1e-5);
}

}  // namespace
}  // namespace trammel

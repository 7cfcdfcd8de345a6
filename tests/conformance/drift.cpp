// Drift from constraints and what projections do about it: the pendulum of length 1, g = 1, released at rest.
// [HW96, VII.2, Figures 2.1 and 2.2]
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "pipeline/trammel.hpp"
#include "support/kepler.hpp"
#include "support/problems.hpp"
#include "support/runs.hpp"

namespace trammel {
namespace {

using support::Laboratory;
using support::slope;

struct Drift {
  double position = 0, velocity = 0;
};

struct DriftingPendulum : Laboratory {
  explicit DriftingPendulum(const char* method) : Laboratory(support::unit_pendulum(), method) {}
  int x = at("x"), y = at("y"), u = at("der(x)"), v = at("der(y)");
  Drift off(Vec z) const {
    return {std::fabs(z[x] * z[x] + z[y] * z[y] - 1), std::fabs(z[x] * z[u] + z[y] * z[v])};
  }
  Drift drift(double t_end) {
    Drift most;
    run(t_end, [&](double, Vec z) {
      const Drift here = off(z);
      most = {std::max(most.position, here.position), std::max(most.velocity, here.velocity)};
    });
    return most;
  }
};

// With Dormand-Prince at 1e-6 the velocity residual grows linearly and the position residual quadratically.
TEST(DriftOff, IsLinearInVelocityAndQuadraticInPosition) {
  std::vector<double> t = {10, 20, 50, 100, 200}, position, velocity;
  for (const double end : t) {
    DriftingPendulum pendulum("dopri5");
    const Drift drift = pendulum.drift(end);
    position.push_back(drift.position);
    velocity.push_back(drift.velocity);
  }
  EXPECT_NEAR(slope(t, position), 2, 0.2);
  EXPECT_NEAR(slope(t, velocity), 1, 0.15);
}

// Independent computations with constant steps.
TEST(DriftOff, HasTheKnownSizeForConstantSteps) {
  const struct {
    double h, t_end, position, velocity;
  } known[] = {{0.1, 10, 1.14575e-06, 1.6953e-07},
               {0.1, 100, 0.000141786, 1.45368e-06},
               {0.2, 10, 0.000127962, 1.59964e-05},
               {0.2, 100, 0.0135657, 0.00013615}};
  for (const auto& k : known) {
    DriftingPendulum pendulum("dopri5");
    pendulum.options.step.fixed_step = k.h;
    const Drift drift = pendulum.drift(k.t_end);
    EXPECT_NEAR(drift.position / k.position, 1, 0.01) << k.h << " " << k.t_end;
    EXPECT_NEAR(drift.velocity / k.velocity, 1, 0.01) << k.h << " " << k.t_end;
  }
}

// The angle equation phi'' = -cos phi from phi = phi' = 0, by RK4 with 1/2000 steps, gives the reference.
class Angle {
 public:
  std::array<double, 4> at(double t) {
    while (t_ + h <= t) step(h);
    const Angle before = *this;
    step(t - t_);
    const std::array<double, 4> z = {std::cos(phi_), std::sin(phi_), -std::sin(phi_) * w_,
                                     std::cos(phi_) * w_};
    *this = before;
    return z;
  }

 private:
  void step(double d) {
    const auto f = [](double p) { return -std::cos(p); };
    const double k1 = f(phi_), k2 = f(phi_ + d / 2 * w_), k3 = f(phi_ + d / 2 * w_ + d * d / 4 * k1),
                 k4 = f(phi_ + d * w_ + d * d / 2 * k2);
    phi_ += d * w_ + d * d / 6 * (k1 + k2 + k3);
    w_ += d / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    t_ += d;
  }
  static constexpr double h = 1.0 / 2000;
  double t_ = 0, phi_ = 0, w_ = 0;
};

// The largest error of (x, y, u, v) on [0, t_end] with projections of the pendulum after every step.
double error_with(bool project_position, bool project_velocity, double t_end) {
  DriftingPendulum p("dopri5");
  Angle exact;
  double worst = 0;
  const auto see = [&](double t, Vec z) {
    const auto e = exact.at(t);
    worst = std::max(worst, std::hypot(std::hypot(z[p.x] - e[0], z[p.y] - e[1]),
                                       std::hypot(z[p.u] - e[2], z[p.v] - e[3])));
  };
  support::OwnProjector::Move move;
  if (project_position || project_velocity)
    move = [&](double, Out z) {
      if (project_position) {
        const double r = std::hypot(z[p.x], z[p.y]);
        z[p.x] /= r, z[p.y] /= r;
      }
      if (project_velocity) {
        const double along = (z[p.x] * z[p.u] + z[p.y] * z[p.v]) / (z[p.x] * z[p.x] + z[p.y] * z[p.y]);
        z[p.u] -= along * z[p.x], z[p.v] -= along * z[p.y];
      }
    };
  p.run(t_end, see, move);
  return worst;
}

// Figure 2.2: "the projection onto the velocity constraint is the important one".
TEST(Projection, OfPositionsAloneDoesNotHelpAndOfVelocitiesAloneIsAsGoodAsBoth) {
  for (const double t_end : {50.0, 100.0}) {
    const double none = error_with(false, false, t_end), position = error_with(true, false, t_end),
                 velocity = error_with(false, true, t_end), both = error_with(true, true, t_end);
    EXPECT_LE(velocity, 0.25 * none) << t_end;
    EXPECT_LE(std::fabs(velocity - both), 0.2 * both) << t_end;
    EXPECT_GE(position, 0.8 * none) << t_end;
  }
}

}  // namespace
}  // namespace trammel

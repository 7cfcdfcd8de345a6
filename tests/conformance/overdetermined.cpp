// The overdetermined form is the least-squares BDF of [HW96, (VII.2.25)-(2.27)], and GGL its special case
// without accelerations: both against a discretization that is written out here, step by step.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <functional>

#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel {
namespace {

using Eigen::VectorXd;
using model::der;
using model::Model;

constexpr double m1 = 2, m2 = 0.5, gravity_here = 9.81;  // a mass that is not the same in all directions

model::Problem surplus_pendulum() {
  Model m("pendulum with two masses");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), y = m.variable("y", {.start = 0});
  const auto lambda = m.variable("lambda");
  m.equation("horizontal", m1 * der(x, 2) == -lambda * 2.0 * x);
  m.equation("vertical", m2 * der(y, 2) == -lambda * 2.0 * y - m2 * gravity_here);
  m.equation("rod", x * x + y * y - 1.0 == 0.0);
  m.start(der(y), 1);
  return m.problem();
}

VectorXd newton(const std::function<VectorXd(const VectorXd&)>& F, VectorXd x) {
  const auto n = x.size();
  for (int iteration = 0; iteration < 40; ++iteration) {
    const VectorXd r = F(x);
    Eigen::MatrixXd J(n, n);
    for (int j = 0; j < n; ++j) {
      VectorXd moved = x;
      const double h = 1e-7 * (1 + std::fabs(x[j]));
      moved[j] += h;
      J.col(j) = (F(moved) - r) / h;
    }
    const VectorXd step = J.partialPivLu().solve(r);
    x -= step;
    if (step.norm() < 1e-13) break;
  }
  return x;
}

// One implicit Euler step (the BDF of order 1: γ = 1, q^ = q_{n-1}) of (2.27a,b) with the constraints
// (2.26c,d) and, `with_acceleration`, (2.26e). Unknowns q, u, λ, μ, η.
VectorXd step(const VectorXd& old, double h, bool with_acceleration) {
  const auto F = [&](const VectorXd& s) {
    const double x = s[0], y = s[1], u = s[2], v = s[3], l = s[4], mu = s[5],
                 eta = with_acceleration ? s[6] : 0;
    const double ax = -2 * x * l / m1, ay = -2 * y * l / m2 - gravity_here;  // M⁻¹(f - Gᵀλ)
    VectorXd r(with_acceleration ? 7 : 6);
    r[0] = m1 * (x - old[0] - h * u) + h * (2 * x * mu + 2 * u * eta);
    r[1] = m2 * (y - old[1] - h * v) + h * (2 * y * mu + 2 * v * eta);
    r[2] = m1 * (u - old[2]) - h * m1 * ax + h * 2 * x * eta;
    r[3] = m2 * (v - old[3]) - h * m2 * ay + h * 2 * y * eta;
    r[4] = x * x + y * y - 1;
    r[5] = 2 * x * u + 2 * y * v;
    if (with_acceleration) r[6] = 2 * (u * u + v * v) + 2 * x * ax + 2 * y * ay;
    return r;
  };
  VectorXd start = old;
  start.conservativeResize(with_acceleration ? 7 : 6);
  start.tail(with_acceleration ? 2 : 1).setZero();
  return newton(F, start);
}

void compare(const std::string& formulation, bool with_acceleration) {
  const double h = 0.02;
  const int n = 25;
  VectorXd own(7);
  own << 1, 0, 0, 1, 0.5, 0, 0;
  for (int i = 0; i < n; ++i) own = step(own, h, with_acceleration);
  pipeline::Options options{.t_end = n * h, .method = "bdf1", .formulation = formulation, .dense = false};
  options.step.fixed_step = h;
  const solution::Solution s = pipeline::solve(surplus_pendulum(), options);
  ASSERT_TRUE(s.success()) << s.message;
  EXPECT_NEAR(s.end("x"), own[0], 1e-9);
  EXPECT_NEAR(s.end("y"), own[1], 1e-9);
  EXPECT_NEAR(s.end("lambda"), own[4], 1e-7);
}

TEST(Overdetermined, IsTheLeastSquaresBdfOfAllLevels) { compare("overdetermined", true); }
TEST(Overdetermined, WithoutAccelerationsIsGearGuptaLeimkuhler) { compare("ggl_mass", false); }

// (2.26e) with λ from it is the underlying ODE, so there is something that the two forms do differently.
TEST(Overdetermined, DiffersFromGearGuptaLeimkuhlerByAnErrorOfItsOrder) {
  const auto end = [](const char* form, double h) {
    pipeline::Options options{.t_end = 0.4, .method = "bdf2", .formulation = form, .dense = false};
    options.step.fixed_step = h;
    return pipeline::solve(surplus_pendulum(), options).end("x");
  };
  const double coarse = end("overdetermined", 0.02) - end("ggl_mass", 0.02),
               fine = end("overdetermined", 0.01) - end("ggl_mass", 0.01);
  EXPECT_GT(std::fabs(coarse), 1e-8);
  EXPECT_GT(std::log2(std::fabs(coarse / fine)), 1.6);
}

}  // namespace
}  // namespace trammel

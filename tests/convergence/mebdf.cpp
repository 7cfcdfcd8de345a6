// Orders of the modified extended BDF with a fixed number of steps, by index and class of unknowns; steps may
// vary.
#include "integrate/methods/mebdf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "model/model.hpp"
#include "pipeline/setup.hpp"

namespace trammel {
namespace {

using model::der;
using model::Model;

// A point on the unit circle, driven along it, φ = t + t²/4; the constraint on positions (index 3),
// velocities (2) or accelerations (1). State: x, y, u, v, l, sorted so below.
model::Problem circle(int index) {
  Model m("circle");
  const auto x = m.variable("x", {.start = 1, .fixed = index < 3}),
             y = m.variable("y", {.start = 0, .fixed = true}),
             u = m.variable("u", {.start = 0, .fixed = index < 2}),
             v = m.variable("v", {.start = 1, .fixed = true}), l = m.variable("l", {.start = 1});
  m.equation("x", der(x) == u);
  m.equation("y", der(y) == v);
  m.equation("u", der(u) == -l * x - 0.5 * y);
  m.equation("v", der(v) == -l * y + 0.5 * x);
  if (index == 3) m.equation("rod", x * x + y * y == 1.0);
  if (index == 2) m.equation("rod", x * u + y * v == 0.0);
  if (index == 1) m.equation("rod", u * u + v * v == l * (x * x + y * y));
  return m.problem();
}

struct Errors {
  double q = 0, v = 0, lambda = 0;
};

// From tiny steps that grow to h with the order; then steps of h, or a pattern of about h, up to t = 3.
Errors errors(int index, int k, double h, bool varying) {
  pipeline::Setup setup = pipeline::set_up(circle(index), formulation::find_formulation("as_written"), 0,
                                           false, {.engine = program::Engine::vm});
  integrate::Mebdf method(*setup.instance, k, k);
  const auto at = [&](const char* name) {
    return static_cast<std::size_t>(std::ranges::find(setup.plan->state_names, name) -
                                    setup.plan->state_names.begin());
  };
  const std::size_t n = setup.start.y.size();
  std::vector<double> y = setup.start.y, next(n), error(n), scale(n, 1e-12);
  method.begin({.y = y, .slope = setup.start.slope, .scale = scale, .rtol = 1e-12, .constant_steps = true});
  // Tiny at first, because the first steps have order 2; grown in blocks, because the formulas of many steps
  // do not bear growth at every step. At index 3 what rounding leaves in velocities is divided by the
  // smallest of them.
  double t = 0, now = h / (index < 3 && k > 4 ? 4096 : 64);
  for (int i = 0; t < 3; ++i) {
    constexpr double pattern[] = {1, 1.3, 0.8, 1.1};
    const double step = varying && now == h ? h * pattern[i / (k + 2) % 4] : now;
    if (!method.attempt(t, step, y, next, error))
      throw std::runtime_error("no step at t = " + std::to_string(t));
    method.accepted({.t = t + step, .y = next, .scale = scale});
    method.next_step(step, 0.5);
    std::swap(y, next);
    t += step;
    if (i % (k + 2) == k + 1) now = std::min(h, 1.6 * now);
  }
  const double phi = t + t * t / 4, rate = 1 + t / 2;
  const auto off = [&](const char* name, double value) { return std::fabs(y[at(name)] - value); };
  return {.q = std::max(off("x", std::cos(phi)), off("y", std::sin(phi))),
          .v = std::max(off("u", -rate * std::sin(phi)), off("v", rate * std::cos(phi))),
          .lambda = off("l", rate * rate)};
}

struct Orders {
  double q, v, lambda;
};
Orders orders(int index, int k, bool varying) {
  const double h = k < 3 ? 0.02 : k < 5 ? 0.03 : 0.04;
  const Errors coarse = errors(index, k, h, varying), fine = errors(index, k, h / 2, varying);
  return {std::log2(coarse.q / fine.q), std::log2(coarse.v / fine.v), std::log2(coarse.lambda / fine.lambda)};
}

// k steps, order k+1 [Cas83], for algebraic unknowns too; and no order is lost when steps change.
TEST(Mebdf, HasOneOrderMoreThanStepsInAllUnknownsAtIndex1) {
  for (int k = 1; k <= 7; ++k)
    for (const bool varying : {false, true}) {
      const Orders order = orders(1, k, varying);
      EXPECT_NEAR(order.q, k + 1, 0.5) << k << varying;
      EXPECT_NEAR(order.v, k + 1, 0.5) << k << varying;
      EXPECT_GT(order.lambda, k + 1 - 0.6) << k << varying;
    }
}

// The multiplier of index 2 sees y' of the stages, which is one order less.
TEST(Mebdf, HasOneOrderMoreThanStepsInDifferentialUnknownsAtIndex2AndTheStepsInTheMultiplier) {
  for (int k = 1; k <= 7; ++k) {
    const Orders order = orders(2, k, false), changing = orders(2, k, true);
    EXPECT_NEAR(order.q, k + 1, 0.4) << k;
    EXPECT_NEAR(order.v, k + 1, 0.4) << k;
    EXPECT_GT(order.lambda, k - 0.3) << k;
    EXPECT_NEAR(changing.q, k + 1, 0.5) << k;
    EXPECT_NEAR(changing.v, k + 1, 0.5) << k;
  }
}

// At index 3 one order less than at index 2 everywhere. With one step the multiplier would not converge: the
// code takes at least two there.
TEST(Mebdf, HasTheOrderOfItsStepsInPositionsAndVelocitiesAtIndex3AndOneLessInTheMultiplier) {
  for (int k = 2; k <= 5; ++k) {
    const Orders order = orders(3, k, false);
    EXPECT_GT(order.q, k - 0.4) << k;
    EXPECT_NEAR(order.v, k, 0.4) << k;
    EXPECT_NEAR(order.lambda, k - 1, 0.3) << k;
  }
}

}  // namespace
}  // namespace trammel

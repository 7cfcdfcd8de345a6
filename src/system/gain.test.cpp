#include "system/gain.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"
#include "system/compile.hpp"

namespace trammel::system {
namespace {

using model::der;

// z1' = a z1 (z1 - 1) + .., an invariant z1 = 1 that is left at the rate a: γ_0 = |a|.
TEST(LeastGain, IsTheRateAtWhichAnInvariantIsLeft) {
  for (const double a : {3.0, -2.0, 0.0}) {
    model::Model m;
    const auto z1 = m.variable("z1", {.start = 1, .fixed = true}),
               z2 = m.variable("z2", {.start = 0, .fixed = true});
    m.equation("1", der(z1) == a * z1 * (z1 - 1.0));
    m.equation("2", der(z2) == cos(z1));
    m.invariant("one", z1 == 1.0);
    const model::Dae dae = m.problem().dae;
    Instance instance(compile(dae, Form::ode, {.engine = program::Engine::vm}));
    const auto h = compile_invariants(dae, instance.ode().state(), {.engine = program::Engine::vm});
    EXPECT_NEAR(least_gain(instance.ode(), *h, 0, std::vector<double>{1, 0}), std::fabs(a), 1e-6);
  }
}

// A pendulum of length 1 on its underlying ODE, h = (|q|² - 1, q·v)·(1, 2): g' is the second row of h, and
// (q·v)' = 0. So B = (0, 1; 0, 0) in h = (g, ġ), whose norm is 1.
TEST(LeastGain, OfAMechanismIsOne) {
  model::Model m;
  const auto x = m.variable("x"), y = m.variable("y"), l = m.variable("lambda");
  m.equation("x", der(x, 2) == -l * x);
  m.equation("y", der(y, 2) == -l * y - 9.81);
  m.equation("rod", x * x + y * y == 1.0);
  model::Dae dae = m.problem().dae;
  model::Equation& rod = dae.equations[2];
  for (int level = 0; level < 2; ++level) {
    dae.invariants.push_back(rod);
    rod.residual = dae.graph->total(rod.residual);
    ++rod.derivative;
  }
  Instance instance(compile(dae, Form::ode, {.engine = program::Engine::vm}));
  const auto h = compile_invariants(dae, instance.ode().state(), {.engine = program::Engine::vm});
  const double a = 0.4, w = 2;
  const std::vector<double> z = {std::cos(a), -w * std::sin(a), std::sin(a), w * std::cos(a)};
  EXPECT_NEAR(least_gain(instance.ode(), *h, 0, z), 1, 1e-5);
}

}  // namespace
}  // namespace trammel::system

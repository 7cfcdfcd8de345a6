#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"
#include "system/compile.hpp"

namespace trammel::system {
namespace {

using model::der;
using model::Model;

// v follows from u, and hardly moves at first: what bends its equation is u, whose root is beyond doubt. By
// its own corrections alone v would seem to leave its branch in every piece of the way, however short.
TEST(OdeNewton, ABlockThatFollowsFromAnotherIsJudgedByWhatItDoesItself) {
  Model m;
  const auto x = m.variable("x"), u = m.variable("u"), v = m.variable("v");
  m.equation("drive", der(x) == 1.0);
  m.equation("first", u * u * u + u == x);
  m.equation("second", v * v * v + v == 100.0 * (exp(u) - 1.0 - u) + 0.01 * x);
  Instance instance(compile(m.problem().dae, Form::ode, {.engine = program::Engine::vm}));
  Ode& ode = instance.ode();
  ode.anchor(0, std::vector<double>{0}, std::vector<double>{1, 0, 0});
  std::vector<double> slope(1);
  ASSERT_TRUE(ode.derivative(0.5, std::vector<double>{0.5}, slope));
  const double by_u = ode.top()[1], by_v = ode.top()[2];
  EXPECT_NEAR(by_u * by_u * by_u + by_u, 0.5, 1e-14);
  EXPECT_NEAR(by_v * by_v * by_v + by_v, 100 * (std::exp(by_u) - 1 - by_u) + 0.005, 1e-12);
}

// sin(u) = 0.99 x has roots on other branches, to which a long step would hop. v shows it, and v alone.
TEST(OdeNewton, ABlockThatHopsIsFoundBehindOneThatDoesNot) {
  Model m;
  const auto x = m.variable("x"), u = m.variable("u"), v = m.variable("v");
  m.equation("drive", der(x) == 1.0);
  m.equation("first", u * u * u + u == x);
  m.equation("second", sin(v) == 0.99 * u * u * u + 0.99 * u);
  Instance instance(compile(m.problem().dae, Form::ode, {.engine = program::Engine::vm}));
  Ode& ode = instance.ode();
  std::vector<double> slope(1);
  for (const double to : {0.3, 0.5, 0.9, 1.0}) {
    ode.anchor(0, std::vector<double>{0}, std::vector<double>{1, 0, 0});
    ASSERT_TRUE(ode.derivative(to, std::vector<double>{to}, slope)) << to;
    EXPECT_NEAR(ode.top()[2], std::asin(0.99 * to), 1e-12) << to;
  }
}

}  // namespace
}  // namespace trammel::system

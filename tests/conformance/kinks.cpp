// Kinked algebraic equations: the iteration of a step must not go to and fro between the two sides.
#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"
#include "pipeline/solve.hpp"
#include "support/problems.hpp"
#include "support/testset/measure.hpp"

namespace trammel {
namespace {

using model::der;
using model::Formula;
using model::Model;
using solution::Solution;

const char* const methods_at_kinks[] = {"radau", "radau5", "radau_iia_2", "lobatto_iiic_3", "bdf", "mebdf"};

Formula positive_part(const Formula& x) { return select(x > 0.0, x, 0.0 * x); }

// A load that becomes eleven times as stiff at z = 1/2:
//
//   z + 10 max(z − 1/2, 0) = s(t),   s = 3/2 sin t,   x' = z
//
// so z = s below 1/2 and (s + 5)/11 above, and x is the integral of that. With the matrix of one side a
// correction towards the other is eleven times too long or too short.
double load(double s) { return s <= 0.5 ? s : (s + 5) / 11; }

double integral_of_load(double t) {  // up to π: the kinks are where sin t = 1/3
  const double first = std::asin(1.0 / 3), second = std::acos(-1.0) - first;
  const auto soft = [](double a, double b) { return 1.5 * (std::cos(a) - std::cos(b)); };
  const double a = std::min(t, first), b = std::clamp(t, first, second), c = std::max(t, second);
  return soft(0, a) + (soft(first, b) + 5 * (b - first)) / 11 + soft(second, c);
}

TEST(Kinks, ALoadThatStiffensElevenfoldIsFollowedToTheTolerance) {
  Model m("stop");
  const auto x = m.variable("x", {.start = 0, .fixed = true}), z = m.variable("z", {.start = 0});
  m.equation("speed", der(x) == z);
  m.equation("load", z + 10.0 * positive_part(z - 0.5) == 1.5 * sin(m.time()));
  for (const char* method : methods_at_kinks)
    for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
      SCOPED_TRACE(std::string(method) + " at " + std::to_string(std::log10(tolerance)));
      const Solution s = pipeline::solve(
          m, {.t_end = 3, .tolerance = tolerance, .method = method, .formulation = "as_written"});
      ASSERT_TRUE(s.success()) << s.message;
      EXPECT_NEAR(s.end("z"), load(1.5 * std::sin(3.0)), 20 * tolerance);
      EXPECT_NEAR(s.end("x"), integral_of_load(3), 100 * tolerance);
      EXPECT_LT(s.counts.steps, 5'000);
    }
}

// Two contacts that share a load, each with its own gap; their sum is smooth, their kinks are not at the same
// time.
TEST(Kinks, TwoKinksThatActOnEachOtherAreCrossed) {
  Model m("two contacts");
  const auto u = m.variable("u", {.start = 0}), v = m.variable("v", {.start = 0});
  const auto x = m.variable("x", {.start = 0, .fixed = true});
  m.equation("first", u + 20.0 * positive_part(u - 0.2) + 0.5 * v == m.time());
  m.equation("second", v + 50.0 * positive_part(v - 0.3) + 0.5 * u == m.time());
  m.equation("sum", der(x) == u + v);
  for (const char* method : methods_at_kinks) {
    const Solution s =
        pipeline::solve(m, {.t_end = 1, .tolerance = 1e-8, .method = method, .formulation = "as_written"});
    ASSERT_TRUE(s.success()) << method << ": " << s.message;
    // Both contacts closed at t = 1: 21 u + v/2 = 5, 51 v + u/2 = 16.
    const double determinant = 21 * 51 - 0.25;
    EXPECT_NEAR(s.end("u"), (51 * 5 - 0.5 * 16) / determinant, 1e-6) << method;
    EXPECT_NEAR(s.end("v"), (21 * 16 - 0.5 * 5) / determinant, 1e-6) << method;
  }
}

// A source that steps: z jumps with it from the root of z + z³/10 = 1/5 to that of z + z³/10 = 3/2, and
// x' = z - x turns. Both at index 1 and behind a constraint of index 2, u = x, whose derivative is z - x. Two
// methods_at_kinks are asked at the tolerances that they are for: `rodas` does not iterate, and the estimate
// of `sdirk4` is made of its stages alone, which do not see a jump before the first of them.
TEST(Kinks, AlgebraicUnknownsThatJumpAreLetThrough) {
  const auto root = [](double right) {
    double z = right;
    for (int k = 0; k < 50; ++k) z -= (z + z * z * z / 10 - right) / (1 + 0.3 * z * z);
    return z;
  };
  const double low = root(0.2), high = root(1.5), at_jump = low * (1 - std::exp(-0.5)),
               end = high + (at_jump - high) * std::exp(-1.5);
  for (const int index : {1, 2})
    for (const char* method : {"radau", "radau5", "bdf", "mebdf", "rodas", "sdirk4", "lobatto_iiic_3"}) {
      if (index == 2 && (std::string(method) == "rodas" || std::string(method) == "sdirk4")) continue;
      Model m("source");
      const auto x = m.variable("x", {.start = 0, .fixed = true}), z = m.variable("z");
      m.equation("speed", der(x) == z - x);
      m.equation("source", z + 0.1 * z * z * z == select(m.time() < 0.5, Formula(0.2), Formula(1.5)));
      if (index == 2) {
        const auto u = m.variable("u"), w = m.variable("w");
        m.equation("follow", u == x);
        m.equation("rate", der(u) == w);
      }
      for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
        if ((std::string(method) == "rodas" || std::string(method) == "sdirk4") && tolerance < 1e-8) continue;
        SCOPED_TRACE(std::string(method) + " at " + std::to_string(std::log10(tolerance)));
        const Solution s = pipeline::solve(
            m, {.t_end = 2, .tolerance = tolerance, .method = method, .formulation = "as_written"});
        ASSERT_TRUE(s.success()) << s.message;
        EXPECT_NEAR(s.end("z"), high, 10 * tolerance);
        EXPECT_NEAR(s.end("x"), end, 100 * tolerance);
        if (index == 2) {
          EXPECT_NEAR(s.end("w"), high - end, 1000 * tolerance);
        }
        EXPECT_LT(s.counts.steps, 5'000);
      }
    }
}

// Accelerations of index-1 forms follow forces that change within 1e-7 of the run. That is steep, but no
// jump: a method that took it for one would start anew, with a line through one point, at every step.
TEST(Kinks, SteepAlgebraicUnknownsAreNoJumps) {
  for (const char* method : {"bdf", "mebdf", "radau"}) {
    const Solution s =
        pipeline::solve(support::andrews(support::Form::second_order),
                        {.tolerance = 1e-9, .method = method, .formulation = "overdetermined"});
    EXPECT_TRUE(s.success()) << method << ": " << s.message;
    EXPECT_LT(s.counts.steps, 5'000) << method;
  }
}

// Other Radau codes fail here at every tolerance. [MM08, charge pump]
TEST(Kinks, TheChargePumpSwitchesWithEveryMethodAtEveryTolerance) {
  for (const char* method : {"radau", "radau5", "bdf", "mebdf"})
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      const Solution s = support::run_problem(support::charge_pump(), method, tolerance);
      ASSERT_TRUE(s.success()) << method << ": " << s.message;
      EXPECT_GT(support::digits_reached(support::charge_pump(), s), -std::log10(tolerance) - 1) << method;
    }
}

}  // namespace
}  // namespace trammel

// Orders of the explicit methods, their dense output, and the advice about stiffness, measured through
// solve().
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pipeline/trammel.hpp"
#include "support/kepler.hpp"
#include "support/problems.hpp"

namespace trammel {
namespace {

using support::kepler;
using support::kepler_error;
using support::slope;

struct Claim {
  const char* method;
  double order, dense_order;
  std::vector<int> steps;  // per revolution
};

// The largest error over points inside the steps.
double dense_error(const Solution& s, double t_end) {
  double worst = 0;
  for (int i = 1; i < 97; ++i) worst = std::max(worst, kepler_error(s, t_end * i / 97));
  return worst;
}

class ExplicitMethods : public testing::TestWithParam<Claim> {};

TEST_P(ExplicitMethods, ConvergeWithTheirOrderOnTheKeplerProblem) {
  const Claim& claim = GetParam();
  std::vector<double> h, error, inside;
  for (const int n : claim.steps) {
    const double t_end = 2 * std::numbers::pi;
    const Solution s =
        solve(kepler(0.3), {.t_end = t_end, .method = claim.method, .step = {.fixed_step = t_end / n}});
    ASSERT_TRUE(s.success()) << s.message;
    EXPECT_EQ(s.counts.steps, n);
    h.push_back(t_end / n);
    error.push_back(kepler_error(s, t_end));
    inside.push_back(dense_error(s, t_end));
  }
  EXPECT_NEAR(slope(h, error), claim.order, 0.3) << claim.method;
  EXPECT_GT(slope(h, inside), claim.dense_order - 0.3) << claim.method;
}

// Dense output of order q inside the steps leaves min(p, q + 1) of the method's order p.
INSTANTIATE_TEST_SUITE_P(
    All, ExplicitMethods,
    testing::Values(Claim{"forward_euler", 1, 1, {16000, 32000, 64000}},
                    Claim{"heun", 2, 2, {800, 1600, 3200}}, Claim{"midpoint", 2, 2, {800, 1600, 3200}},
                    Claim{"rk4", 4, 4, {400, 800, 1600}}, Claim{"dopri5", 5, 5, {200, 400, 800}},
                    Claim{"tsit5", 5, 5, {200, 400, 800}}, Claim{"ab1", 1, 1, {16000, 32000, 64000}},
                    Claim{"ab2", 2, 2, {1600, 3200, 6400}}, Claim{"ab3", 3, 3, {800, 1600, 3200}},
                    Claim{"ab4", 4, 4, {800, 1600, 3200}}, Claim{"dop853", 8, 8, {70, 100, 140}}),
    [](const auto& test) { return test.param.method; });

// 0 = z³ + z - ... has index 1: solved for z inside, the method sees an ODE and keeps its order.
// x = sin 4t, z = cos 4t.
double index_1_error(const char* method, int steps) {
  Model m("index 1");
  const auto x = m.variable("x", {.start = 0, .fixed = true}), z = m.variable("z", {.start = 1});
  const auto c = cos(4.0 * m.time());
  m.equation("x", der(x) == 4.0 * z);
  m.equation("z", z * z * z + z == c * c * c + c + x - sin(4.0 * m.time()));
  const Solution s = solve(m, {.t_end = 1, .method = method, .step = {.fixed_step = 1.0 / steps}});
  EXPECT_EQ(s.index, 1);
  return std::max(std::fabs(s.end("x") - std::sin(4.0)), std::fabs(s.end("z") - std::cos(4.0)));
}

// For order 8 the errors must not change their sign before rounding is reached: x' = z, z³ + z = x from z = 1
// to z = 2, which takes 3/2 z² + log z from end to end.
double smooth_index_1_error(const char* method, int steps) {
  Model m("index 1");
  const auto x = m.variable("x", {.start = 2, .fixed = true}), z = m.variable("z", {.start = 1});
  m.equation("x", der(x) == z);
  m.equation("z", z * z * z + z == x);
  const double end = 4.5 + std::log(2.0);
  const Solution s = solve(m, {.t_end = end, .method = method, .step = {.fixed_step = end / steps}});
  return std::max(std::fabs(s.end("x") - 10), std::fabs(s.end("z") - 2));
}

double index_2_error(const char* method, int steps) {
  const Solution s =
      solve(support::moving_point(), {.t_end = 4, .method = method, .step = {.fixed_step = 4.0 / steps}});
  EXPECT_EQ(s.index, 2);
  return support::moving_point_error(s);
}

double index_3_error(const char* method, int steps) {
  static const model::Problem pendulum = support::pendulum(support::Form::second_order);
  static const Solution exact = solve(pendulum, {.t_end = 1, .tolerance = 1e-13, .method = "dop853"});
  const Solution s = solve(pendulum, {.t_end = 1, .method = method, .step = {.fixed_step = 1.0 / steps}});
  EXPECT_EQ(s.index, 3);
  double sum = 0;
  for (const char* name : {"x", "y", "der(x)", "der(y)"}) sum += std::pow(s.end(name) - exact.end(name), 2);
  return std::sqrt(sum);
}

// With projection after every step, at every index, in all unknowns. [AQR94, Theorem 3.3; HW96, VII.2]
TEST(ExplicitMethods, KeepTheirOrderAtIndex1And2And3) {
  const struct {
    const char* method;
    int order, steps[3];  // finer ones where the index-2 problem's interval is longer
  } claims[] = {{"forward_euler", 1, {1000, 2000, 2000}},
                {"heun", 2, {400, 400, 400}},
                {"midpoint", 2, {400, 400, 400}},
                {"rk4", 4, {100, 200, 100}},
                {"ab2", 2, {800, 800, 800}},
                {"ab3", 3, {400, 800, 400}},
                {"ab4", 4, {400, 800, 400}},
                {"dopri5", 5, {100, 200, 50}},
                {"tsit5", 5, {50, 400, 50}},
                {"dop853", 8, {5, 48, 12}}};
  using Error = double (*)(const char*, int);
  const Error errors[] = {index_1_error, index_2_error, index_3_error};
  for (const auto& [method, order, steps] : claims)
    for (int index = 1; index <= 3; ++index) {
      const int n = steps[index - 1];
      const Error error = order == 8 && index == 1 ? smooth_index_1_error : errors[index - 1];
      const double measured = std::log2(error(method, n) / error(method, 2 * n));
      EXPECT_NEAR(measured, order, order < 8 ? 0.2 : 0.4) << method << " at index " << index;
    }
}

// 13 orders are at its disposal: at tight tolerances it needs far fewer evaluations than a method of order 5.
TEST(Adams, FollowsTheKeplerProblemWithinAMultipleOfItsToleranceAtFewEvaluations) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    const double t_end = 2 * std::numbers::pi;
    const Solution s = solve(kepler(0.3), {.t_end = t_end, .tolerance = tolerance, .method = "adams"});
    ASSERT_TRUE(s.success()) << s.message;
    EXPECT_LT(kepler_error(s, t_end), 300 * tolerance);
    EXPECT_LT(dense_error(s, t_end), 300 * tolerance);
    const Solution fifth = solve(kepler(0.3), {.t_end = t_end, .tolerance = tolerance, .method = "dopri5"});
    if (tolerance < 1e-9) {
      EXPECT_LT(2 * s.counts.function_evaluations, fifth.counts.function_evaluations);
    }
  }
}

// [HNW93, III.5]: with k equal steps the predictor is Adams-Bashforth and the corrector Adams-Moulton; a
// polynomial of degree 6 is integrated exactly once the order has risen.
TEST(Adams, IntegratesPolynomialsExactly) {
  Model m("polynomial");
  const auto x = m.variable("x", {.start = 0, .fixed = true});
  const auto t = m.time();
  m.equation("x", der(x) == 7.0 * pow(t, 6.0) - 3.0 * t * t);
  const Solution s = solve(m, {.t_end = 2, .tolerance = 1e-10, .method = "adams"});
  ASSERT_TRUE(s.success());
  EXPECT_NEAR(s.end("x"), 128 - 8, 1e-7);
  EXPECT_LT(s.counts.steps, 80);
}

TEST(StiffnessDetection, AdvisesAnImplicitMethodOnAStiffProblemAndIsSilentElsewhere) {
  Model stiff("stiff");
  const auto y = stiff.variable("y", {.start = 1, .fixed = true});
  stiff.equation("fast", der(y) == -2000.0 * (y - cos(stiff.time())));
  for (const char* method : {"dopri5", "tsit5", "dop853"}) {
    const Solution s = solve(stiff, {.t_end = 2, .tolerance = 1e-4, .method = method});
    ASSERT_TRUE(s.success()) << s.message;
    EXPECT_TRUE(std::ranges::any_of(s.notes, [](const std::string& note) {
      return note.find("stiff") != std::string::npos;
    })) << method;
    const Solution smooth = solve(kepler(0.3), {.t_end = 50, .tolerance = 1e-4, .method = method});
    for (const std::string& note : smooth.notes) EXPECT_EQ(note.find("stiff"), std::string::npos) << method;
  }
}

TEST(ConstantStepMethods, RefuseToChooseTheirStepsAndSayWhatToSet) {
  try {
    (void)solve(kepler(0.3), {.t_end = 1, .method = "rk4"});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Kind::usage);
    EXPECT_NE(std::string(error.what()).find("fixed_step"), std::string::npos);
  }
}

}  // namespace
}  // namespace trammel

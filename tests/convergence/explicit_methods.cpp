// Orders of the explicit methods, their dense output, and the advice about stiffness, measured through
// solve().
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "pipeline/trammel.hpp"
#include "support/kepler.hpp"

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
                    Claim{"heun", 2, 2, {800, 1600, 3200}}, Claim{"rk4", 4, 4, {400, 800, 1600}},
                    Claim{"dopri5", 5, 5, {200, 400, 800}}, Claim{"tsit5", 5, 5, {200, 400, 800}},
                    Claim{"ab1", 1, 1, {16000, 32000, 64000}}, Claim{"ab2", 2, 2, {1600, 3200, 6400}},
                    Claim{"ab3", 3, 3, {800, 1600, 3200}}, Claim{"ab4", 4, 4, {800, 1600, 3200}},
                    Claim{"dop853", 8, 8, {70, 100, 140}}),
    [](const auto& test) { return test.param.method; });

// 0 = z³ + z - ... has index 1: solved for z inside, the method sees an ODE and keeps its order. x = sin t, z
// = cos t.
TEST(ExplicitMethods, KeepTheirOrderAtIndex1) {
  const auto error = [](const char* method, int steps) {
    Model m("index 1");
    const auto x = m.variable("x", {.start = 0, .fixed = true}), z = m.variable("z", {.start = 1});
    const auto c = cos(m.time());
    m.equation("x", der(x) == z);
    m.equation("z", z * z * z + z == c * c * c + c + x - sin(m.time()));
    const Solution s = solve(m, {.t_end = 1, .method = method, .step = {.fixed_step = 1.0 / steps}});
    EXPECT_EQ(s.index, 1);
    return std::max(std::fabs(s.end("x") - std::sin(1.0)), std::fabs(s.end("z") - std::cos(1.0)));
  };
  const struct {
    const char* method;
    int order, steps;
  } claims[] = {{"heun", 2, 64},   {"rk4", 4, 16},   {"ab4", 4, 64},
                {"dopri5", 5, 12}, {"tsit5", 5, 12}, {"dop853", 8, 2}};
  for (const auto& [method, order, steps] : claims) {
    const double measured = std::log2(error(method, steps) / error(method, 2 * steps));
    EXPECT_GT(measured, order - (order < 8 ? 0.45 : 0.7))
        << method;  // 8: before rounding, few steps are left
    EXPECT_LT(measured, order + 1) << method;
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
    ASSERT_FALSE(s.notes.empty()) << method;
    EXPECT_NE(s.notes.back().find("stiff"), std::string::npos);
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

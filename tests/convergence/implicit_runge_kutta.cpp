// Orders of Lobatto IIIC, of Gauss with and without projection, and of RODAS, by index and class of unknowns.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "base/error.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"
#include "support/index_problems.hpp"
#include "support/problems.hpp"

namespace trammel {
namespace {

using support::index_orders;

// Stiffly accurate: 2s−2 in all unknowns. [HW96, VI.1; HLR89, Table 2.3]
TEST(LobattoIIIC, HasOrder2sMinus2InAllUnknownsAtIndex1) {
  const std::vector<std::pair<int, std::vector<int>>> cases = {{2, {160, 320}}, {3, {20, 40}}, {4, {4, 8}}};
  for (const auto& [s, steps] : cases)
    for (const auto& [unknowns, order] : index_orders("lobatto_iiic_" + std::to_string(s), 1, steps))
      EXPECT_NEAR(order, 2 * s - 2, 0.45) << unknowns << ", s = " << s;
}

// 2s−2 in y, s−1 in z. [HLR89, Table 2.3]
TEST(LobattoIIIC, HasOrder2sMinus2InYAndSMinus1InZAtIndex2) {
  const std::vector<std::pair<int, std::vector<int>>> cases = {{2, {320, 640}}, {3, {40, 80}}, {4, {16, 32}}};
  for (const auto& [s, steps] : cases) {
    const auto order = index_orders("lobatto_iiic_" + std::to_string(s), 2, steps);
    EXPECT_NEAR(order.at("y"), 2 * s - 2, 0.55) << s;
    EXPECT_NEAR(order.at("z"), s - 1, 0.35) << s;
  }
}

// At least q = s−1 in position, q in velocity, q−1 in the multiplier, q >= 2. [HLR89, Theorem 6.4]
TEST(LobattoIIIC, HasAtLeastTheOrdersOfTheTheoremAtIndex3) {
  const std::vector<std::pair<int, std::vector<int>>> cases = {{3, {40, 80}}, {4, {20, 40}}};
  for (const auto& [s, steps] : cases) {
    const auto order = index_orders("lobatto_iiic_" + std::to_string(s), 3, steps);
    EXPECT_GT(order.at("q"), s - 1 - 0.3) << s;
    EXPECT_NEAR(order.at("v"), s - 1, 0.35) << s;
    EXPECT_NEAR(order.at("lambda"), s - 2, 0.35) << s;
  }
}

TEST(LobattoIIIC, WithTwoStagesIsRefusedAtIndex3) {
  EXPECT_THROW((void)pipeline::solve(support::index_3(),
                                     {.t_end = 0.1, .method = "lobatto_iiic_2", .formulation = "as_written"}),
               Error);
}

// With projection 2s in x and, from the hidden constraint, in z. [AP98, 10.1.5]
TEST(ProjectedGauss, HasOrder2sInBothClassesOfUnknownsAtIndex2) {
  const std::vector<std::pair<int, std::vector<int>>> cases = {{1, {160, 320}}, {2, {40, 80}}, {3, {32, 48}}};
  for (const auto& [s, steps] : cases)
    for (const auto& [unknowns, order] :
         index_orders("projected_gauss_" + std::to_string(s), 2, steps, "constrained"))
      EXPECT_NEAR(order, 2 * s, 0.5) << unknowns << ", s = " << s;
}

// A mechanism by its velocity constraint.
TEST(ProjectedGauss, HasOrder2sForAMechanism) {
  const std::vector<std::pair<int, std::vector<int>>> cases = {
      {1, {160, 320}}, {2, {20, 40}}, {3, {8, 16}}, {4, {8, 12}}};
  for (const auto& [s, steps] : cases)
    for (const auto& [unknowns, order] :
         index_orders("projected_gauss_" + std::to_string(s), 3, steps, "constrained"))
      EXPECT_NEAR(order, 2 * s, 0.5) << unknowns << ", s = " << s;
}

using Curve = std::function<double(double t)>;

// Per class of unknowns, how the largest error inside the steps falls.
std::map<std::string, double> inner_orders(const model::Problem& problem, const std::string& method,
                                           double t_end, const std::array<int, 2>& steps,
                                           const std::map<std::string, std::map<std::string, Curve>>& exact) {
  std::map<std::string, std::array<double, 2>> worst;
  for (int k = 0; k < 2; ++k) {
    pipeline::Options options{.t_end = t_end, .method = method, .formulation = "constrained"};
    options.step.fixed_step = t_end / steps[k];
    const solution::Solution s = pipeline::solve(problem, options);
    EXPECT_TRUE(s.success()) << s.message;
    for (const auto& [unknowns, curves] : exact)
      for (const auto& [name, curve] : curves)
        for (int i = 1; i < 97; ++i) {
          const double t = t_end * i / 97;
          worst[unknowns][k] = std::max(worst[unknowns][k], std::fabs(s.at(name, t) - curve(t)));
        }
  }
  std::map<std::string, double> orders;
  for (const auto& [unknowns, error] : worst)
    orders[unknowns] = std::log(error[0] / error[1]) / std::log(double(steps[1]) / steps[0]);
  return orders;
}

// Slopes of stage values that are exact to O(h^(s+2)), and multipliers from them; both ends have order 2s.
void expect_inner_orders(const std::map<std::string, double>& orders, int s, const char* multiplier) {
  for (const auto& [unknowns, order] : orders) {
    const int claim = unknowns != multiplier ? std::min(2 * s, s + 3) : s == 1 ? 2 : s + 2;
    EXPECT_GT(order, claim - 0.4) << unknowns << ", s = " << s;
  }
}

TEST(ProjectedGauss, BetweenItsStepsHasSPlus3OrdersUpTo2sAndSPlus2InMultipliersAtIndex2) {
  const std::map<std::string, std::map<std::string, Curve>> exact = {
      {"y",
       {{"y1", [](double t) { return std::exp(t); }}, {"y2", [](double t) { return std::exp(-2 * t); }}}},
      {"z", {{"z", [](double t) { return std::exp(2 * t); }}}}};
  const std::vector<std::pair<int, std::array<int, 2>>> cases = {
      {1, {80, 160}}, {2, {24, 48}}, {3, {24, 48}}, {4, {24, 36}}};
  for (const auto& [s, steps] : cases)
    expect_inner_orders(
        inner_orders(support::index_2(), "projected_gauss_" + std::to_string(s), 1, steps, exact), s, "z");
}

TEST(ProjectedGauss, BetweenItsStepsHasSPlus3OrdersUpTo2sAndSPlus2InMultipliersForAMechanism) {
  const model::Problem pendulum = support::pendulum(support::Form::second_order);
  const solution::Solution tight =
      pipeline::solve(pendulum, {.t_end = 0.5, .method = "dop853", .step = {.fixed_step = 1.0 / 400}});
  std::map<std::string, std::map<std::string, Curve>> exact;
  for (const auto& [unknowns, names] : std::map<std::string, std::vector<std::string>>{
           {"q", {"x", "y"}}, {"v", {"der(x)", "der(y)"}}, {"lambda", {"lambda"}}})
    for (const std::string& name : names)
      exact[unknowns][name] = [&tight, name](double t) { return tight.at(name, t); };
  const std::vector<std::pair<int, std::array<int, 2>>> cases = {
      {1, {40, 80}}, {2, {10, 20}}, {3, {8, 16}}, {4, {8, 12}}};
  for (const auto& [s, steps] : cases)
    expect_inner_orders(inner_orders(pendulum, "projected_gauss_" + std::to_string(s), 0.5, steps, exact), s,
                        "lambda");
}

// [HW96, VI.4]
TEST(Rodas, HasOrder4InAllUnknownsAtIndex1) {
  const auto order = index_orders("rodas", 1, {40, 80});
  EXPECT_NEAR(order.at("y"), 4, 0.35);
  EXPECT_GT(order.at("z"), 3.7);
}

// A flame smoulders, flares up and burns. Where it flares up, errors grow by the same factor from step to step; a controller that looks at
// the last error alone has every other step rejected there, one that continues the trend hardly any. [HW96, IV.8]
TEST(Rodas, ForeseesErrorsThatGrowFromStepToStep) {
  model::Model m("flame");
  const auto y = m.variable("y", {.start = 1e-4, .fixed = true});
  m.equation("burning", model::der(y) == y * y - y * y * y);
  for (const double tolerance : {1e-3, 1e-5}) {
    const solution::Solution run = pipeline::solve(
        m, {.t_end = 2e4, .tolerance = tolerance, .method = "rodas", .formulation = "as_written"});
    ASSERT_TRUE(run.success()) << run.message;
    EXPECT_NEAR(run.end("y"), 1, tolerance);
    EXPECT_LT(run.counts.rejected, run.counts.steps / 6) << tolerance;
  }
}

TEST(Rodas, RefusesAMatrixAtTheDerivativesThatChanges) {
  model::Model m("changing mass");
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             y = m.variable("y", {.start = 1, .fixed = true});
  m.equation("heavy", (1.0 + x * x) * model::der(x) + model::der(y) == -x);
  m.equation("light", model::der(y) == x);
  try {
    (void)pipeline::solve(m, {.t_end = 0.1, .method = "rodas", .formulation = "as_written"});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.where.equations, std::vector<std::string>{"heavy"});
  }
}

}  // namespace
}  // namespace trammel

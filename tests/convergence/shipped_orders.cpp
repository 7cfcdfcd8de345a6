// Orders of the shipped implicit methods where few steps already reach rounding, or where steps change:
// radau_iia_5 and radau_iia_7, the ESDIRK method, and the BDF with variable steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "formulation/catalog.hpp"
#include "integrate/methods/bdf.hpp"
#include "model/model.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/solve.hpp"
#include "support/index_problems.hpp"

namespace trammel {
namespace {

using model::der;
using model::Model;

// x' = v, v' = -ω² x, with z = x + v algebraic: x = cos ωt. ω = 8 keeps order 13 above rounding for some
// steps.
double error_of_oscillation(const std::string& method, int steps) {
  Model m("oscillation");
  const double omega = 8;
  const auto x = m.variable("x", {.start = 1, .fixed = true}),
             v = m.variable("v", {.start = 0, .fixed = true}), z = m.variable("z");
  m.equation("rate", der(x) == v);
  m.equation("force", der(v) == -omega * omega * x);
  m.equation("sum", z == x + v);
  pipeline::Options options{.t_end = 1, .method = method, .formulation = "as_written"};
  options.step.fixed_step = 1.0 / steps;
  const auto s = pipeline::solve(m, options);
  return std::max(std::fabs(s.end("x") - std::cos(omega)),
                  std::fabs(s.end("z") - std::cos(omega) + omega * std::sin(omega)) / omega);
}

double order_of_oscillation(const std::string& method, int steps) {
  return std::log2(error_of_oscillation(method, steps) / error_of_oscillation(method, 2 * steps));
}

// 2s − 1 in all unknowns of index 1. [HW96, VI.1]
TEST(ShippedRadau, HasOrder9With5StagesAnd13With7) {
  EXPECT_NEAR(order_of_oscillation("radau_iia_5", 4), 9, 0.4);
  EXPECT_NEAR(order_of_oscillation("radau_iia_7", 2), 13, 0.7);
}

// Stiffly accurate: no class of unknowns loses at index 1. [HW96, VI.1]
TEST(ShippedKvaerno5, HasOrder5InAllUnknownsAtIndex1) {
  for (const auto& [unknowns, order] : support::index_orders("kvaerno5", 1, {10, 40}))
    EXPECT_NEAR(order, 5, 0.4) << unknowns;
  EXPECT_NEAR(order_of_oscillation("kvaerno5", 64), 5, 0.3);
}

// The BDF that rises to k steps, on steps of about h in a pattern of blocks, from tiny ones that grow. The
// order of the formula is checked along with it.
double error_of_bdf(int k, double h) {
  Model m("driven decay");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), z = m.variable("z", {.start = 1});
  m.equation("rate", der(x) == -x + z - cos(m.time()));
  m.equation("algebra", z == cos(m.time()));
  pipeline::Setup setup =
      pipeline::set_up(m.problem(), formulation::find_formulation("as_written"), 0, false, {});
  integrate::Bdf method(*setup.instance, k);
  const std::size_t n = setup.start.y.size(),
                    at = static_cast<std::size_t>(std::ranges::find(setup.plan->state_names, "x") -
                                                  setup.plan->state_names.begin());
  std::vector<double> y = setup.start.y, next(n), error(n), slope(n), scale(n, 1e-10);
  method.begin({.y = y, .slope = setup.start.slope, .scale = scale, .rtol = 1e-10});
  double t = 0, now = h / 4096, worst = 0;
  for (int i = 0; t < 2; ++i) {
    constexpr double pattern[] = {1, 1.3, 0.8, 1.1};
    const double step = now == h ? h * pattern[i / (k + 2) % 4] : now;
    if (!method.attempt(t, step, y, next, error)) throw std::runtime_error("no step at " + std::to_string(t));
    method.end_slope(slope);
    method.accepted({.t = t + step, .y = next, .slope = slope, .scale = scale});
    method.next_step(step, 0.5);
    std::swap(y, next);
    t += step;
    if (now == h && t > 1.5) {
      EXPECT_EQ(method.order_used(), k) << "t = " << t;
      worst = std::max(worst, std::fabs(y[at] - std::exp(-t)));
    }
    if (i % (k + 2) == k + 1) now = std::min(h, 1.6 * now);
  }
  return worst;
}

// [BCP96, 5.2]: fixed leading coefficients keep order k when steps change.
TEST(ShippedBdf, HasTheOrderOfItsStepsOnStepsThatChange) {
  for (const int k : {2, 3, 4})
    EXPECT_NEAR(std::log2(error_of_bdf(k, 0.04) / error_of_bdf(k, 0.02)), k, 0.5) << k;
}

}  // namespace
}  // namespace trammel

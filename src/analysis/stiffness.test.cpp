// Decay rates against eigenvalues known by hand.
#include "analysis/stiffness.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "analysis/diagnosis.hpp"
#include "model/model.hpp"

namespace trammel::analysis {
namespace {

using expr::Formula;
using model::der;
using model::Model;

double decay_at_start(const model::Problem& problem, const analysis::Values& at) {
  const analysis::Diagnosis found = analysis::analyze(problem.dae);
  return analysis::fastest_decay({problem.dae, found.offsets, at, 0}).value();
}

TEST(FastestDecay, IsTheLargestEigenvalueOfALinearDecay) {
  Model m("decay");
  auto x = m.variable("x"), y = m.variable("y");
  m.equation("x", der(x) == -1000 * x + y);
  m.equation("y", der(y) == -3 * y);
  EXPECT_NEAR(decay_at_start(m.problem(), {{1, 0}, {1, 0}}), 1000, 1e-9);
}

TEST(FastestDecay, DoesNotCountOscillations) {
  Model m("oscillator");
  auto x = m.variable("x");
  m.equation("x", der(x, 2) == -1e8 * x);
  EXPECT_NEAR(decay_at_start(m.problem(), {{1, 0, 0}}), 0, 1e-4);  // λ = ±1e4 i
}

// λ = -50 ± 10⁴ i: gone after a tenth of a second, and in the way of explicit methods for all of a long run.
TEST(FastestDecay, CountsOscillationsThatDieOutEarly) {
  Model m("damped oscillator");
  auto x = m.variable("x");
  m.equation("x", der(x, 2) == -1e8 * x - 100 * der(x));
  const model::Problem problem = m.problem();
  const analysis::Diagnosis found = analysis::analyze(problem.dae);
  const analysis::Values at = {{1, 0, 0}};
  EXPECT_NEAR(analysis::fastest_decay({problem.dae, found.offsets, at, 0}, 10).value(), 1e4, 1);
  EXPECT_NEAR(analysis::fastest_decay({problem.dae, found.offsets, at, 0}, 0.1).value(), 50, 1e-3);
}

// y = x holds on every solution: along it all decays like x; beside it y returns to x at once.
TEST(FastestDecay, LooksAlongInvariantsAlone) {
  Model m("line");
  auto x = m.variable("x"), y = m.variable("y");
  m.equation("x", der(x) == -x);
  m.equation("y", der(y) == -1000 * (y - x) - x);
  const model::Problem problem = m.problem();
  const TopSystem top(problem.dae, analysis::analyze(problem.dae).offsets, {{1, -1}, {1, -1}}, 0);
  EXPECT_NEAR(fastest_decay(top).value(), 1000, 1e-9);
  expr::Graph& g = *problem.dae.graph;
  const expr::Expr x0 = g.symbol(problem.dae.variables[0].id), y0 = g.symbol(problem.dae.variables[1].id);
  const expr::Expr line = g.apply(expr::Op::sub, y0, x0);
  const std::vector<expr::Expr> twice = {line, g.apply(expr::Op::mul, g.constant(3), line)};
  AlongInvariants along(problem.dae, twice, top);
  EXPECT_NEAR(fastest_decay(top, 0, &along).value(), 1, 1e-9);
}

double decay_of_rod(int n) {
  Model m("rod");
  std::vector<Formula> u;
  for (int i = 0; i < n; ++i) u.push_back(m.variable("u" + std::to_string(i)));
  for (int i = 0; i < n; ++i) {
    Formula sum = -2 * u[i];
    if (i > 0) sum = sum + u[i - 1];
    if (i + 1 < n) sum = sum + u[i + 1];
    m.equation("heat" + std::to_string(i), der(u[i]) == sum);
  }
  return decay_at_start(m.problem(), analysis::Values(static_cast<std::size_t>(n), {0, 0}));
}

TEST(FastestDecay, FindsTheOutermostModeOfALongHeatRod) {  // λ_k = -4 sin²(kπ / (2 (n + 1)))
  for (const auto& [n, allowed] :
       {std::pair{300, 0.02}, std::pair{3000, 0.15}}) {  // fewer vectors of a longer one
    const double s = std::sin(n * std::numbers::pi / (2.0 * (n + 1)));
    EXPECT_NEAR(decay_of_rod(n), 4 * s * s, allowed);
  }
}

}  // namespace
}  // namespace trammel::analysis

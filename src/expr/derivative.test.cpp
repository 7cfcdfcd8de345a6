#include "expr/derivative.hpp"

#include <gtest/gtest.h>

#include "expr/print.hpp"
#include "expr/query.hpp"
#include "support/random_graph.hpp"

namespace trammel::expr {
namespace {

using support::RandomGraph;

// Values of the leaves, and a direction in which one of them (or all, for the total derivative) moves.
struct Point {
  explicit Point(RandomGraph& r) {
    for (std::uint32_t id = 1; id < r.graph.size(); ++id)
      if (is_leaf(r.graph.op({id})) && !r.graph.is_constant({id})) at[id] = r.number(0.2, 1.7);
  }
  double operator()(Expr leaf) const { return at.at(leaf.id); }
  std::unordered_map<std::uint32_t, double> at;
};

constexpr double step = 1e-200;

// Points where a function has a kink, a pole or leaves its domain say nothing.
bool smooth(double a, double b) { return std::isfinite(a) && std::isfinite(b) && std::fabs(a) < 1e8; }

TEST(Derivatives, JacobiansOfRandomExpressionsAgreeWithComplexSteps) {
  int compared = 0;
  for (unsigned seed = 1; seed <= 5000; ++seed) {
    RandomGraph r(seed);
    const Point point(r);
    std::vector<Expr> leaves = r.levels[0];
    leaves.insert(leaves.end(), r.levels[1].begin(), r.levels[1].end());
    leaves.push_back(r.graph.time());
    Point full = point;
    full.at.try_emplace(r.graph.time().id, 0.7);
    std::vector<std::vector<double>> dense(r.rows.size(), std::vector<double>(leaves.size(), 0.0));
    for (const Entry& entry : jacobian(r.graph, r.rows, leaves))
      dense[entry.row][entry.column] = evaluate(r.graph, std::span(&entry.value, 1), full)[0];
    for (std::size_t i = 0; i < r.rows.size(); ++i)
      for (std::size_t j = 0; j < leaves.size(); ++j) {
        const auto value = support::evaluate_complex(r.graph, r.rows[i], [&](Expr leaf) {
          return std::complex<double>(full(leaf), leaf == leaves[j] ? step : 0.0);
        });
        const double expected = value.imag() / step;
        if (!smooth(expected, dense[i][j]) || !smooth(value.real(), 0)) continue;
        EXPECT_NEAR(dense[i][j], expected, 1e-9 * (1 + std::fabs(expected)) * (1 + std::fabs(value.real())))
            << "seed " << seed << ": " << print(r.graph, r.rows[i], {.longest = 400});
        compared += expected != 0;
      }
  }
  EXPECT_GT(compared, 8000);
}

TEST(Derivatives, TotalDerivativesOfRandomExpressionsAgreeWithComplexSteps) {
  int compared = 0;
  for (unsigned seed = 1; seed <= 5000; ++seed) {
    RandomGraph r(seed, 30);
    std::vector<Expr> totals;
    for (const Expr row : r.rows) totals.push_back(r.graph.total(row));
    Point point(r);
    point.at.try_emplace(r.graph.time().id, 0.7);
    for (std::size_t i = 0; i < r.rows.size(); ++i) {
      const auto value = support::evaluate_complex(r.graph, r.rows[i], [&](Expr leaf) {
        double speed = leaf == r.graph.time() ? 1.0 : 0.0;
        if (r.graph.op(leaf) == Op::symbol) {
          const Expr next = r.graph.symbol(r.graph.index(leaf), r.graph.derivative(leaf) + 1);
          speed = point.at.contains(next.id) ? point(next) : 0.9;
        }
        return std::complex<double>(point(leaf), speed * step);
      });
      const double expected = value.imag() / step;
      const double found = evaluate(r.graph, std::span(&totals[i], 1), [&](Expr leaf) {
        return point.at.contains(leaf.id) ? point(leaf) : 0.9;
      })[0];
      if (!smooth(expected, found) || !smooth(value.real(), 0)) continue;
      EXPECT_NEAR(found, expected, 1e-9 * (1 + std::fabs(expected)) * (1 + std::fabs(value.real())))
          << "seed " << seed;
      compared += expected != 0;
    }
  }
  EXPECT_GT(compared, 2500);
}

// One reverse sweep per row: a sum over n variables must not cost n².
TEST(Derivatives, ALongRowCostsItsLength) {
  Graph g;
  std::vector<Expr> leaves;
  Expr sum = g.constant(1);
  for (int i = 0; i < 20000; ++i) {
    leaves.push_back(g.symbol(g.add_variable("x")));
    sum = g.apply(Op::add, sum, g.apply(Op::sin, leaves.back()));
  }
  const std::size_t before = g.size();
  EXPECT_EQ(jacobian(g, std::span(&sum, 1), leaves).size(), 20000u);
  EXPECT_LT(g.size() - before, 3u * 20000u);
}

}  // namespace
}  // namespace trammel::expr

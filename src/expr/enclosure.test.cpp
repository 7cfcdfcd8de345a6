// Intervals hold what the expression does at every point of a range.
#include "expr/enclosure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "expr/query.hpp"

namespace trammel::expr {
namespace {

class Enclosures : public ::testing::Test {
 protected:
  Graph g;
  Expr t = g.time();
  Expr number(double x) { return g.constant(x); }
  double at(Expr f, double s) {
    return evaluate(g, std::span(&f, 1), [&](Expr) { return s; })[0];
  }
  std::vector<Interval> over(Expr f, int order, double from, double to) {
    Enclosure enclosure(g, f, {{t.id, 0}});
    std::vector<Interval> time(static_cast<std::size_t>(order) + 1);
    time[0] = {from, to};
    if (order > 0) time[1] = {0.5 * (to - from), 0.5 * (to - from)};
    const auto result = enclosure.run(order, time, {});
    return {result.begin(), result.end()};
  }
};

// Values and slopes at 101 points of parts of all lengths lie in the intervals, for every operation that has slopes.
TEST_F(Enclosures, HoldValuesAndSlopesAtEveryPoint) {
  const Expr u =
      g.apply(Op::add, number(1.2), g.apply(Op::mul, number(0.4), g.apply(Op::sin, t)));  // 0.8 to 1.6
  const Expr small = g.apply(Op::mul, number(0.5), u);
  std::vector<Expr> all;
  for (const Op op : {Op::neg, Op::sin, Op::cos, Op::tan, Op::atan, Op::sinh, Op::cosh, Op::tanh, Op::exp,
                      Op::log, Op::log10, Op::sqrt, Op::abs})
    all.push_back(g.apply(op, u));
  for (const Op op : {Op::asin, Op::acos, Op::tan}) all.push_back(g.apply(op, small));
  for (const Op op : {Op::add, Op::sub, Op::mul, Op::div, Op::pow, Op::atan2, Op::min, Op::max})
    all.push_back(g.apply(op, u, g.apply(Op::cos, t)));
  for (const double p : {2.0, 3.0, -1.0, 0.5, 2.5}) all.push_back(g.apply(Op::pow, u, number(p)));
  all.push_back(g.apply(Op::pow, g.apply(Op::sin, t), number(3)));
  for (const Expr f : all)
    for (const double length : {0.01, 0.1, 0.7})
      for (double from = -2; from < 2; from += 0.37) {
        const double half = 0.5 * length, d = 1e-6;
        const std::vector<Interval> bound = over(f, 1, from, from + length);
        for (int k = 0; k <= 100; ++k) {
          const double s = from + length * k / 100, value = at(f, s);
          ASSERT_GE(value, bound[0].low - 1e-13) << info(g.op(f)).name << " at " << s;
          ASSERT_LE(value, bound[0].high + 1e-13) << info(g.op(f)).name << " at " << s;
          if (k == 0 || k == 100 || !bound[1].bounded()) continue;
          const double slope = half * (at(f, s + d) - at(f, s - d)) / (2 * d);
          ASSERT_GE(slope, bound[1].low - 1e-8) << info(g.op(f)).name << " at " << s;
          ASSERT_LE(slope, bound[1].high + 1e-8) << info(g.op(f)).name << " at " << s;
        }
      }
}

// sin(w t): f^(k)/k! is at most (w/2 length)^k/k!, and the interval is no wider.
TEST_F(Enclosures, OfASineAreNoWiderThanItsDerivatives) {
  const Expr f = g.apply(Op::sin, g.apply(Op::mul, number(6), t));
  const std::vector<Interval> bound = over(f, 9, 0, 1);
  double term = 1;
  for (int k = 1; k <= 9; ++k) {
    term *= 3.0 / k;
    EXPECT_LE(bound[static_cast<std::size_t>(k)].size(), term * (1 + 1e-12)) << k;
  }
}

TEST_F(Enclosures, SayNothingWhereAFunctionHasNoValueOrJumps) {
  EXPECT_FALSE(over(g.apply(Op::log, t), 1, -1, 1)[1].bounded());
  EXPECT_FALSE(over(g.apply(Op::floor, t), 1, 0.5, 1.5)[1].bounded());
  EXPECT_EQ(over(g.apply(Op::floor, t), 1, 1.25, 1.5)[0].high, 1);
  EXPECT_EQ(over(g.apply(Op::floor, t), 1, 1.25, 1.5)[1].size(), 0);
  const Expr choice = g.apply(Op::select, g.apply(Op::gt, t, number(1)), number(5), t);
  EXPECT_EQ(over(choice, 1, 2, 3)[0].low, 5);
  EXPECT_FALSE(over(choice, 1, 0.5, 3)[1].bounded());
}

}  // namespace
}  // namespace trammel::expr

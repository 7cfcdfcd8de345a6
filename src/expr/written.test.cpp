#include "expr/written.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "expr/derivative.hpp"
#include "expr/formula.hpp"
#include "expr/query.hpp"

namespace trammel::expr {
namespace {

struct Sandbox {
  Graph g;
  Expr x = variable(g, "x").in(g), limit = variable(g, "limit").in(g);
  double at(Expr e, double x_value, double limit_value = 0) const {
    return evaluate(g, std::span(&e, 1), [&](Expr leaf) { return leaf == x ? x_value : limit_value; })[0];
  }
  Expr fresh() { return g.symbol(g.add_variable({})); }
  Expr c(double value) { return g.constant(value); }
  Expr op(Op which, Expr a, Expr b) { return g.apply(which, a, b); }
};

// y := 1, k := 0; while k < limit loop y := y x; k := k + 1: y is x to the limit, rounded up.
Expr power(Sandbox& s) {
  const Expr y = s.fresh(), k = s.fresh();
  const LoopBody body{.state = {y, k},
                      .next = {s.op(Op::mul, y, s.x), s.op(Op::add, k, s.c(1))},
                      .condition = s.op(Op::lt, k, s.limit)};
  return after_loop(s.g, "power", body, std::vector{s.c(1), s.c(0)})[0];
}

TEST(Loops, HaveTheValuesAndDerivativesOfWhatTheyCompute) {
  Sandbox s;
  const Expr y = power(s);
  EXPECT_DOUBLE_EQ(s.at(y, 1.5, 4), std::pow(1.5, 4));
  EXPECT_DOUBLE_EQ(s.at(y, 1.5, 0), 1);
  const Expr slope = gradient(s.g, y, std::vector{s.x})[0];
  EXPECT_DOUBLE_EQ(s.at(slope, 1.5, 4), 4 * std::pow(1.5, 3));
  const Expr twice = gradient(s.g, slope, std::vector{s.x})[0];
  EXPECT_DOUBLE_EQ(s.at(twice, 1.5, 4), 12 * std::pow(1.5, 2));
  EXPECT_DOUBLE_EQ(s.at(twice, 1.5, 1), 0);
  EXPECT_TRUE(s.g.is_constant(gradient(s.g, y, std::vector{s.limit})[0], 0));  // it only counts
}

// Newton's iteration for the root of x: its slope is that of the root, 1/(2 sqrt x), where it has converged.
TEST(Loops, OfIterationsAreDifferentiatedRoundByRound) {
  Sandbox s;
  const Expr y = s.fresh(), before = s.fresh();
  const Expr step = s.op(Op::mul, s.c(0.5), s.op(Op::add, y, s.op(Op::div, s.x, y)));
  const Expr far = s.g.apply(Op::abs, s.op(Op::sub, y, before));
  const LoopBody body{
      .state = {y, before}, .next = {step, y}, .condition = s.op(Op::gt, far, s.op(Op::mul, s.c(1e-15), y))};
  const Expr root = after_loop(s.g, "root", body, std::vector{s.x, s.c(0)})[0];
  EXPECT_NEAR(s.at(root, 2), std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(s.at(gradient(s.g, root, std::vector{s.x})[0], 2), 0.5 / std::sqrt(2.0), 1e-15);
}

TEST(Loops, InsideLoopsAndWithoutEndAreCalledOrRefused) {
  Sandbox s;
  const Expr sum = s.fresh(), i = s.fresh();
  // sum := sum + (i by adding 1 i times)
  const Expr inner = s.fresh(), j = s.fresh();
  const LoopBody count{.state = {inner, j},
                       .next = {s.op(Op::add, inner, s.c(1)), s.op(Op::add, j, s.c(1))},
                       .condition = s.op(Op::lt, j, i)};
  const Expr counted = after_loop(s.g, "inner", count, std::vector{s.c(0), s.c(0)})[0];
  const LoopBody outer{.state = {sum, i},
                       .next = {s.op(Op::add, sum, s.op(Op::mul, counted, s.x)), s.op(Op::add, i, s.c(1))},
                       .condition = s.op(Op::le, i, s.limit)};
  const Expr total = after_loop(s.g, "outer", outer, std::vector{s.c(0), s.c(1)})[0];
  EXPECT_DOUBLE_EQ(s.at(total, 0.5, 4), 5);  // (1 + 2 + 3 + 4)/2
  EXPECT_DOUBLE_EQ(s.at(gradient(s.g, total, std::vector{s.x})[0], 0.5, 4), 10);
  const Expr k = s.fresh();
  const LoopBody endless{.state = {k}, .next = {s.op(Op::add, k, s.x)}, .condition = s.op(Op::ge, k, s.c(0))};
  const Expr never = after_loop(s.g, "the loop in line 7", endless, std::vector{s.c(0)})[0];
  try {
    watched([&] { return s.at(never, 1); });
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("the loop in line 7 has not ended"), std::string::npos);
  }
}

// f(n, x) = if n < 1 then 1 else x f(n - 1, x), so f = x^n.
TEST(Recursions, CallThemselvesAndTheirDerivatives) {
  Sandbox s;
  auto f = std::make_shared<Recursion>("f", 3, 1);
  const Expr guard = s.fresh(), n = s.fresh(), x = s.fresh();
  const Expr more = s.op(Op::ge, n, s.c(1));
  const Expr below =
      s.g.call(f->self(), std::vector{s.op(Op::logical_and, guard, more), s.op(Op::sub, n, s.c(1)), x}, 0);
  f->define(s.g, std::vector{guard, n, x},
            std::vector{s.g.apply(Op::select, more, s.op(Op::mul, x, below), s.c(1))});
  const Expr y = s.g.call(f, std::vector{s.c(1), s.limit, s.x}, 0);
  EXPECT_DOUBLE_EQ(s.at(y, 1.5, 5), std::pow(1.5, 5));
  const Expr slope = gradient(s.g, y, std::vector{s.x})[0];
  EXPECT_DOUBLE_EQ(s.at(slope, 1.5, 5), 5 * std::pow(1.5, 4));
  EXPECT_DOUBLE_EQ(s.at(gradient(s.g, slope, std::vector{s.x})[0], 1.5, 5), 20 * std::pow(1.5, 3));
}

TEST(Recursions, AreGoneWithTheirGraph) {
  std::weak_ptr<const Routine> watch;
  {
    Sandbox s;
    auto f = std::make_shared<Recursion>("f", 2, 1);
    const Expr guard = s.fresh(), x = s.fresh();
    const Expr below = s.g.call(f->self(), std::vector{s.op(Op::gt, x, s.c(1)), s.op(Op::sub, x, s.c(1))}, 0);
    f->define(s.g, std::vector{guard, x}, std::vector{s.op(Op::add, s.op(Op::mul, x, x), below)});
    const Expr slope = gradient(s.g, s.g.call(f, std::vector{s.c(1), s.x}, 0), std::vector{s.x})[0];
    watch = f;
    f.reset();
    EXPECT_FALSE(watch.expired());                // the graph holds it
    EXPECT_DOUBLE_EQ(s.at(slope, 2.5), 2 * 4.5);  // 2.5^2 + 1.5^2 + 0.5^2
  }
  EXPECT_TRUE(watch.expired());  // and nothing holds it in a circle
}

}  // namespace
}  // namespace trammel::expr

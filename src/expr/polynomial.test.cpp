#include "expr/polynomial.hpp"

#include <gtest/gtest.h>

#include "expr/print.hpp"

namespace trammel::expr {
namespace {

struct Terms {
  Graph graph;
  Expr x = graph.symbol(graph.add_variable("x")), y = graph.symbol(graph.add_variable("y"));
  Expr add(Expr a, Expr b) { return graph.apply(Op::add, a, b); }
  Expr sub(Expr a, Expr b) { return graph.apply(Op::sub, a, b); }
  Expr mul(Expr a, Expr b) { return graph.apply(Op::mul, a, b); }
};

TEST(Collected, BinomialsMultiplyOutAndEqualTermsCancel) {
  Terms t;  // (x + y)² − x² − y² = 2 x y
  const Expr sum = t.add(t.x, t.y);
  const Expr e =
      t.sub(t.sub(t.mul(sum, sum), t.mul(t.x, t.x)), t.graph.apply(Op::pow, t.y, t.graph.constant(2)));
  EXPECT_EQ(print(t.graph, collected(t.graph, e)), "2*x*y");
}

TEST(Collected, OtherOperationsAreAtoms) {
  Terms t;
  const Expr s = t.graph.apply(Op::sin, t.x);
  const Expr e = t.sub(t.add(t.mul(s, t.y), t.x), t.mul(t.y, s));
  EXPECT_EQ(collected(t.graph, e), t.x);
  EXPECT_EQ(collected(t.graph, t.sub(t.x, t.x)), t.graph.constant(0));
}

TEST(WithoutRounding, WhatCancelsUpToItsCoefficientsRoundingSaysNothing) {
  Terms t;  // 1.2 x − 1.8 (1.2/1.8) x is 2e-16 x; 1e-16 x, as of a small capacitor, is what it says
  const auto times = [&](double factor, Expr e) { return t.mul(t.graph.constant(factor), e); };
  const Expr nothing = t.sub(times(1.2, t.x), times(1.8, t.add(times(1.2 / 1.8, t.x), t.y)));
  EXPECT_EQ(without_rounding(t.graph, t.add(nothing, times(1.8, t.y))), t.graph.constant(0));
  EXPECT_EQ(without_rounding(t.graph, nothing), nothing);
  EXPECT_EQ(without_rounding(t.graph, times(1e-16, t.x)), times(1e-16, t.x));
}

}  // namespace
}  // namespace trammel::expr

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

}  // namespace
}  // namespace trammel::expr

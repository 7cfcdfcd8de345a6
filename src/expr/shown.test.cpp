#include "expr/shown.hpp"

#include <gtest/gtest.h>

namespace trammel::expr {
namespace {

class ShownTest : public testing::Test {
 protected:
  Graph g;
  Expr x = g.symbol(g.add_variable("x")), b = g.symbol(g.add_variable("b")), db = g.symbol(1, 1),
       l = g.parameter(g.add_parameter("l"));
  Expr n(double v) { return g.constant(v); }
  Expr mul(Expr p, Expr q) { return g.apply(Op::mul, p, q); }
  Expr add(Expr p, Expr q) { return g.apply(Op::add, p, q); }
  Expr sub(Expr p, Expr q) { return g.apply(Op::sub, p, q); }
  std::string show(Expr e) { return text(g, shown(g, e)); }
  std::string equation(Expr e) {
    const Sides both = sides(g, e);
    return text(g, both.left) + " = " + text(g, both.right);
  }
  std::string text(const Graph& graph, const Shown& s) { return expr::text(graph, s); }
};

TEST_F(ShownTest, EqualFactorsBecomePowers) {
  const Expr cosine = g.apply(Op::cos, b);
  EXPECT_EQ(show(mul(mul(db, cosine), db)), "der(b)^2*cos(b)");
  EXPECT_EQ(show(mul(n(2), mul(mul(x, x), x))), "2*x^3");
  EXPECT_EQ(show(mul(add(x, b), add(x, b))), "(x + b)^2");
}

TEST_F(ShownTest, EqualTermsAreUnitedWhateverTheOrderOfTheirFactors) {
  const Expr first = mul(x, db);  // made first, so that its order of factors is the one that is kept
  EXPECT_EQ(show(add(first, mul(db, x))), "2*x*der(b)");
  EXPECT_EQ(show(add(mul(x, b), sub(l, mul(b, x)))), "l");
}

// The second derivative of a rod x^2 + y^2 = l^2, as the chain rule makes it.
TEST_F(ShownTest, DerivativesOfConstraintsReadAsInBooks) {
  const Expr rod = sub(add(mul(x, x), mul(b, b)), mul(l, l));
  EXPECT_EQ(show(g.total(rod, 1)), "2*x*der(x) + 2*b*der(b)");
  EXPECT_EQ(show(g.total(rod, 2)), "2*der(x)^2 + 2*x*der(der(x)) + 2*der(b)^2 + 2*b*der(der(b))");
}

TEST_F(ShownTest, QuotientsKeepWhatStandsBelowTheLine) {
  EXPECT_EQ(show(g.apply(Op::div, x, mul(l, b))), "x/(l*b)");
  EXPECT_EQ(show(g.apply(Op::div, g.apply(Op::neg, x), l)), "-x/l");
  EXPECT_EQ(show(g.apply(Op::div, x, x)), "x/x");  // no 1 where x is 0
  EXPECT_EQ(show(sub(x, add(b, l))), "x - b - l");
  EXPECT_EQ(show(sub(x, mul(n(-2), b))), "x + 2*b");
}

TEST_F(ShownTest, EquationsHaveTheirHighestDerivativeOnTheLeft) {
  const Expr ddx = g.symbol(0, 2);
  EXPECT_EQ(equation(add(ddx, mul(l, x))), "der(der(x)) = -l*x");
  EXPECT_EQ(equation(sub(mul(l, db), add(x, b))), "l*der(b) = x + b");
  EXPECT_EQ(equation(sub(add(mul(x, x), mul(b, b)), mul(l, l))), "x^2 + b^2 = l^2");
  EXPECT_EQ(equation(add(x, mul(l, b))), "x = -l*b");
  EXPECT_EQ(equation(add(mul(l, x), mul(l, b))), "l*x + l*b = 0");
}

TEST_F(ShownTest, DeepAndHugeExpressionsAreCutNotFollowed) {
  Expr deep = x;
  for (int i = 0; i < 100'000; ++i) deep = g.apply(Op::sin, add(deep, n(i)));
  EXPECT_LT(show(deep).size(), 4000u);
  Expr wide = x;  // a tree of 2^60 leaves, if it were written out
  for (int i = 0; i < 60; ++i) wide = g.apply(Op::sin, mul(g.apply(Op::cos, wide), g.apply(Op::exp, wide)));
  EXPECT_LT(expr::text(g, shown(g, wide), 1000).size(), 1100u);
}

}  // namespace
}  // namespace trammel::expr

#include "expr/graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "expr/derivative.hpp"
#include "expr/formula.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::expr {
namespace {

struct GraphTest : testing::Test {
  Graph g;
  Formula x = variable(g, "x"), y = variable(g, "y"), L = parameter(g, "L"), t = time(g);
  std::string text(const Formula& f) { return f.text(); }
  double value(const Formula& f, double at_x, double at_y = 0) {
    const Expr e = f.in(g);
    return evaluate(g, std::span(&e, 1), [&](Expr leaf) {
      return leaf == x.in(g) ? at_x : leaf == y.in(g) ? at_y : 0.5;
    })[0];
  }
};

TEST_F(GraphTest, EqualTreesShareOneId) {
  EXPECT_EQ((x * y + 1.0).in(g), (1.0 + y * x).in(g));
  EXPECT_NE((x - y).in(g), (y - x).in(g));
}

// More nodes with one newest operand than places near it, and nodes of all pairs of operands.
TEST_F(GraphTest, EqualTreesShareOneIdHoweverManyThereAre) {
  std::vector<Formula> u;
  for (int k = 0; k < 300; ++k) u.push_back(variable(g, "u" + std::to_string(k)));
  const Formula last = variable(g, "last");
  std::vector<Expr> first;
  for (int round = 0; round < 2; ++round) {
    std::size_t next = 0;
    const auto meet = [&](const Formula& f) {
      if (round == 0)
        first.push_back(f.in(g));
      else
        EXPECT_EQ(f.in(g), first[next++]);
    };
    for (int i = 0; i < 300; ++i) {
      meet(last * u[i]);
      meet(u[i] - last);
      meet(der(u[i], 2));
      for (int j = 0; j < i; ++j) meet(u[i] * u[j]);
    }
  }
  std::ranges::sort(first);
  EXPECT_EQ(std::ranges::adjacent_find(first), first.end());  // and different ones do not
}

TEST_F(GraphTest, IdentitiesAreApplied) {
  EXPECT_EQ((x + 0.0).in(g), x.in(g));
  EXPECT_EQ((1.0 * x).in(g), x.in(g));
  EXPECT_EQ((x / 1.0).in(g), x.in(g));
  EXPECT_EQ((-(-x)).in(g), x.in(g));
  EXPECT_EQ(pow(x, 1.0).in(g), x.in(g));
  EXPECT_EQ(text(x + x), "2*x");
  EXPECT_EQ(text(x + (-y)), "x - y");
  EXPECT_EQ(text(2.0 * (3.0 * x)), "6*x");
  EXPECT_EQ(text(Formula(g, g.apply(Op::sin, g.constant(0)))), "0");
}

// A user who divides by zero must be told; a simplifier that makes x/x = 1 hides it.
TEST_F(GraphTest, NothingThatCanBeNaNIsSimplifiedAway) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const Formula& f : {0.0 * x, x - x, x / x, 0.0 / x, min(x, 1.0), max(1.0, x), sign(x), mod(x, 2.0)})
    EXPECT_TRUE(std::isnan(value(f, nan))) << f.text();
  EXPECT_TRUE(std::isnan(value(0.0 * x, inf)));
  EXPECT_TRUE(std::isnan(value(x - x, inf)));
  EXPECT_TRUE(std::isnan(value(x / x, 0)));
  EXPECT_EQ(text(Formula(g, g.apply(Op::div, g.constant(0), g.constant(0)))), "0/0");
  // constants are only gathered where no overflow or underflow could appear
  EXPECT_EQ(value(1e200 * (1e200 * x), 1e-300), 1e100);
}

TEST_F(GraphTest, PrintsAsMathematicsWithMinimalParentheses) {
  EXPECT_EQ(text(x * x + y * y - L * L), "x*x + y*y - L*L");
  EXPECT_EQ(text((x + y) * (x - y)), "(x + y)*(x - y)");
  EXPECT_EQ(text(x - (y - L)), "x - (y - L)");
  EXPECT_EQ(text(x + (y - L)), "x + y - L");
  EXPECT_EQ(text(x / (y * L)), "x/(y*L)");
  EXPECT_EQ(text(x / y / L), "x/y/L");
  EXPECT_EQ(text(pow(x + 1.0, 2.0)), "(x + 1)^2");
  EXPECT_EQ(text(-pow(x, 2.0)), "-x^2");
  EXPECT_EQ(text(pow(-x, 2.0)), "(-x)^2");
  EXPECT_EQ(text(pow(x, -1.0)), "x^(-1)");
  EXPECT_EQ(text(-2.0 * x), "-2*x");
  EXPECT_EQ(text(y - 2.0 * x), "y - 2*x");
  EXPECT_EQ(text(y + -2.0 * x), "y - 2*x");
  EXPECT_EQ(text(sin(L * t) * 0.1), "0.1*sin(L*time)");
  EXPECT_EQ(text(select(x > 0.0 && !(y <= 1.0), sqrt(x), 0.0)),
            "if x > 0 and not y <= 1 then sqrt(x) else 0");
  EXPECT_EQ(text((select(x > 0.0, x, y)) * 2.0), "2*(if x > 0 then x else y)");
  EXPECT_EQ(text(der(x, 2)), "der(der(x))");
  EXPECT_EQ(text(atan2(y, x)), "atan2(y, x)");
}

TEST_F(GraphTest, TheTotalDerivativeOfTheCircleIsTheHiddenConstraint) {
  EXPECT_EQ(text(der(pow(x, 2.0) + pow(y, 2.0) - L * L)), "2*x*der(x) + 2*y*der(y)");
  EXPECT_EQ(text(der(x * x)), "2*x*der(x)");
  EXPECT_EQ(text(der(pow(x, 2.0), 2)), "2*(der(x)*der(x) + x*der(der(x)))");
  EXPECT_EQ(text(der(sin(t))), "cos(time)");
  EXPECT_EQ(text(der(L)), "0");
  EXPECT_EQ(text(der(x / L)), "der(x)/L");
}

TEST_F(GraphTest, ChoicesAreDifferentiatedBranchByBranch) {
  const Formula guarded = select(x >= 0.0, sqrt(x), 0.0);
  const Expr row = guarded.in(g), leaf = x.in(g);
  const Expr slope = gradient(g, (3.0 * guarded).in(g), std::span(&leaf, 1))[0];
  EXPECT_EQ(value(Formula(g, slope), -1), 0);  // a masked product would be 0*inf = NaN
  EXPECT_DOUBLE_EQ(value(Formula(g, slope), 4), 0.75);
  EXPECT_EQ(value(Formula(g, g.total(row)), -1), 0);
  const Expr larger = gradient(g, max(sqrt(x), 1.0).in(g), std::span(&leaf, 1))[0];
  EXPECT_EQ(value(Formula(g, larger), 0), 0);
}

TEST_F(GraphTest, QueriesAndSubstitution) {
  const Formula f = x * der(y, 2) + sin(L) * der(x) + t;
  EXPECT_EQ(highest_derivatives(g, f.in(g)), (std::vector<std::pair<int, int>>{{0, 1}, {1, 2}}));
  const Expr top = der(y, 2).in(g), low = x.in(g);
  EXPECT_EQ(dependence(g, f.in(g), std::span(&top, 1)), Dependence::affine);
  const Expr both[] = {top, low};
  EXPECT_EQ(dependence(g, f.in(g), both), Dependence::nonlinear);
  const Expr other = y.in(g);
  EXPECT_EQ(dependence(g, f.in(g), std::span(&other, 1)), Dependence::none);
  const Expr row = (x + y).in(g);
  const std::vector<Expr> changed = substitute(g, std::span(&row, 1), {{x.in(g).id, (L * y).in(g)}});
  EXPECT_EQ(print(g, changed[0]), "L*y + y");
}

// 10⁶ nested operations: nothing recurses, nothing is quadratic.
TEST_F(GraphTest, AMillionNestedOperationsWork) {
  Formula f = x;
  for (int i = 0; i < 1'000'000; ++i) f = sin(f) + y;
  const Expr row = f.in(g), by[] = {x.in(g), y.in(g)};
  EXPECT_TRUE(std::isfinite(value(f, 0.1, 0.2)));
  EXPECT_EQ(jacobian(g, std::span(&row, 1), by).size(), 2u);
  EXPECT_TRUE(g.total(row));
  EXPECT_EQ(dependence(g, row, by), Dependence::nonlinear);
  EXPECT_GT(print(g, row).size(), 1000u);
  EXPECT_NE(substitute(g, std::span(&row, 1), {{x.in(g).id, y.in(g)}})[0], row);
}

TEST_F(GraphTest, WrongUseNamesTheCulprit) {
  Graph other;
  const Formula z = variable(other, "z");
  const auto message = [](auto&& action) -> std::string {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_NE(message([&] { x* z; }).find("'x' and 'z' belong to two different models"), std::string::npos);
  EXPECT_NE(message([&] { g.constant(std::nan("")); }).find("NaN"), std::string::npos);
  EXPECT_NE(message([&] { g.apply(Op::add, x.in(g), Expr{}); }).find("second operand is missing"),
            std::string::npos);
  EXPECT_NE(message([&] { g.apply(Op::sin, Expr{99999}); }).find("two graphs"), std::string::npos);
  EXPECT_NE(message([&] { g.symbol(7); }).find("no variable number 7"), std::string::npos);
}

// What stands below is found again and never changed, whoever works on top of it.
TEST(StackedGraphs, ShareWhatIsBelowAndChangeNothingOfIt) {
  auto base = std::make_shared<Graph>();
  const Formula x = variable(*base, "x"), y = variable(*base, "y");
  const Expr f = (x * x + y).in(*base);
  const std::size_t size = base->size();

  Graph one(base), other(base);
  EXPECT_EQ(one.apply(Op::mul, x.in(*base), x.in(*base)), (x * x).in(*base));
  EXPECT_EQ(one.symbol(0), x.in(*base));
  const Expr rate = one.total(f);
  EXPECT_EQ(print(one, rate), "2*x*der(x) + der(y)");
  const int z = other.add_variable("z");
  EXPECT_EQ(print(other, other.apply(Op::add, other.symbol(z), f)), "z + x*x + y");
  EXPECT_EQ(print(other, other.total(f)), "2*x*der(x) + der(y)");
  EXPECT_EQ(base->size(), size);
  EXPECT_EQ(base->variables(), 2);

  // Three deep: each finds what any below it has made.
  const auto middle = std::make_shared<Graph>(base);
  const Expr middle_rate = middle->total(f), speed = middle->symbol(0, 1);
  Graph top(middle);
  EXPECT_EQ(top.total(f), middle_rate);
  EXPECT_EQ(top.symbol(0, 1), speed);
  EXPECT_EQ(top.symbol(1), y.in(*base));
}

// The graph below may go on; what it makes later is unknown on top, where the same numbers mean other nodes.
TEST(StackedGraphs, DoNotSeeWhatIsMadeBelowLater) {
  auto base = std::make_shared<Graph>();
  const Formula x = variable(*base, "x");
  Graph top(base);
  const Expr later = base->apply(Op::sin, x.in(*base)), speed = base->symbol(0, 1);
  const Expr own = top.apply(Op::cos, x.in(*base)), own_speed = top.symbol(0, 1);
  EXPECT_EQ(print(top, own), "cos(x)");
  EXPECT_EQ(print(*base, later), "sin(x)");
  EXPECT_EQ(print(top, top.apply(Op::sin, x.in(*base))), "sin(x)");
  EXPECT_EQ(print(top, own_speed), "der(x)");
  EXPECT_EQ(print(*base, speed), "der(x)");
}

TEST(StackedGraphs, HoldManyChunksOfNodes) {
  auto base = std::make_shared<Graph>();
  Formula f = variable(*base, "x");
  for (int i = 0; i < 3000; ++i) f = sin(f) + static_cast<double>(i);
  Graph top(base);
  const Expr row = f.in(*base), x = top.symbol(0);
  EXPECT_EQ(jacobian(top, std::span(&row, 1), std::span(&x, 1)).size(), 1u);
  EXPECT_GT(top.size(), base->size());
}

}  // namespace
}  // namespace trammel::expr

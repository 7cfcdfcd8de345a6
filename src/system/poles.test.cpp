#include "system/poles.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace trammel::system {
namespace {

using expr::Expr;
using expr::Op;

struct Leaves {
  expr::Graph graph;
  Expr x, y, other, p;
  Leaves() {
    x = graph.symbol(graph.add_variable("x"));
    y = graph.symbol(graph.add_variable("y"));
    other = graph.symbol(graph.add_variable("other"));
    p = graph.parameter(graph.add_parameter("p"));
  }
  Expr number(double value) { return graph.constant(value); }
  std::vector<Expr> poles(std::vector<Expr> rows) {
    const std::vector<Expr> known{x, y};
    std::vector<Expr> found;
    for (const Pole& pole : find_poles(graph, rows, known)) found.push_back(pole.denominator);
    std::ranges::sort(found, {}, &Expr::id);
    return found;
  }
};

TEST(Poles, AreTheFactorsOfDenominators) {
  Leaves l;
  const Expr product = l.graph.apply(Op::mul, l.x, l.graph.apply(Op::sub, l.y, l.number(1)));
  EXPECT_EQ(l.poles({l.graph.apply(Op::div, l.number(1), product)}).size(), 2u);
  EXPECT_EQ(l.poles({l.graph.apply(Op::div, l.y, l.x)}), std::vector{l.x});
  EXPECT_EQ(l.poles({l.graph.apply(Op::pow, l.x, l.number(-2))}), std::vector{l.x});
  EXPECT_EQ(l.poles({l.graph.apply(Op::div, l.number(1), l.graph.apply(Op::pow, l.x, l.number(3)))}),
            std::vector{l.x});
}

TEST(Poles, AreNotWhereNothingChangesItsSign) {
  Leaves l;
  const Expr squares =
      l.graph.apply(Op::add, l.graph.apply(Op::mul, l.x, l.x), l.graph.apply(Op::pow, l.y, l.number(2)));
  EXPECT_TRUE(l.poles({l.graph.apply(Op::div, l.x, squares)}).empty());
  EXPECT_TRUE(l.poles({l.graph.apply(Op::div, l.x, l.graph.apply(Op::sqrt, l.y))}).empty());
  EXPECT_TRUE(l.poles({l.graph.apply(Op::div, l.x, l.p)}).empty());
  EXPECT_TRUE(l.poles({l.graph.apply(Op::div, l.x, l.graph.apply(Op::add, l.other, l.y))}).empty());
}

// A transistor's charge divides by a voltage that is zero where another formula takes over.
TEST(Poles, AreNotInBranchesOfChoices) {
  Leaves l;
  const Expr quotient = l.graph.apply(Op::div, l.y, l.x);
  const Expr condition = l.graph.apply(Op::lt, l.number(0), l.x);
  EXPECT_TRUE(l.poles({l.graph.apply(Op::select, condition, quotient, l.y)}).empty());
  EXPECT_TRUE(l.poles({l.graph.apply(Op::min, quotient, l.y)}).empty());
}

TEST(Poles, BelongToTheFirstRowThatHasThem) {
  Leaves l;
  const Expr quotient = l.graph.apply(Op::div, l.y, l.x);
  const std::vector<Expr> rows{l.y, quotient, l.graph.apply(Op::add, quotient, l.x)}, known{l.x, l.y};
  const std::vector<Pole> found = find_poles(l.graph, rows, known);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].row, 1u);
}

}  // namespace
}  // namespace trammel::system

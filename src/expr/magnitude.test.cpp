#include "expr/magnitude.hpp"

#include <gtest/gtest.h>

#include "expr/formula.hpp"
#include "expr/query.hpp"

namespace trammel::expr {
namespace {

struct Fixture {
  Graph graph;
  Formula x{graph, graph.symbol(graph.add_variable("x"))}, y{graph, graph.symbol(graph.add_variable("y"))};
  Formula p{graph, graph.parameter(graph.add_parameter("p"))};
  double size(const Formula& f, double at_x, double at_y, double at_p = 1) {
    const Expr row = f.in(graph);
    const auto sizes = magnitudes(graph, std::span(&row, 1));
    return evaluate(graph, sizes, [&](Expr leaf) {
      return graph.op(leaf) == Op::parameter ? at_p : graph.index(leaf) == 0 ? at_x : at_y;
    })[0];
  }
};

TEST(Magnitude, IsTheSumOfTheAbsoluteValuesOfTheTerms) {
  Fixture f;
  EXPECT_DOUBLE_EQ(f.size(f.x * f.x + f.y - 3, 2, -1), 4 + 1 + 3);
  EXPECT_DOUBLE_EQ(f.size(-(f.x - f.y), 5, 5), 10);
}

TEST(Magnitude, MultipliesConstantFactorsOutSoThatTheFormOfAnEquationDoesNotMatter) {
  Fixture f;
  EXPECT_DOUBLE_EQ(f.size(f.p * (f.x - f.y) - 1, 5, 5, 2), 21);
  EXPECT_DOUBLE_EQ(f.size((f.x - f.y) / f.p - 1, 5, 5, 2), 6);
  EXPECT_DOUBLE_EQ(f.size(7 * (f.x - f.y), 5, 5), 70);
}

TEST(Magnitude, OfOneProductOfSumsIsTheProductOfTheirs) {
  Fixture f;
  EXPECT_DOUBLE_EQ(f.size((f.x - 1) * (f.y - 2), 1, 2), 2 * 4);
  EXPECT_DOUBLE_EQ(f.size(pow(f.x - 1, 2), 1, 0), 4);
}

TEST(Magnitude, OfAVeryLongSumNeedsNoDeepStack) {
  Fixture f;
  Formula sum = f.x;
  for (int k = 0; k < 50000; ++k) sum = sum + sin(f.x * k);
  EXPECT_DOUBLE_EQ(f.size(sum, 0, 0), 0);
}

}  // namespace
}  // namespace trammel::expr

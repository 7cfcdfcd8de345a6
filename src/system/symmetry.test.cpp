#include "system/symmetry.hpp"

#include <gtest/gtest.h>

namespace trammel::system {
namespace {

using expr::Expr;
using expr::Op;

struct Matrix {  // of formulas in x0, x1, x2
  expr::Graph graph;
  std::vector<Expr> x;
  std::vector<expr::Entry> entries = {};
  Matrix() {
    for (int i = 0; i < 3; ++i)
      x.push_back(graph.symbol(graph.add_variable("x" + std::string(1, char('0' + i)))));
  }
  Expr number(double value) { return graph.constant(value); }
  Expr times(Expr a, Expr b) { return graph.apply(Op::mul, a, b); }
  Expr minus(Expr a, Expr b) { return graph.apply(Op::sub, a, b); }
  void set(int i, int j, Expr value) { entries.push_back({i, j, value}); }
  linalg::Symmetry find(int n) { return find_symmetry(graph, entries, n); }
};

// The pendulum's [1 0 x; 0 1 y; 2x 2y 0], first as it stands, then with its rows in another order.
TEST(Symmetry, OfAPendulumIsFoundUpToAFactor) {
  for (const std::vector<int>& order : {std::vector{0, 1, 2}, {2, 0, 1}}) {
    Matrix m;
    for (int i = 0; i < 2; ++i) {
      m.set(order[i], i, m.number(1));
      m.set(order[i], 2, m.x[i]);
      m.set(order[2], i, m.times(m.number(2), m.x[i]));
    }
    const linalg::Symmetry found = m.find(3);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.row, order);
    EXPECT_EQ(found.scale[order[0]] / found.scale[order[2]], 2);
    EXPECT_EQ(found.scale[order[0]], found.scale[order[1]]);
  }
}

TEST(Symmetry, SeesThroughProductsAndDifferences) {
  Matrix m;  // [x0, (x1-x2)·2x0; -3x0·(x2-x1), 1]
  m.set(0, 0, m.x[0]);
  m.set(0, 1, m.times(m.minus(m.x[1], m.x[2]), m.times(m.number(2), m.x[0])));
  m.set(1, 0, m.times(m.times(m.number(-3), m.x[0]), m.minus(m.x[2], m.x[1])));
  m.set(1, 1, m.number(1));
  const linalg::Symmetry found = m.find(2);
  ASSERT_FALSE(found.empty());
  EXPECT_DOUBLE_EQ(found.scale[0] * 2, found.scale[1] * 3);
}

// All rows but the first and the last look alike: to tell them apart by their surroundings takes a round per
// row. In their order they are symmetric at a glance; in another order a few are paired, many are not.
TEST(Symmetry, OfManyEqualRowsIsFoundInTheirOrderAndElseUpToASize) {
  const auto chain = [](int n, int shift) {
    Matrix m;
    for (int i = 0; i < n; ++i) {
      const int row = (i + shift) % n;
      m.set(row, i, m.number(2));
      if (i > 0) m.set(row, i - 1, m.number(-1));
      if (i + 1 < n) m.set(row, i + 1, m.number(-1));
    }
    return m.find(n);
  };
  EXPECT_FALSE(chain(3000, 0).empty());
  EXPECT_FALSE(chain(100, 1).empty());
  EXPECT_TRUE(chain(3000, 1).empty());
}

TEST(Symmetry, IsNotSeenWhereThereIsNone) {
  Matrix formulas;  // other formulas
  formulas.set(0, 0, formulas.number(1)), formulas.set(0, 1, formulas.x[0]);
  formulas.set(1, 0, formulas.x[1]), formulas.set(1, 1, formulas.x[2]);
  EXPECT_TRUE(formulas.find(2).empty());
  Matrix factors;  // a cycle whose factors do not agree
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      factors.set(i, j, i == j ? factors.x[i] : factors.number(i == 0 && j == 1 ? 2 : 1));
  EXPECT_TRUE(factors.find(3).empty());
  Matrix pattern;  // an entry without its mirror image
  pattern.set(0, 0, pattern.x[0]), pattern.set(1, 1, pattern.x[1]), pattern.set(0, 1, pattern.x[2]);
  EXPECT_TRUE(pattern.find(2).empty());
}

}  // namespace
}  // namespace trammel::system

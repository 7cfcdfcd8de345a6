// What the theorems on Runge-Kutta methods say of each index, each shown by a method that meets its
// assumptions, which are checked along with it. In extended precision: order 13 leaves double precision
// behind after two steps. [HLR89, 3-6; HW96, VI.1, VII.4, VII.5]
#include <gtest/gtest.h>

#include "support/plain_methods.hpp"

namespace trammel {
namespace {

using support::plain_circle;
using support::plain_gauss;
using support::plain_index_1;
using support::plain_index_2;
using support::plain_lobatto_iiic;
using support::plain_orders;
using support::plain_radau_ia;
using support::plain_radau_iia;
using support::plain_theta;
using support::PlainRungeKutta;
using support::Real;

void expect_orders(const std::vector<Real>& found, const std::vector<double>& claimed,
                   double tolerance = 0.25) {
  ASSERT_EQ(found.size(), claimed.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(static_cast<double>(found[i]), claimed[i], tolerance) << "class " << i;
}

bool stiffly_accurate(const PlainRungeKutta& m) {
  return (m.A.row(m.A.rows() - 1).transpose() - m.b).cwiseAbs().maxCoeff() < 1e-17L;
}

// The formulas; the shipped methods are in shipped_orders.cpp.
TEST(TheoremsOnRadauIIA, WithFiveStagesHasOrders9At1And9And5AtIndex2And9And5And4AtIndex3) {
  const PlainRungeKutta m = plain_radau_iia(5);
  expect_orders(plain_orders(m, plain_circle(1), 8, 2), {9, 9});
  expect_orders(plain_orders(m, plain_circle(2), 8, 2), {9, 5});
  expect_orders(plain_orders(m, plain_circle(3), 8, 1), {9, 5, 4});
}

TEST(TheoremsOnRadauIIA, WithSevenStagesHasOrders13At1And13And7AtIndex2And13And7And6AtIndex3) {
  const PlainRungeKutta m = plain_radau_iia(7);
  expect_orders(plain_orders(m, plain_circle(1), 4, 2), {13, 13}, 0.35);
  expect_orders(plain_orders(m, plain_circle(2), 4, 2), {13, 7}, 0.35);
  expect_orders(plain_orders(m, plain_circle(3), 4, 2), {13, 7, 6}, 0.35);
}

// Index 1, first case: a_si = b_i, then z keeps the order p of y.
TEST(TheoremsAtIndex1, StifflyAccurateMethodsKeepTheirOrderInZ) {
  ASSERT_TRUE(stiffly_accurate(plain_radau_iia(3)));
  ASSERT_TRUE(stiffly_accurate(plain_lobatto_iiic(3)));
  expect_orders(plain_orders(plain_radau_iia(3), plain_index_1(), 16), {5, 5});
  expect_orders(plain_orders(plain_lobatto_iiic(3), plain_index_1(), 16), {4, 4});
}

// Second case: −1 <= R(∞) < 1, z has order q+1.
TEST(TheoremsAtIndex1, BoundedMethodsHaveOneMoreThanTheStageOrderInZ) {
  EXPECT_NEAR(static_cast<double>(plain_gauss(1).at_infinity()), -1, 1e-15);
  expect_orders(plain_orders(plain_gauss(1), plain_index_1(), 64), {2, 2});
  expect_orders(plain_orders(plain_gauss(3), plain_index_1(), 32), {6, 4});
  EXPECT_NEAR(static_cast<double>(plain_radau_ia(3).at_infinity()), 0, 1e-15);
  EXPECT_TRUE(plain_radau_ia(3).satisfies_C(2) && !plain_radau_ia(3).satisfies_C(3));
  expect_orders(plain_orders(plain_radau_ia(3), plain_index_1(), 32), {5, 3});
}

// Third case: R(∞) = 1, z has order q.
TEST(TheoremsAtIndex1, MethodsWithROneHaveTheStageOrderInZ) {
  EXPECT_NEAR(static_cast<double>(plain_gauss(2).at_infinity()), 1, 1e-15);
  expect_orders(plain_orders(plain_gauss(2), plain_index_1(), 32), {4, 2});
  EXPECT_NEAR(static_cast<double>(plain_orders(plain_gauss(4), plain_index_1(), 32)[1]), 4, 0.2);
}

// Fourth case: |R(∞)| > 1, z diverges, and the faster the smaller the steps; y does not notice.
TEST(TheoremsAtIndex1, MethodsWithRAboveOneDivergeInZ) {
  const PlainRungeKutta m = plain_theta(0.4L);
  EXPECT_NEAR(static_cast<double>(m.at_infinity()), -1.5, 1e-15);
  const auto coarse = plain_errors(m, plain_index_1(), 16), fine = plain_errors(m, plain_index_1(), 32);
  EXPECT_GT(fine[1], 10 * coarse[1]);
  EXPECT_LT(fine[0], coarse[0]);
}

// Index 2, |R(∞)| < 1: order q+1 in y if no more is known of the local error, q in z; projected local errors
// of higher order lift y. [HLR89, Theorems 4.4, 4.6]
TEST(TheoremsAtIndex2, DampingMethodsHaveOneMoreThanTheStageOrderInYAndTheStageOrderInZ) {
  EXPECT_TRUE(plain_radau_ia(2).satisfies_C(1) && !plain_radau_ia(2).satisfies_C(2));
  expect_orders(plain_orders(plain_radau_ia(2), plain_index_2(), 128), {2, 1});
  expect_orders(plain_orders(plain_radau_ia(3), plain_index_2(), 64), {3, 2});
  expect_orders(plain_orders(plain_radau_iia(2), plain_index_2(), 64), {3, 2});
  expect_orders(plain_orders(plain_lobatto_iiic(3), plain_index_2(), 64), {4, 2});
}

// R(∞) = 1: q in y, q−2 in z. R(∞) = −1: q+1 in y, q−1 in z. [HLR89, Theorem 4.9]
TEST(TheoremsAtIndex2, GaussLosesAsManyOrdersAsTheTheoremAllows) {
  expect_orders(plain_orders(plain_gauss(1), plain_circle(2), 64), {2, 0});
  expect_orders(plain_orders(plain_gauss(2), plain_circle(2), 64), {2, 0});
  expect_orders(plain_orders(plain_gauss(3), plain_circle(2), 16), {4, 2});
  expect_orders(plain_orders(plain_gauss(4), plain_circle(2), 8), {4, 2});
}

// Index 3, |R(∞)| < 1, q >= 2: at least q, q, q−1. Radau IA with three stages has q = 2. [HLR89, Theorem 6.4]
TEST(TheoremsAtIndex3, StageOrder2GivesAtLeast2And2And1) {
  const PlainRungeKutta m = plain_radau_ia(3);
  ASSERT_TRUE(m.satisfies_B(5) && m.satisfies_C(2) && !m.satisfies_C(3));
  const auto order = plain_orders(m, plain_circle(3), 32);
  EXPECT_GT(order[0], 2 - 0.2L);
  EXPECT_NEAR(static_cast<double>(order[1]), 2, 0.2);
  EXPECT_NEAR(static_cast<double>(order[2]), 1, 0.2);
}

// With D(1) and q >= 3 positions have at least q+1; Radau IA with four stages shows that it need not be more.
// [HLR89, Theorem 6.7]
TEST(TheoremsAtIndex3, WithD1AndStageOrder3PositionsHaveOrder4) {
  const PlainRungeKutta m = plain_radau_ia(4);
  ASSERT_TRUE(m.satisfies_C(3) && !m.satisfies_C(4) && m.satisfies_D(1));
  expect_orders(plain_orders(m, plain_circle(3), 16), {4, 3, 2});
}

// With D(2), q >= 4, p >= q+2 and Σ b_i ω_ij c_j^(q+1) = 1 (stiffly accurate methods have it) at least q+2.
// [HLR89, Theorem 6.8]
TEST(TheoremsAtIndex3, WithD2AndStageOrder4PositionsHaveAtLeastOrder6) {
  const PlainRungeKutta m = plain_radau_iia(4);
  ASSERT_TRUE(m.satisfies_B(7) && m.satisfies_C(4) && m.satisfies_D(2) && stiffly_accurate(m));
  const auto order = plain_orders(m, plain_circle(3), 16);
  EXPECT_GT(order[0], 6 - 0.2L);
  EXPECT_NEAR(static_cast<double>(order[1]), 4, 0.2);
  EXPECT_NEAR(static_cast<double>(order[2]), 3, 0.2);
}

}  // namespace
}  // namespace trammel

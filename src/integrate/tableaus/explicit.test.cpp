// The coefficients of the explicit methods satisfy all order conditions, tree by tree.
#include "integrate/tableaus/explicit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "integrate/tableaus/classical.hpp"
#include "integrate/tableaus/dormand_prince.hpp"
#include "integrate/tableaus/dormand_prince_8.hpp"
#include "integrate/tableaus/tsitouras.hpp"
#include "support/rooted_trees.hpp"

namespace trammel::integrate {
namespace {

using support::order_defect;

// The numbers of rooted trees with 1, 2, ... nodes are 1, 1, 2, 4, 9, 20, 48, 115. [HNW93, Table II.2.3]
TEST(RootedTrees, AreAsManyAsCayleyCounted) {
  std::array<int, 9> count{};
  for (const auto& tree : support::rooted_trees(8)) ++count[tree.order];
  EXPECT_EQ(count, (std::array<int, 9>{0, 1, 1, 2, 4, 9, 20, 48, 115}));
}

// Order p exactly: the conditions up to p hold, those of p + 1 do not.
template <int s, int degree>
void expect_order(const ExplicitTableau<s, degree>& t, int p, double round_off = 1e-13) {
  EXPECT_LT(order_defect(t.A, t.b, s, p), round_off) << t.source;
  EXPECT_GT(order_defect(t.A, t.b, s, p + 1), 1e-4) << t.source;
}

template <int s, int degree>
void expect_embedded_order(const ExplicitTableau<s, degree>& t, int p) {
  std::array<double, s> embedded{};
  for (int i = 0; i < s; ++i) embedded[i] = t.b[i] - t.e[i];
  EXPECT_LT(order_defect(t.A, embedded, s, p), 1e-12) << t.source;
  EXPECT_GT(order_defect(t.A, embedded, s, p + 1), 1e-4) << t.source;
}

template <int s, int degree>
void expect_dense_order(const ExplicitTableau<s, degree>& t, int p) {
  for (const double theta : {0.1, 0.37, 0.5, 0.83, 1.0}) {
    std::array<double, s> b{};
    for (int i = 0; i < s; ++i)
      for (int k = degree - 1; k >= 0; --k) b[i] = (b[i] + t.dense[i][k]) * theta;
    EXPECT_LT(order_defect(t.A, b, s, p, theta), 1e-11) << t.source << " at theta = " << theta;
  }
}

TEST(ExplicitTableaus, HaveTheirOrder) {
  expect_order(forward_euler_1, 1);
  expect_order(heun_2, 2);
  expect_order(runge_kutta_4, 4);
  expect_order(dormand_prince_5, 5);
  expect_order(tsitouras_5, 5);
  expect_order(dormand_prince_8, 8, 1e-10);
}

TEST(ExplicitTableaus, HaveEmbeddedMethodsOfLowerOrder) {
  expect_embedded_order(heun_2, 1);
  expect_embedded_order(dormand_prince_5, 4);
  expect_embedded_order(tsitouras_5, 4);
  expect_embedded_order(dormand_prince_8, 5);
  EXPECT_LT(order_defect(dormand_prince_8.A, dormand_prince_8_extra.third_order, 13, 3), 1e-13);
  EXPECT_GT(order_defect(dormand_prince_8.A, dormand_prince_8_extra.third_order, 13, 4), 1e-4);
}

TEST(ExplicitTableaus, HaveInterpolantsOfTheirOrder) {
  expect_dense_order(forward_euler_1, 1);
  expect_dense_order(heun_2, 2);
  expect_dense_order(runge_kutta_4, 3);
  expect_dense_order(dormand_prince_5, 4);
  expect_dense_order(tsitouras_5, 4);
}

// All 85 conditions up to order 7, at points inside the step, with the three additional stages. [HNW93, II.6]
TEST(DormandPrince8, HasAContinuousExtensionOfOrder7) {
  std::array<std::array<double, 16>, 16> A{};
  for (int i = 0; i < 13; ++i) std::copy_n(dormand_prince_8.A[i].begin(), 13, A[i].begin());
  for (int i = 0; i < 3; ++i) std::copy_n(dormand_prince_8_extra.A[i].begin(), 15, A[13 + i].begin());
  for (const double theta : {0.1, 0.37, 0.5, 0.83, 1.0}) {
    std::array<double, 16> b{};
    for (int j = 0; j < 16; ++j) {
      const double step = j < 13 ? dormand_prince_8.b[j] : 0, first = j == 0, last = j == 12;
      std::array<double, 7> r = {step, first - step, 2 * step - first - last};
      for (int p = 0; p < 4; ++p) r[3 + p] = dormand_prince_8_extra.d[p][j];
      double value = r[6];
      for (int p = 5; p >= 0; --p) value = r[p] + (p % 2 ? theta : 1 - theta) * value;
      b[j] = theta * value;
    }
    EXPECT_LT(order_defect(A, b, 16, 7, theta), 1e-9) << "at theta = " << theta;
  }
}

// [HW96, IV.2]: the stability domains end at 2, 2, 2.785 and 3.306; the codes DOPRI5 and DOP853 put their limits for
// stiffness, 3.25 and 6.1, just inside.
TEST(ExplicitTableaus, HaveTheKnownRealStabilityIntervals) {
  EXPECT_NEAR(real_stability(forward_euler_1), 2, 0.011);
  EXPECT_NEAR(real_stability(heun_2), 2, 0.011);
  EXPECT_NEAR(real_stability(runge_kutta_4), 2.785, 0.011);
  EXPECT_NEAR(real_stability(dormand_prince_5), 3.306, 0.011);
  EXPECT_NEAR(0.975 * real_stability(dormand_prince_8), 6.1, 0.15);
}

}  // namespace
}  // namespace trammel::integrate

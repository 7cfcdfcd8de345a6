#include "integrate/tableaus/dirk.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/rooted_trees.hpp"

namespace trammel::integrate {
namespace {

template <int s>
void expect_orders(const DirkTableau<s>& t, int continuous_order) {
  for (int i = 0; i < s; ++i) {
    double sum = 0;
    for (const double a : t.A[i]) sum += a;
    EXPECT_NEAR(sum, t.c[i], 2e-15) << "row " << i;
    EXPECT_EQ(t.A[i][i], t.explicit_first && i == 0 ? 0 : t.gamma);
  }
  EXPECT_LT(support::order_defect(t.A, t.A[s - 1], s, t.order), 1e-14);
  EXPECT_LT(support::order_defect(t.A, t.embedded, s, t.order - 1), 1e-14);
  EXPECT_GT(support::order_defect(t.A, t.A[s - 1], s, t.order + 1), 1e-3);
  EXPECT_GT(support::order_defect(t.A, t.embedded, s, t.order), 1e-3);  // or there were no estimate
  // y(θ) in terms of the slopes: Hermite's cubic is θk_1 + θ²(3(b−e_1) − (e_s−e_1)) + θ³((e_s−e_1) −
  // 2(b−e_1)), where y0' = k_1 needs an explicit first stage.
  if (!t.explicit_first) return;
  for (const double theta : {0.2, 0.5, 0.9, 1.0}) {
    std::array<double, s> b{};
    for (int i = 0; i < s; ++i) {
      const double first = i == 0, last = i == s - 1, step = t.A[s - 1][i] - first, turn = last - first;
      const double bump = theta * theta * (1 - theta) * (1 - theta);
      b[i] = theta * first + theta * theta * (3 * step - turn) + theta * theta * theta * (turn - 2 * step) +
             bump * t.inner[i];
    }
    EXPECT_LT(support::order_defect(t.A, b, s, continuous_order, theta), 1e-13) << theta;
  }
}

TEST(DirkTableaus, SatisfyTheConditionsOfTheirOrdersAndNoMore) {
  expect_orders(sdirk4_5_stages, 3);
  expect_orders(kvaerno5_7_stages, 4);
}

// Σ_j a_ij c_j = c_i²/2 in every stage. [Kva04]
TEST(DirkTableaus, Kvaerno5HasStageOrder2) {
  const auto& t = kvaerno5_7_stages;
  for (int i = 0; i < 7; ++i) {
    double sum = 0;
    for (int j = 0; j < 7; ++j) sum += t.A[i][j] * t.c[j];
    EXPECT_NEAR(sum, t.c[i] * t.c[i] / 2, 1e-15) << i;
  }
}

// A stiffly accurate method with an explicit first stage has R(∞) = -e_sᵀ Ã⁻¹ a_1: zero, so that it damps.
// [Kva04]
TEST(DirkTableaus, Kvaerno5DampsInfinitelyStiffComponentsAtOnce) {
  const auto& t = kvaerno5_7_stages;
  std::array<double, 7> x{};  // Ã x = a_1 by forward substitution
  for (int i = 1; i < 7; ++i) {
    double sum = t.A[i][0];
    for (int j = 1; j < i; ++j) sum -= t.A[i][j] * x[j];
    x[i] = sum / t.gamma;
  }
  EXPECT_NEAR(x[6], 0, 1e-14);
}

}  // namespace
}  // namespace trammel::integrate

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>
#include <vector>

#include "integrate/tableaus/dormand_prince.hpp"

namespace trammel::integrate {
namespace {

// [HNW93, II.2]: the 17 conditions of the rooted trees up to order 5, in the products that c, A c, A c², A A
// c, ... give.
template <int s, int d>
std::vector<double> order_defects(const ExplicitTableau<s, d>& t,
                                  const std::type_identity_t<std::array<double, s>>& b, int order) {
  using Vector = std::array<double, s>;
  const auto times = [](const Vector& x, const Vector& y) {
    Vector r{};
    for (int i = 0; i < s; ++i) r[i] = x[i] * y[i];
    return r;
  };
  const auto A = [&](const Vector& x) {
    Vector r{};
    for (int i = 0; i < s; ++i)
      for (int j = 0; j < i; ++j) r[i] += t.A[i][j] * x[j];
    return r;
  };
  const auto dot = [&](const Vector& x) {
    double sum = 0;
    for (int i = 0; i < s; ++i) sum += b[i] * x[i];
    return sum;
  };
  Vector one;
  one.fill(1);
  const Vector c = t.c, c2 = times(c, c), c3 = times(c2, c), Ac = A(c), Ac2 = A(c2), AAc = A(Ac);
  std::vector<std::pair<double, double>> conditions = {{dot(one), 1.}, {dot(c), 1. / 2}};
  if (order >= 3) conditions.insert(conditions.end(), {{dot(c2), 1. / 3}, {dot(Ac), 1. / 6}});
  if (order >= 4)
    conditions.insert(
        conditions.end(),
        {{dot(c3), 1. / 4}, {dot(times(c, Ac)), 1. / 8}, {dot(Ac2), 1. / 12}, {dot(AAc), 1. / 24}});
  if (order >= 5)
    conditions.insert(conditions.end(), {{dot(times(c2, c2)), 1. / 5},
                                         {dot(times(c2, Ac)), 1. / 10},
                                         {dot(times(c, Ac2)), 1. / 15},
                                         {dot(times(c, AAc)), 1. / 30},
                                         {dot(times(Ac, Ac)), 1. / 20},
                                         {dot(A(c3)), 1. / 20},
                                         {dot(A(times(c, Ac))), 1. / 40},
                                         {dot(A(Ac2)), 1. / 60},
                                         {dot(A(AAc)), 1. / 120}});
  std::vector<double> defects;
  for (const auto& [found, wanted] : conditions) defects.push_back(found - wanted);
  return defects;
}

TEST(DormandPrince, SatisfiesAllSeventeenOrderConditionsOfOrder5AndTheEightOfOrder4) {
  const auto& t = dormand_prince_5;
  for (const double defect : order_defects(t, t.b, 5)) EXPECT_NEAR(defect, 0, 2e-15);
  std::array<double, 7> embedded{};
  for (int i = 0; i < 7; ++i) embedded[i] = t.b[i] - t.e[i];
  const auto four = order_defects(t, embedded, 4);
  for (const double defect : four) EXPECT_NEAR(defect, 0, 2e-15);
  double fifth = 0;  // the embedded formula must not be of order 5, or there is no estimate
  for (const double defect : order_defects(t, embedded, 5)) fifth = std::max(fifth, std::abs(defect));
  EXPECT_GT(fifth, 1e-5);
}

// The continuous weights b(θ) satisfy the conditions of order 4 with θ^order on the right-hand side, and end
// in b.
TEST(DormandPrince, ContinuousExtensionIsOfOrder4) {
  const auto& t = dormand_prince_5;
  for (const double theta : {0.1, 0.37, 0.5, 0.81, 1.0}) {
    std::array<double, 7> b{};
    for (int i = 0; i < 7; ++i)
      for (int p = 3; p >= 0; --p) b[i] = (b[i] + t.dense[i][p]) * theta;
    // Scale: Σ b_i(θ) Φ_i = θ^r/γ, i.e. with c/θ and A/θ the conditions of a plain method for b/θ.
    ExplicitTableau<7, 4> scaled = t;
    for (int i = 0; i < 7; ++i) {
      scaled.c[i] /= theta;
      for (double& a : scaled.A[i]) a /= theta;
      b[i] /= theta;
    }
    for (const double defect : order_defects(scaled, b, 4)) EXPECT_NEAR(defect, 0, 1e-11);
    for (int i = 0; i < 7 && theta == 1.0; ++i) EXPECT_NEAR(b[i], t.b[i], 1e-14);
  }
}

}  // namespace
}  // namespace trammel::integrate

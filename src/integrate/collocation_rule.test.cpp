#include "integrate/collocation_rule.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel::integrate {
namespace {

// B(p): Σ b_i c_i^(k−1) = 1/k, k ≤ p.  C(q): Σ_j a_ij c_j^(k−1) = c_i^k / k, k ≤ q. [HW96, IV.5]
double worst_B(const CollocationRule& rule, int p) {
  double worst = 0;
  for (int k = 1; k <= p; ++k) {
    double sum = -1.0 / k;
    for (int i = 0; i < rule.s; ++i) sum += rule.b[i] * std::pow(rule.c[i], k - 1);
    worst = std::max(worst, std::fabs(sum));
  }
  return worst;
}

double worst_C(const CollocationRule& rule, int q) {
  double worst = 0;
  for (int i = 0; i < rule.s; ++i)
    for (int k = 1; k <= q; ++k) {
      double sum = -std::pow(rule.c[i], k) / k;
      for (int j = 0; j < rule.s; ++j) sum += rule.a(i, j) * std::pow(rule.c[j], k - 1);
      worst = std::max(worst, std::fabs(sum));
    }
  return worst;
}

TEST(CollocationRule, RadauSatisfiesBOfTwiceTheStagesLessOneAndCOfTheStages) {
  for (const int s : {1, 2, 3, 5, 7}) {
    EXPECT_LT(worst_B(radau_rule(s), 2 * s - 1), 1e-15) << s;
    EXPECT_LT(worst_C(radau_rule(s), s), 1e-15) << s;
    EXPECT_GT(worst_B(radau_rule(s), 2 * s), 1e-9) << "no more than the theory allows, s = " << s;
  }
}

TEST(CollocationRule, GaussSatisfiesBOfTwiceTheStages) {
  for (const int s : {1, 2, 3, 4}) {
    EXPECT_LT(worst_B(gauss_rule(s), 2 * s), 1e-15) << s;
    EXPECT_LT(worst_C(gauss_rule(s), s), 1e-15) << s;
  }
}

// N(θ) = ∫₀ Π (τ − c_j) vanishes at both ends, its slope at the nodes, and it is divided by its slope at 0.
TEST(CollocationRule, ErrorsOfItsPolynomialVanishAtTheEndsAndTheirSlopesAtTheNodes) {
  const auto expect = [](const CollocationRule& rule) {
    constexpr double d = 1e-6;
    const auto slope = [&](double at) {
      return (rule.error_shape(at + d) - rule.error_shape(at - d)) / (2 * d);
    };
    EXPECT_EQ(rule.error_shape(0), 0) << rule.s;
    EXPECT_NEAR(rule.error_shape(1), 0, 1e-12) << rule.s;
    EXPECT_NEAR(slope(0), 1, 1e-9) << rule.s;
    for (const double c : rule.c) EXPECT_NEAR(slope(c), 0, 1e-7) << rule.s;  // rounding of large coefficients
    double largest = 0;
    for (int k = 1; k < 20; ++k) largest = std::max(largest, std::fabs(rule.error_shape(k / 20.0)));
    EXPECT_GT(largest, 1e-3) << rule.s;
  };
  for (const int s : {2, 3, 5, 7}) expect(radau_rule(s));
  for (const int s : {1, 2, 3, 4}) expect(gauss_rule(s));
  EXPECT_EQ(radau_rule(1).error_shape(0.5), 0);
  EXPECT_EQ(lobatto_rule(3).error_shape(0.5), 0);
}

// D(r): Σ_i b_i c_i^(k−1) a_ij = b_j (1 − c_j^k)/k, k ≤ r.
double worst_D(const CollocationRule& rule, int r) {
  double worst = 0;
  for (int j = 0; j < rule.s; ++j)
    for (int k = 1; k <= r; ++k) {
      double sum = -rule.b[j] * (1 - std::pow(rule.c[j], k)) / k;
      for (int i = 0; i < rule.s; ++i) sum += rule.b[i] * std::pow(rule.c[i], k - 1) * rule.a(i, j);
      worst = std::max(worst, std::fabs(sum));
    }
  return worst;
}

// [HW96, Theorem IV.5.3, Table IV.5.13]: B(2s−2), C(s−1), D(s−1), hence order 2s−2; a_si = b_i.
TEST(CollocationRule, LobattoIIICSatisfiesItsOrderConditions) {
  for (const int s : {2, 3, 4}) {
    const CollocationRule& rule = lobatto_rule(s);
    EXPECT_LT(worst_B(rule, 2 * s - 2), 1e-15) << s;
    EXPECT_LT(worst_C(rule, s - 1), 1e-15) << s;
    EXPECT_LT(worst_D(rule, s - 1), 1e-15) << s;
    EXPECT_GT(worst_B(rule, 2 * s - 1), 1e-5) << s;
    EXPECT_GT(worst_C(rule, s), 1e-5) << s;
    for (int j = 0; j < s; ++j) EXPECT_NEAR(rule.a(s - 1, j), rule.b[j], 2e-16);
  }
}

// [HW96, Table IV.5.12]
TEST(CollocationRule, LobattoIIICWithThreeStagesIsThePrintedOne) {
  const double printed[3][3] = {
      {1. / 6, -1. / 3, 1. / 6}, {1. / 6, 5. / 12, -1. / 12}, {1. / 6, 2. / 3, 1. / 6}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(lobatto_rule(3).a(i, j), printed[i][j], 2e-16);
}

TEST(CollocationRule, TwoAndThreeStageRadauAreThePrintedOnes) {  // [HW96, Tables IV.5.5, IV.5.6]
  const CollocationRule& two = radau_rule(2);
  EXPECT_NEAR(two.c[0], 1. / 3, 1e-16);
  EXPECT_NEAR(two.a(0, 0), 5. / 12, 1e-16);
  EXPECT_NEAR(two.a(0, 1), -1. / 12, 1e-16);
  EXPECT_NEAR(two.a(1, 0), 3. / 4, 2e-16);
  const double r = std::sqrt(6.0);
  const CollocationRule& three = radau_rule(3);
  EXPECT_NEAR(three.c[0], (4 - r) / 10, 1e-16);
  EXPECT_NEAR(three.a(0, 0), (88 - 7 * r) / 360, 2e-16);
  EXPECT_NEAR(three.a(0, 1), (296 - 169 * r) / 1800, 2e-16);
  EXPECT_NEAR(three.a(1, 0), (296 + 169 * r) / 1800, 2e-16);
  EXPECT_NEAR(three.a(2, 2), 1. / 9, 2e-16);
}

// The eigenvalues of A⁻¹ are the zeros of the denominator of the stability function:
// λ³ − 9λ² + 36λ − 60, from the (2,3) Padé approximation of exp. [HW96, IV.3, IV.8]
TEST(CollocationRule, ThreeStageRadauHasItsCharacteristicPolynomial) {
  const CollocationRule& rule = radau_rule(3);
  ASSERT_EQ(rule.real.size(), 1u);
  const double x = rule.real[0];
  EXPECT_NEAR(((x - 9) * x + 36) * x - 60, 0, 1e-13);
  const std::complex<double> z = rule.pairs.at(0);
  EXPECT_NEAR(std::abs(((z - 9.0) * z + 36.0) * z - 60.0), 0, 1e-13);
}

TEST(CollocationRule, TheTransformationGivesBackTheInverseMatrix) {
  for (const int s : {1, 2, 3, 5, 7}) {
    const CollocationRule& rule = radau_rule(s);
    for (int i = 0; i < s; ++i)
      for (int j = 0; j < s; ++j) {
        double sum = rule.real.empty() ? 0 : rule.real_to[i] * rule.real[0] * rule.real_from[j];
        for (std::size_t k = 0; k < rule.pairs.size(); ++k)
          sum += 2 * (rule.to[k * s + i] * rule.pairs[k] * rule.from[k * s + j]).real();
        EXPECT_NEAR(sum, rule.inverse[i * s + j], 1e-12 * s * s) << s;
      }
  }
}

TEST(CollocationRule, WeightsAndSlopesReproduceAPolynomialThatVanishesAtTheStart) {
  const CollocationRule& rule = radau_rule(5);
  std::vector<double> value(5), slope(5);
  for (const double theta : {0.0, 0.3, 1.0, 1.7}) {
    rule.weights(theta, value);
    collocation_slopes(rule.c, theta, slope);
    double p = 0, dp = 0;
    for (int j = 0; j < 5; ++j) {
      const double q = std::pow(rule.c[j], 5) - 2 * rule.c[j];
      p += value[j] * q;
      dp += slope[j] * q;
    }
    EXPECT_NEAR(p, std::pow(theta, 5) - 2 * theta, 1e-12);
    EXPECT_NEAR(dp, 5 * std::pow(theta, 4) - 2, 1e-11);
  }
}

}  // namespace
}  // namespace trammel::integrate

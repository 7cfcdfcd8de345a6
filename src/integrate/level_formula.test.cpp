// The modified formulas against closed forms, exact rationals and the theory of their stability.
#include "integrate/level_formula.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <complex>

#include "linalg/decompositions.hpp"

namespace trammel::integrate {
namespace {

// Nodes with these steps, oldest first, made with these orders; `exact` stands for order 0 at the first node.
LevelFormula history(const std::vector<double>& steps, const std::vector<int>& orders, int levels = 2) {
  LevelFormula formula(levels);
  formula.restart(0);
  double t = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_TRUE(formula.set(t += steps[i], orders[i]));
    formula.accept();
  }
  return formula;
}

void expect_weights(const LevelFormula& formula, int level, const std::vector<double>& wanted) {
  ASSERT_EQ(formula.weights(level).size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    EXPECT_NEAR(formula.weights(level)[i], wanted[i], 1e-11 * std::max(1.0, std::fabs(wanted[i]))) << i;
}

// Σ α_i x[t_n .. t_{n−i}] in weights of values, for k ≤ 2 and steps a, b back from t_n.
std::vector<double> from_differences(double a, double b, const std::vector<double>& alpha) {
  std::vector<double> w = {alpha[0] / a, -alpha[0] / a};
  if (alpha.size() == 2) {
    w.push_back(0);
    w[0] += alpha[1] / (a * (a + b));
    w[1] -= alpha[1] / (a * b);
    w[2] += alpha[1] / (b * (a + b));
  }
  return w;
}

// Steps ahead are looked at in double precision: what admits() compares with 0.2, 2.5, 4 and 50 is known to nine digits.
TEST(ModifiedBdf, HasItsWeightsInDoublePrecisionToo) {
  for (int levels = 2; levels <= 4; ++levels)
    for (int k = 1; k <= 5; ++k) {
      LevelFormula formula(levels);
      LevelFormulaOf<double> in_double(levels);
      formula.restart(0);
      in_double.restart(0);
      double t = 0;
      for (int i = 0; i < 40; ++i) {
        t += i / 10 % 2 == 0 ? 0.01 : 0.012;
        const int order = std::min(i + 1, k);
        ASSERT_EQ(formula.set(t, order), in_double.set(t, order)) << levels << " " << k << " " << i;
        if (!formula.moderate()) break;  // a ramp of orders that no run takes
        for (int level = 0; level < levels; ++level)
          for (int m = 0; m <= order; ++m) {
            const double largest = std::fabs(formula.weights(level)[0]) * 30;
            EXPECT_NEAR(formula.weights(level)[m], in_double.weights(level)[m], 1e-9 * largest)
                << levels << " " << k << " " << i;
          }
        formula.accept();
        in_double.accept();
      }
    }
}

// [Wun05, Table 3.3]. In the first coefficient of BDF(1,2,2) the two fractions are added; the sign printed
// there is wrong.
TEST(ModifiedBdf, HasTheClosedFormsOfTable33) {
  for (const auto& [a, b, c, d] :
       {std::array<double, 4>{3, 4, 11, 1}, {15. / 8, 9. / 2, 3, 1}, {1, 2, 1, 2}}) {
    const auto check = [&](const std::vector<double>& steps, std::vector<int> orders,
                           const std::vector<double>& alpha) {
      const int k = orders.back();
      orders.pop_back();
      LevelFormula formula = history(steps, orders);
      ASSERT_TRUE(formula.set(formula.node(0) + a, k));
      expect_weights(formula, 1, from_differences(a, b, alpha));
    };
    check({}, {1}, {2});                                                // BDF(2,1)
    check({b}, {1, 1}, {2 * a / (a + b)});                              // BDF(1,1)
    check({b}, {1, 2}, {-2 * (a + b) / (2 * a + b), 2 * (2 * a + b)});  // BDF(3,1,2)
    const double e = 2 * a + b, f = a + b + c;
    check({c, b}, {1, 2, 2},
          {2 * (3 * a + 2 * b + c) * a * c / (e * f * (2 * b + c)) + 2 * b / (2 * b + c),
           2 * (a + b) * b * (2 * a * e - f * b) / ((2 * b + c) * e * f)});  // BDF(1,2,2)
    check({d, c, b}, {1, 2, 2, 2},
          {1, (a + b) * b * (2 * e * a - b * f) / (e * f * b - a * (b + c + d) * c)});  // BDF(2,2,2)
    check({c, b}, {1, 1, 2},
          {2 * (3 * a + 2 * b + c) * a / (e * f) - 2 * e * b / ((b + c) * f),
           2 * e * (a + b) * b / ((b + c) * f)});  // BDF(1,1,2)
    const double D = f * b - (b + c + d) * c;
    check({d, c, b}, {1, 2, 1, 2},
          {-2 * b * (a + b) / D + 2 * a / e, 2 * e * (a + b) * b / D});  // BDF(2,1,2)
  }
}

// With equal steps its denominator vanishes: two steps of order 1 must follow a step of order 2.
TEST(ModifiedBdf, KnowsThatOneStepOfOrder1BetweenOrder2IsSingular) {
  LevelFormula formula = history({1, 1, 1, 1}, {1, 2, 2, 1});
  EXPECT_FALSE(formula.set(5, 2) && formula.moderate());
  EXPECT_FALSE(formula.admits(1, 2));
  LevelFormula two = history({1, 1, 1, 1, 1}, {1, 2, 2, 1, 1});
  EXPECT_TRUE(two.admits(1, 2));
}

// Rational numbers, derived from the exactness conditions by hand.
TEST(ModifiedBdf, HasTheRationalWeightsOfTheOrderRamp) {
  LevelFormula formula(2);
  formula.restart(0);
  const std::vector<std::vector<double>> wanted = {
      {2, -2},
      {5. / 3, -14. / 3, 3},
      {58. / 33, -115. / 33, 178. / 33, -11. / 3},
      {19. / 10, -596. / 165, 601. / 165, -1006. / 165, 25. / 6},
      {1399. / 685, -27389. / 6850, 422321. / 113025, -438596. / 113025, 753506. / 113025, -137. / 30},
      {812. / 411, -61828. / 18769, 653359. / 469225, 3410548. / 15484425, -4816673. / 15484425,
       261278. / 15484425},
      {2489359. / 1016436, -1887687. / 338812, 1758109. / 338812, -1996129. / 1016436, -101473. / 169406,
       84057. / 169406},
      {242743. / 114636, -78841. / 19106, 60495. / 19106, -81101. / 57318, 9533. / 38212, 78. / 9553},
      {29. / 60, 22. / 5, -73. / 5, 256. / 15, -187. / 20, 2},
      {137. / 60, -5, 5, -10. / 3, 5. / 4, -1. / 5}};  // the history is pure: ordinary BDF5
  for (int n = 1; n <= 10; ++n) {
    ASSERT_TRUE(formula.set(n, std::min(n, 5)));
    expect_weights(formula, 1, wanted[static_cast<std::size_t>(n - 1)]);
    EXPECT_TRUE(formula.moderate());
    formula.accept();
  }
}

// Steps newest first 1, 3/2, 1/2, 2, ..; enough of them that every level-1 value in the formula was made with
// order k.
TEST(ModifiedBdf, HasTheRationalWeightsOfAPureHistory) {
  const std::vector<double> steps = {1, .5, 2, 1, 5. / 4, 3. / 4, 1, 2, 1. / 2, 3. / 2};
  const std::vector<std::vector<double>> wanted = {
      {4. / 5, -4. / 5},
      {14. / 11, -16. / 11, 2. / 11},
      {1553. / 1095, -125. / 73, 124. / 365, -10. / 219},
      {42623. / 26520, -29785. / 14144, 653. / 1105, -955. / 21216, -669. / 14144},
      {1531821. / 864140, -1743801. / 691312, 215256. / 216035, -77605. / 1036968, -198081. / 691312,
       59507. / 518484}};
  for (int k = 1; k <= 5; ++k) {
    std::vector<int> orders;
    for (int i = 1; i <= static_cast<int>(steps.size()); ++i) orders.push_back(std::min(i, k));
    LevelFormula formula = history(steps, orders);
    ASSERT_TRUE(formula.set(formula.node(0) + 1, k));
    expect_weights(formula, 1, wanted[static_cast<std::size_t>(k - 1)]);
  }
}

// Level 3 (Sand): exact for (t − t_n)^p up to p = 3 with the first level fed by exact values.
TEST(ModifiedBdf, IsExactOnPolynomialsAtEveryLevel) {
  for (int k = 1; k <= 4; ++k) {
    constexpr int d = 3;
    LevelFormula formula(d);
    formula.restart(0.3);
    const std::vector<double> steps = {.1, .1, .1, .1, .13, .13, .13, .1, .1, .12, .12, .12, .12, .12};
    const auto y = [&](double t) { return std::pow(t - 1, k + d - 1) + 2 * t; };
    const auto rate = [&](double t, int j) {
      double f = std::pow(t - 1, k + d - 1 - j);
      for (int i = 0; i < j; ++i) f *= k + d - 1 - i;
      return f + (j == 0 ? 2 * t : j == 1 ? 2 : 0);
    };
    std::vector<std::array<double, d + 1>> past = {{}};
    for (int j = 0; j <= d; ++j) past[0][static_cast<std::size_t>(j)] = rate(0.3, j);
    double t = 0.3;
    for (std::size_t n = 0; n < steps.size(); ++n) {
      t += steps[n];
      const int order = std::min(static_cast<int>(n) + 1, k);
      ASSERT_TRUE(formula.set(t, order));
      std::array<double, d + 1> now{y(t)};
      for (int j = 0; j < d; ++j) {
        const Vec w = formula.weights(j);
        double sum = w[0] * now[static_cast<std::size_t>(j)];
        for (int i = 1; i <= order; ++i)
          sum += w[static_cast<std::size_t>(i)] *
                 past[static_cast<std::size_t>(i - 1)][static_cast<std::size_t>(j)];
        now[static_cast<std::size_t>(j) + 1] = sum;
      }
      if (order == k) {
        EXPECT_NEAR(now[d], rate(t, d), 2e-9) << "k = " << k << ", step " << n;
      }
      formula.accept();
      past.insert(past.begin(), now);
    }
  }
}

// The spectral radius of what a period of steps does to x' where x'' = 0, the eigenvalue 1 (a constant x')
// left out.
double parasitic(int k, const std::vector<double>& period, bool modified) {
  LevelFormula formula(2, modified);
  formula.restart(0);
  double t = 0;
  int n = 0;
  double scale = 1;
  const auto next = [&](double h) {
    EXPECT_TRUE(formula.set(t += h, std::min(++n, k))) << k << ", step " << n << " of " << h;
    formula.accept();
  };
  double growth = 1;  // of the step over one period
  for (const double h : period) growth *= h;
  const bool growing = period.size() == 1;
  if (growing)
    for (int i = 0; i < 3 * k + 4; ++i) next(scale *= period[0]);
  else
    for (int i = 0; i < 6; ++i)
      for (const double h : period) next(h);
  Eigen::MatrixXd product = Eigen::MatrixXd::Identity(k, k);
  for (const double h : period) {
    next(growing ? scale *= h : h);
    Eigen::MatrixXd companion = Eigen::MatrixXd::Zero(k, k);
    const Vec w = formula.weights(1);
    for (int i = 0; i < k; ++i) companion(0, i) = -w[static_cast<std::size_t>(i) + 1] / w[0];
    for (int i = 1; i < k; ++i) companion(i, i - 1) = 1;
    product = companion * product;
  }
  std::vector<double> sizes;
  const Eigen::VectorXcd values = linalg::eigenvalues(product);
  int at_one = 0;
  for (int i = 1; i < k; ++i)
    if (std::abs(values[i] - 1.0) < std::abs(values[at_one] - 1.0)) at_one = i;
  for (int i = 0; i < k; ++i)
    if (i != at_one) sizes.push_back(std::abs(values[i]));
  return *std::ranges::max_element(sizes);
}

// Limits computed with exact arithmetic for periodic patterns of steps; the thesis does not discuss them.
TEST(ModifiedBdf, IsZeroStableUpToTheKnownStepRatios) {
  const double alternating[] = {4.37, 2.13, 1.40, 1.15}, growing[] = {1.97, 1.48, 1.22, 1.11},
               ordinary[] = {2.41, 1.62, 1.28, 1.13};
  for (int k = 2; k <= 5; ++k) {
    EXPECT_LT(parasitic(k, {1, 1}, true), 1) << k;
    EXPECT_LT(parasitic(k, {1, 0.98 * alternating[k - 2]}, true), 1) << k;
    EXPECT_GT(parasitic(k, {1, 1.02 * alternating[k - 2]}, true), 1) << k;
    EXPECT_LT(parasitic(k, {0.98 * growing[k - 2]}, true), 1) << k;
    EXPECT_GT(parasitic(k, {1.02 * growing[k - 2]}, true), 1) << k;
    EXPECT_LT(parasitic(k, {0.98 * ordinary[k - 2]}, false), 1) << k;
    EXPECT_GT(parasitic(k, {1.02 * ordinary[k - 2]}, false), 1) << k;
  }
}

// The same limits for order 6 and for ordinary BDF on alternating steps, and the bands in which shrinking steps
// are unstable.
TEST(ModifiedBdf, HasTheKnownLimitsOfOrder6AndOfShrinkingSteps) {
  EXPECT_LT(parasitic(6, {1, 1}, true), 1);
  EXPECT_LT(parasitic(6, {1, 1.06 * 0.98}, true), 1);
  EXPECT_GT(parasitic(6, {1, 1.06 * 1.02}, true), 1);
  for (const bool modified : {true, false}) {
    EXPECT_LT(parasitic(6, {1.04 * 0.98}, modified), 1);
    EXPECT_GT(parasitic(6, {1.04 * 1.02}, modified), 1);
  }
  for (int k = 2; k <= 4; ++k)
    for (const double r : {2.0, 5.0, 12.0, 30.0}) EXPECT_LT(parasitic(k, {1, r}, false), 1) << k << " " << r;
  const double ordinary[] = {6.4, 2.5};  // of orders 5 and 6
  for (int k = 5; k <= 6; ++k) {
    EXPECT_LT(parasitic(k, {1, 0.98 * ordinary[k - 5]}, false), 1) << k;
    EXPECT_GT(parasitic(k, {1, 1.02 * ordinary[k - 5]}, false), 1) << k;
  }
  for (const double r : {1.78, 1.82, 1.86}) EXPECT_GT(parasitic(2, {1 / r}, true), 1) << r;
  for (const double r : {1.5, 1.71, 1.93, 3.0}) EXPECT_LT(parasitic(2, {1 / r}, true), 1) << r;
  EXPECT_GT(parasitic(4, {1 / 1.46}, true), 1);
  for (const double r : {1.3, 1.4, 1.52, 2.0}) EXPECT_LT(parasitic(4, {1 / r}, true), 1) << r;
  for (const double r : {1.2, 1.5, 2.0, 3.0}) EXPECT_LT(parasitic(3, {1 / r}, true), 1) << r;
  for (const double r : {1.2, 1.5, 2.0}) EXPECT_LT(parasitic(5, {1 / r}, true), 1) << r;
}

// Steps in blocks of equal ones, of length 1 and r in turn.
std::vector<double> blocks_of(int steps, double r) {
  std::vector<double> period(static_cast<std::size_t>(steps), 1.0);
  period.resize(2 * period.size(), r);
  return period;
}

// 2k+1 equal steps between jumps are enough, but for the reductions that are singular; k+1 are not: there are
// narrow bands.
TEST(ModifiedBdf, IsZeroStableWhereStepsComeInBlocksOfTwoKPlusOne) {
  for (int k = 2; k <= 5; ++k)
    for (const double r : {1.2, 1.45, 1.575, 1.69, 1.94, 2.0, 3.23, 4.0, 5.5, 8.5, 9.9})
      EXPECT_LT(parasitic(k, blocks_of(2 * k + 1, r), true), 1) << k << " " << r;
  const auto worst_near = [](int k, double r) {
    double worst = 0;
    for (double at = 0.98 * r; at <= 1.02 * r; at += 0.0005 * r)
      worst = std::max(worst, parasitic(k, blocks_of(k + 1, at), true));
    return worst;
  };
  for (const double r : {1.69, 1.94, 3.23}) EXPECT_GT(worst_near(4, r), 1) << r;
  for (const double r : {1.4525, 1.575}) EXPECT_GT(worst_near(5, r), 1) << r;
}

// Two steps after a reduction by r the coefficient of order 2 has a pole at r = (1 + √13)/2, and its leading
// weight a zero at r = 5/2; three steps after, there is a pole at r = 7.
TEST(ModifiedBdf, DoesNotAdmitReductionsThatMakeItSingular) {
  const LevelFormula formula = history(std::vector<double>(8, 1.0), {1, 2, 2, 2, 2, 2, 2, 2});
  for (const double r : {2.3028, 2.4, 2.5, 7.0}) EXPECT_FALSE(formula.admits(1 / r, 2)) << r;
  for (const double r : {1.0, 1.5, 2.0, 3.0, 4.0}) EXPECT_TRUE(formula.admits(1 / r, 2)) << r;
  for (const double r : {1.2, 1.5, 1.8}) EXPECT_TRUE(formula.admits(r, 2)) << r;
}

// Exact velocities at several nodes and then order 5: singular with equal steps.
TEST(ModifiedBdf, RefusesOrder5FromSeveralOrdersTooHigh) {
  LevelFormula formula = history(std::vector<double>(12, 1.0), {1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6});
  ASSERT_TRUE(formula.set(13, 5));
  formula.accept();
  ASSERT_TRUE(formula.set(14, 5));
  formula.accept();
  EXPECT_FALSE(formula.set(15, 5) && formula.moderate());  // (≥6, ≥6, ≥6, 5, 5)
}

}  // namespace
}  // namespace trammel::integrate

#include "integrate/mebdf_formula.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <complex>
#include <numbers>
#include <vector>

#include "linalg/decompositions.hpp"

namespace trammel::integrate {
namespace {

using Complex = std::complex<double>;

// [Cas83, Table 1], k = 1 and 2: y1 = y0 - h/2 f2 + 3h/2 f1, and 23 y2 = 28 y1 - 5 y0 + h(22 f2 - 4 f3).
TEST(MebdfFormula, GivesThePublishedFormulasOfOrder2And3) {
  const MebdfFormula one(1), two(2);
  EXPECT_NEAR(one.next, -1. / 2, 1e-15);
  EXPECT_NEAR(one.own, 3. / 2, 1e-15);
  EXPECT_NEAR(one.alpha[1], -1, 1e-15);
  EXPECT_NEAR(two.next, -4. / 23, 1e-15);
  EXPECT_NEAR(two.own, 22. / 23, 1e-15);
  EXPECT_NEAR(two.alpha[1], -28. / 23, 1e-15);
  EXPECT_NEAR(two.alpha[2], 5. / 23, 1e-15);
}

// Σ α_j y(-j) − β_{k+1} y'(1) − β_k y'(0) for y = x^p, grid points 0, −1, .., −k.
double defect(const MebdfFormula& f, int p) {
  double sum = 0;
  for (int j = 0; j <= f.k; ++j) sum += f.alpha[j] * (p == 0 ? 1 : std::pow(-j, p));
  return sum - (p > 0 ? f.next * p : 0) - (p == 1 ? f.own : 0);
}

TEST(MebdfFormula, IsExactUpToDegreeKPlus1AndErrsAsItSaysAboveThat) {
  for (int k = 1; k <= MebdfFormula::most_steps; ++k) {
    const MebdfFormula f(k);
    double size = 1, factorial = 1;
    for (int p = 0; p <= k + 1; ++p) {
      EXPECT_NEAR(defect(f, p), 0, 1e-14 * size) << k << " steps, degree " << p;
      size *= k;
    }
    for (int i = 2; i <= k + 2; ++i) factorial *= i;  // ∇^(k+2) x^(k+2)
    EXPECT_NEAR(defect(f, k + 2), -f.error * factorial, 1e-13 * size * k) << k;
    EXPECT_GT(std::fabs(f.error), 1e-3);
  }
}

// The largest root of the step on y' = λ y, z = hλ: stages 1 to 3 as a map of the last k values.
double largest_root(const MebdfFormula& f, Complex z) {
  const int k = f.k;
  std::vector<double> bdf(static_cast<std::size_t>(k) + 1);
  for (int i = 1; i <= k; ++i) {
    double binomial = 1;
    for (int j = 0; j <= i; ++j) {
      bdf[j] += (j % 2 == 0 ? 1.0 : -1.0) * binomial / i;
      binomial = binomial * (i - j) / (j + 1);
    }
  }
  Eigen::VectorXcd first = Eigen::VectorXcd::Zero(k), second = first, third = first;
  for (int j = 1; j <= k; ++j) first(j - 1) = -bdf[j] / (bdf[0] - z);
  second = -bdf[1] * first / (bdf[0] - z);
  for (int j = 2; j <= k; ++j) second(j - 2) -= bdf[j] / (bdf[0] - z);
  third = f.next * z * second + (f.own - 1 / f.leading) * z * first;
  for (int j = 1; j <= k; ++j) third(j - 1) -= f.alpha[j];
  third /= 1.0 - z / f.leading;
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(k, k);
  companion.row(0) = third.transpose();
  for (int i = 1; i < k; ++i) companion(i, i - 1) = 1;
  return linalg::eigenvalues(companion).cwiseAbs().maxCoeff();
}

// The largest α, in degrees, such that the sector |arg(−z)| <= α is stable.
double stability_angle(const MebdfFormula& f) {
  double angle = 90;
  for (double r = 1e-2; r < 1e3; r *= 1.02) {
    const auto stable = [&](double degrees) {
      return largest_root(f, -std::polar(r, degrees * std::numbers::pi / 180)) <= 1 + 1e-9;
    };
    if (stable(angle)) continue;
    double low = 0, high = angle;
    for (int i = 0; i < 30; ++i) (stable((low + high) / 2) ? low : high) = (low + high) / 2;
    angle = low;
  }
  return angle;
}

// [HW96, V.3, Table 3.1]: A-stable up to order 4, then A(α).
TEST(MebdfFormula, HasThePublishedAnglesOfStability) {
  const double published[] = {90, 90, 90, 88.36, 83.07, 74.48, 61.98, 42.87};
  for (int k = 1; k <= 8; ++k)
    EXPECT_NEAR(stability_angle(MebdfFormula(k)), published[k - 1], 0.02) << k << " steps";
}

// All roots inside the circle at infinity: the last value alone counts, and it is zero.
TEST(MebdfFormula, DampsStiffComponentsAtOnce) {
  for (int k = 1; k <= 8; ++k) EXPECT_LT(largest_root(MebdfFormula(k), -1e12), 1e-1) << k;
}

}  // namespace
}  // namespace trammel::integrate

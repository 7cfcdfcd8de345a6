#include "integrate/tableaus/general_linear.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numbers>

#include "integrate/collocation_rule.hpp"
#include "integrate/tableaus/generalized_alpha.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::integrate {
namespace {

TEST(GeneralLinear, RungeKuttaAndBdfAreInstances) {
  for (int s = 1; s <= 4; ++s) {
    const CollocationRule &radau = radau_rule(s), &gauss = gauss_rule(s);
    const auto r = properties(as_general_linear(radau.c, radau.A, radau.b)),
               g = properties(as_general_linear(gauss.c, gauss.A, gauss.b));
    EXPECT_EQ(r.stage_order, s);
    EXPECT_EQ(r.order, 2 * s - 1);  // as quadrature: of the last stage
    EXPECT_NEAR(r.at_infinity, 0, 1e-6);
    EXPECT_EQ(g.order, 2 * s);
    EXPECT_NEAR(g.at_infinity, 1, 1e-9);  // ±1: no use at index 3
    EXPECT_TRUE(r.zero_stable && g.zero_stable && r.regular && g.regular);
  }
  for (int k = 1; k <= 6; ++k) {
    const auto p = properties(bdf_as_general_linear(k));
    EXPECT_EQ(p.order, k);
    EXPECT_EQ(p.stage_order, k);
    EXPECT_TRUE(p.zero_stable && p.regular && p.first_is_last_stage && p.nilpotent_triangle) << k;
  }
}

// [Wun05, Example A.0.2] as printed, with the old values as stages: B̃ is singular.
TEST(GeneralLinear, TheMultistepFormOfTheAppendixHasASingularMatrix) {
  GeneralLinear euler = bdf_as_general_linear(1);
  euler.s = 2;
  euler.c = {1, 0};
  euler.B = {1, 0};
  euler.At = {1, 1};
  euler.Bt = {1, 0, 0, 0};
  EXPECT_FALSE(properties(euler).regular);
}

TEST(GeneralLinear, TwoStepCollocationHasStageOrderEqualToOrderAndIsDampedAtAnySteps) {
  for (int s = 1; s <= 3; ++s)
    for (const double ratio : {0.1, 0.2, 0.5, 1.0, 1.5, 1.8, 2.0}) {
      const GeneralLinear m = two_step_collocation(s, ratio);
      const GeneralLinearProperties p = properties(m);
      EXPECT_EQ(p.order, s + 1);
      EXPECT_EQ(p.stage_order, s + 1);
      EXPECT_TRUE(p.zero_stable && p.regular && p.first_is_last_stage && p.nilpotent_triangle) << s << ratio;
      // One real eigenvalue at most: the stepper has one real matrix.
      const Eigen::MatrixXd B =
          Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
              m.Bt.data(), s, s);
      int real = 0;
      for (const auto value : linalg::eigenvalues(B)) real += std::fabs(value.imag()) < 1e-12;
      EXPECT_EQ(real, s % 2) << s << " " << ratio;
    }
}

// A-stable where steps are constant or shrink; for growing ones in a sector, s > 1.
TEST(GeneralLinear, TwoStepCollocationIsStable) {
  const auto stable = [](const GeneralLinear& m, double degrees) {
    for (double size = 1e-2; size < 1e4; size *= 1.5)
      if (amplification(m, std::polar(size, std::numbers::pi * (180 - degrees) / 180)) > 1 + 1e-8)
        return false;
    return true;
  };
  for (int s = 1; s <= 3; ++s) {
    for (const double ratio : {0.5, 1.0}) EXPECT_TRUE(stable(two_step_collocation(s, ratio), 90)) << s;
    if (s > 1) {
      EXPECT_TRUE(stable(two_step_collocation(s, 2), 84)) << s;
    }
  }
}

// [CH93]: second order for any ρ; the spectral radius of the recursion for q'' = −ω² q tends to ρ.
TEST(GeneralizedAlpha, HasTheSpectralRadiusItIsNamedAfter) {
  for (const double rho : {0.0, 0.3, 0.5, 0.8, 1.0}) {
    const GeneralizedAlpha p = generalized_alpha(rho);
    EXPECT_NEAR(p.gamma, 0.5 - p.shift(), 1e-15);
    const double z = 1e6;  // (ωh)²
    // unknowns (q, hv, h²a): (1−α_m) a⁺ + α_m a = −z ((1−α_f) q⁺ + α_f q)
    Eigen::Matrix3d left, right;
    left << 1, 0, -p.beta, 0, 1, -p.gamma, z * (1 - p.alpha_f), 0, 1 - p.alpha_m;
    right << 1, 1, 0.5 - p.beta, 0, 1, 1 - p.gamma, -z * p.alpha_f, 0, -p.alpha_m;
    const Eigen::Matrix3d step = left.inverse() * right;
    // three eigenvalues meet at −ρ: computed ones lie on a circle of radius eps^(1/3) about it
    EXPECT_NEAR(linalg::eigenvalues(Eigen::MatrixXd(step)).cwiseAbs().maxCoeff(), rho, 0.03) << rho;
  }
}

}  // namespace
}  // namespace trammel::integrate

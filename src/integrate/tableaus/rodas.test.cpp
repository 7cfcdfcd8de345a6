// The order conditions of RODAS, of ordinary equations and of index 1.
#include "integrate/tableaus/rodas.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

namespace trammel::integrate {
namespace {

constexpr int s = RosenbrockTableau::s;
using Matrix = Eigen::Matrix<double, s, s>;
using Vector = Eigen::Matrix<double, s, 1>;

// Back to the usual form: Γ⁻¹ = diag(1/γ) − c, (α_ij) = a Γ, weights b = m Γ.
struct Usual {
  Matrix gamma, alpha, beta;
  Vector b, embedded;
};

Usual usual(const RosenbrockTableau& t) {
  Matrix inverse = Matrix::Identity() / t.gamma, a = Matrix::Zero();
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < i; ++j) {
      inverse(i, j) -= t.c[i][j];
      a(i, j) = t.a[i][j];
    }
  Usual u;
  u.gamma = inverse.inverse();
  u.alpha = a * u.gamma;
  u.beta = u.alpha + u.gamma;
  Vector m = a.row(s - 1).transpose(), without = m;
  m(s - 1) = 1;
  u.b = u.gamma.transpose() * m;
  u.embedded = u.gamma.transpose() * without;
  return u;
}

// [HW96, Table IV.7.1 in the form of (IV.7.11'), and Table VI.4.1 for the unknowns of index 1]
std::vector<double> defects(const Usual& u, const Vector& b, int order) {
  const Vector one = Vector::Ones(), alpha = u.alpha * one, beta = u.beta * one;
  const auto times = [](const Vector& x, const Vector& y) { return Vector(x.cwiseProduct(y)); };
  const Vector alpha2 = times(alpha, alpha);
  const Matrix omega = u.beta.inverse();
  std::vector<double> d = {b.sum() - 1, b.dot(beta) - 1. / 2, b.dot(alpha2) - 1. / 3,
                           b.dot(u.beta * beta) - 1. / 6, b.dot(omega * alpha2) - 1};
  if (order == 4) {
    d.insert(d.end(), {b.dot(times(alpha2, alpha)) - 1. / 4, b.dot(times(alpha, u.alpha * beta)) - 1. / 8,
                       b.dot(u.beta * alpha2) - 1. / 12, b.dot(u.beta * (u.beta * beta)) - 1. / 24,
                       b.dot(times(alpha, u.alpha * (omega * alpha2))) - 1. / 4,
                       b.dot(omega * times(alpha2, alpha)) - 1,
                       b.dot(omega * times(alpha, u.alpha * beta)) - 1. / 2,
                       b.dot(omega * times(alpha, u.alpha * (omega * alpha2))) - 1});
  }
  return d;
}

TEST(Rodas, SatisfiesTheConditionsOfOrder4ForDifferentialAndAlgebraicUnknowns) {
  const Usual u = usual(rodas_4);
  for (const double d : defects(u, u.b, 4)) EXPECT_NEAR(d, 0, 1e-13);
}

TEST(Rodas, EmbedsAFormulaOfOrder3AndNoMore) {
  const Usual u = usual(rodas_4);
  for (const double d : defects(u, u.embedded, 3)) EXPECT_NEAR(d, 0, 1e-13);
  double worst = 0;
  for (const double d : defects(u, u.embedded, 4)) worst = std::max(worst, std::fabs(d));
  EXPECT_GT(worst, 1e-4);
}

// Both formulas end in a stage of their own at t₁: (α + Γ) has b as its last row. R(∞) = 0.
TEST(Rodas, IsStifflyAccurate) {
  const Usual u = usual(rodas_4);
  for (int j = 0; j < s; ++j) EXPECT_NEAR(u.beta(s - 1, j), u.b(j), 1e-13);
  for (int j = 0; j < s - 1; ++j) EXPECT_NEAR(u.beta(s - 2, j), u.embedded(j), 1e-13);
  for (int i = 0; i < s; ++i) {
    EXPECT_NEAR(u.alpha.row(i).sum(), rodas_4.alpha[i], 1e-13);
    EXPECT_NEAR(u.gamma.row(i).sum(), rodas_4.gamma_sum[i], 1e-13);
  }
}

// y(t₀ + θh) of a polynomial of degree 3 in t, f = f(t): Σ_j b_j(θ) α_j^k and the terms of f_t give θ^(k+1)/(k+1).
TEST(Rodas, DenseOutputIsOfOrder3) {
  const Usual u = usual(rodas_4);
  const Vector one = Vector::Ones(), alpha = u.alpha * one, beta = u.beta * one;
  Vector p, q, m;
  for (int j = 0; j < s; ++j) {
    p(j) = rodas_4.dense[0][j];
    q(j) = rodas_4.dense[1][j];
    m(j) = j < s - 1 ? rodas_4.a[s - 1][j] : 1;
  }
  for (const double theta : {0.2, 0.5, 0.8, 1.0}) {
    const Vector b = u.gamma.transpose() * (theta * (m + (1 - theta) * (p + theta * q)));
    EXPECT_NEAR(b.sum(), theta, 1e-13);
    EXPECT_NEAR(b.dot(beta), theta * theta / 2, 1e-13);
    EXPECT_NEAR(b.dot(Vector(alpha.cwiseProduct(alpha))), theta * theta * theta / 3, 1e-13);
    EXPECT_NEAR(b.dot(u.beta * beta), theta * theta * theta / 6, 1e-13);
  }
}

}  // namespace
}  // namespace trammel::integrate

#include "analysis/condensed.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace trammel::analysis {
namespace {

using Eigen::MatrixXd;

struct Random {
  std::mt19937 engine;
  double uniform(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); }
  int below(int n) { return std::uniform_int_distribution<>(0, n - 1)(engine); }
  MatrixXd matrix(int rows, int columns) {
    MatrixXd A(rows, columns);
    for (double& entry : A.reshaped()) entry = uniform(-1, 1);
    return A;
  }
  MatrixXd regular(int n) { return MatrixXd(3 * MatrixXd::Identity(n, n) + matrix(n, n)); }
};

MatrixXd unit_at(int rows, int columns, int row, int column, int size) {
  MatrixXd A = MatrixXd::Zero(rows, columns);
  A.block(row, column, size, size).setIdentity();
  return A;
}

// [Wun05, (2.11)]
struct KnownPair {
  MatrixXd E, A;
};
KnownPair pair_of(int s, int d, int a, int u, int v) {
  const int n = 2 * s + d + a + u, m = s + d + a + v;
  return {unit_at(n, m, 0, 0, s + d), unit_at(n, m, s + d, s + d, a) + unit_at(n, m, s + d + a, 0, s)};
}

TEST(CondensedPair, IsReachedByTheTransformationsAndKeepsItsCharacteristicValues) {
  Random random{std::mt19937(3)};
  for (int k = 0; k < 50; ++k) {
    const int s = random.below(3), d = random.below(4), a = random.below(3), u = random.below(2),
              v = random.below(3);
    const KnownPair known = pair_of(s, d, a, u, v);
    if (known.E.size() == 0) continue;
    const int n = static_cast<int>(known.E.rows()), m = static_cast<int>(known.E.cols());
    const MatrixXd P = random.regular(n), Q = random.regular(m), S = random.matrix(m, m);
    const MatrixXd E = P * known.E * Q, A = P * known.A * Q - P * known.E * S;
    const CondensedPair c = condensed(E, A);
    const Characteristic& x = c.values;
    EXPECT_EQ(std::vector({x.r, x.s, x.d, x.a, x.u, x.v}), std::vector({s + d, s, d, a, u, v}));
    EXPECT_LT((c.P * E * c.Q - known.E).norm(), 1e-11) << "s d a u v = " << s << d << a << u << v;
    EXPECT_LT((c.P * A * c.Q - c.P * E * c.S - known.A).norm(), 1e-11);
    EXPECT_GT(std::fabs(c.P.determinant() * c.Q.determinant()), 1e-9);
  }
}

struct TripleSizes {
  int s012, s12, s02, d2, s01, d1, a, v, u;
  int r() const { return s012 + s12 + s02 + d2; }
  int rows() const { return r() + s01 + d1 + s012 + s12 + a + s01 + s02 + s012 + v; }
  int columns() const { return r() + s01 + d1 + a + u; }
};

// [Wun05, (3.2)] with random numbers in its open places; `open` are those of A1 and A0.
struct KnownTriple {
  Triple form, open;
};
KnownTriple triple_of(const TripleSizes& z, Random& random) {
  const int m = z.rows(), n = z.columns(), r = z.r(), up = r + z.s01 + z.d1 + z.s012 + z.s12;
  KnownTriple k;
  k.form.A2 = unit_at(m, n, 0, 0, r);
  k.form.A1 = unit_at(m, n, r, r, z.s01 + z.d1) + unit_at(m, n, r + z.s01 + z.d1, 0, z.s012 + z.s12);
  k.form.A0 = unit_at(m, n, up, r + z.s01 + z.d1, z.a) + unit_at(m, n, up + z.a, r, z.s01) +
              unit_at(m, n, up + z.a + z.s01, z.s012 + z.s12, z.s02) +
              unit_at(m, n, up + z.a + z.s01 + z.s02, 0, z.s012);
  MatrixXd o1 = MatrixXd::Zero(m, n), o0 = o1;
  const int last = n - z.a - z.u;
  o1.block(0, z.s012 + z.s12, r, z.s02 + z.d2).setOnes();
  o1.block(0, last, r, z.a + z.u).setOnes();
  o1.block(r, r - z.d2, z.s01, z.d2).setOnes();
  o0.block(0, z.s012, up, z.s12).setOnes();
  o0.block(0, r - z.d2, up, z.d2).setOnes();
  o0.block(0, r + z.s01, up, z.d1).setOnes();
  o0.block(0, n - z.u, up, z.u).setOnes();
  k.open = {MatrixXd::Zero(m, n), o1, o0};
  k.form.A1 += o1.cwiseProduct(random.matrix(m, n));
  k.form.A0 += o0.cwiseProduct(random.matrix(m, n));
  return k;
}

TEST(CondensedTriple, IsReachedByTheTransformationsAndKeepsItsCharacteristicValues) {
  Random random{std::mt19937(4)};
  for (int k = 0; k < 60; ++k) {
    const TripleSizes z{random.below(2), random.below(2), random.below(2), random.below(3), random.below(2),
                        random.below(2), random.below(2), random.below(2), random.below(2)};
    if (z.rows() == 0 || z.columns() == 0) continue;
    const KnownTriple known = triple_of(z, random);
    const MatrixXd P = random.regular(z.rows()), Q = random.regular(z.columns());
    const Triple t{P * known.form.A2 * Q, P * known.form.A1 * Q, P * known.form.A0 * Q};
    const CondensedTriple c = condensed(t);
    const TripleValues& x = c.values;
    EXPECT_EQ(std::vector({x.s012, x.s12, x.s02, x.d2, x.s01, x.d1, x.a, c.empty_rows, c.free_columns}),
              std::vector({z.s012, z.s12, z.s02, z.d2, z.s01, z.d1, z.a, z.v, z.u}));
    const TripleValues first = triple_sequence(t).values[0];
    EXPECT_EQ(std::vector({first.s012, first.s12, first.s02, first.d2, first.s01, first.d1, first.a}),
              std::vector({z.s012, z.s12, z.s02, z.d2, z.s01, z.d1, z.a}));
    if (c.form.A2.rows() != z.rows()) continue;
    const auto off = [](const MatrixXd& A, const MatrixXd& B, const MatrixXd& open) {
      return ((A - B).array() * (1 - open.array())).matrix().norm();
    };
    EXPECT_LT(off(c.P * t.A2 * c.Q, known.form.A2, known.open.A2), 1e-10);
    EXPECT_LT(off(c.P * t.A1 * c.Q, known.form.A1, known.open.A1), 1e-10);
    EXPECT_LT(off(c.P * t.A0 * c.Q, known.form.A0, known.open.A0), 1e-10);
    for (const MatrixXd* regular : {&c.P, &c.Q}) {
      const Eigen::VectorXd sigma = Eigen::JacobiSVD<MatrixXd>(*regular).singularValues();
      EXPECT_GT(sigma.tail(1)[0], 1e-8 * sigma[0]);
    }
  }
}

// A direction that the lowest equation has in common with the two higher ones together, but with neither
// alone: x1'' , x2', x1 + x2. It is the free entry of (3.2) beside I_s01.
TEST(CondensedTriple, HasAFreeEntryForWhatTwoOrdersGiveOnlyTogether) {
  Triple t{MatrixXd::Zero(3, 2), MatrixXd::Zero(3, 2), MatrixXd::Zero(3, 2)};
  t.A2(0, 0) = t.A1(1, 1) = t.A0(2, 0) = t.A0(2, 1) = 1;
  const CondensedTriple c = condensed(t);
  EXPECT_EQ(c.values.s01, 1);
  EXPECT_EQ(c.values.d2, 1);
  EXPECT_EQ(c.values.s02 + c.values.d1, 0);
  EXPECT_GT(std::fabs(c.form.A1(1, 0)), 0.1);
}

}  // namespace
}  // namespace trammel::analysis

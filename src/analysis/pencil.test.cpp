#include "analysis/pencil.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cstdlib>
#include <random>

#include "analysis/pair.hpp"
#include "analysis/triple.hpp"
#include "expr/query.hpp"

namespace trammel::analysis {
namespace {

using Eigen::MatrixXd;

struct RandomPencils {
  std::mt19937 engine;
  double uniform(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); }
  int below(int n) { return std::uniform_int_distribution<>(0, n - 1)(engine); }
  MatrixXd orthogonal(int n) {
    std::normal_distribution<> normal;
    MatrixXd A(n, n);
    for (double& entry : A.reshaped()) entry = normal(engine);
    return Eigen::HouseholderQR<MatrixXd>(A).householderQ();
  }
  MatrixXd with_condition(int n, double condition) {
    Eigen::VectorXd sigma(n);
    for (int i = 0; i < n; ++i) sigma[i] = std::pow(condition, -static_cast<double>(i) / (n - 1));
    return orthogonal(n) * sigma.asDiagonal() * orthogonal(n);
  }
};

struct Known {
  MatrixXd E, A;
  int index = 0, infinite = 0;
};

// P diag(I, N) Q, P diag(C, I) Q with a Kronecker form that is known and transformations of given condition.
Known random_pencil(RandomPencils& random, int n) {
  Known known;
  MatrixXd E = MatrixXd::Zero(n, n), A = E;
  int at = 0;
  const int blocks = 1 + random.below(5);
  for (int b = 0; b < blocks && at < n; ++b) {
    const int size = std::min(1 + random.below(5), n - at);
    for (int i = 0; i < size; ++i) {
      A(at + i, at + i) = 1;
      if (i + 1 < size) E(at + i, at + i + 1) = 1;
    }
    at += size;
    known.index = std::max(known.index, size);
  }
  known.infinite = at;
  for (int i = at; i < n; ++i) {
    E(i, i) = 1;
    A(i, i) = random.uniform(-3, 3);
  }
  const MatrixXd P = random.with_condition(n, std::pow(10, random.uniform(0, 4))),
                 Q = random.with_condition(n, std::pow(10, random.uniform(0, 4)));
  known.E = P * E * Q;
  known.A = P * A * Q;
  return known;
}

TEST(Pencil, IndexOfRandomPencilsOfOrder50IsRightInAtLeast995Of1000) {
  const int count = std::getenv("TRAMMEL_THOROUGH") ? 1000 : 200;
  RandomPencils random{std::mt19937(5)};
  int right = 0;
  for (int k = 0; k < count; ++k) {
    const Known known = random_pencil(random, 50);
    const Pencil found = analyze_pencil(known.E, known.A);
    right += found.regular && found.index == known.index && found.N.rows() == known.infinite;
  }
  EXPECT_GE(right, static_cast<int>(0.995 * count)) << right << " of " << count;
}

TEST(Pencil, TransformationsBringItToWeierstrassForm) {
  RandomPencils random{std::mt19937(7)};
  for (int k = 0; k < 5; ++k) {
    Known known;
    do known = random_pencil(random, 12);
    while (known.infinite > 11);
    const Pencil p = analyze_pencil(known.E, known.A);
    ASSERT_TRUE(p.regular);
    const auto m = p.N.rows(), f = p.C.rows();
    MatrixXd E = MatrixXd::Zero(12, 12), A = E;
    E.topLeftCorner(m, m) = p.N;
    E.bottomRightCorner(f, f).setIdentity();
    A.topLeftCorner(m, m).setIdentity();
    A.bottomRightCorner(f, f) = p.C;
    const double scale = p.left.norm() * p.right.norm() * known.E.norm();
    EXPECT_LT((p.left * known.E * p.right - E).norm(), 1e-11 * scale);
    EXPECT_LT((p.left * known.A * p.right - A).norm(), 1e-11 * scale);
    MatrixXd power = MatrixXd::Identity(m, m);
    for (int i = 0; i < p.index; ++i) power *= p.N;
    EXPECT_LT(power.norm(), 1e-9 * (1 + p.N.norm()));
  }
}

// (1.12): z1 = δ1 − δ2' + δ3''. Derivatives of f come from the graph.
TEST(Pencil, SolutionOfANilpotentSystemIsMadeOfDerivativesOfTheRightHandSide) {
  MatrixXd E(3, 3), A(3, 3);
  E << 0, 1, 0, 0, 0, 1, 0, 0, 0;
  A = -MatrixXd::Identity(3, 3);
  expr::Graph graph;
  const expr::Expr t = graph.time();
  const auto apply = [&](expr::Op op, expr::Expr a) { return graph.apply(op, a); };
  std::vector<expr::Expr> delta = {apply(expr::Op::sin, t), apply(expr::Op::cos, t),
                                   apply(expr::Op::exp, graph.apply(expr::Op::mul, graph.constant(2), t))};
  MatrixXd f(3, 3);
  for (int k = 0; k < 3; ++k) {
    const auto values = expr::evaluate(graph, delta, [](expr::Expr) { return 0.3; });
    for (int i = 0; i < 3; ++i) f(i, k) = values[i];
    for (expr::Expr& d : delta) d = graph.total(d);
  }
  const Pencil p = analyze_pencil(E, A);
  EXPECT_EQ(p.index, 3);
  const Eigen::VectorXd x = consistent(p, f, Eigen::VectorXd::Zero(3));
  EXPECT_NEAR(x[2], std::exp(0.6), 1e-13);
  EXPECT_NEAR(x[1], std::cos(0.3) - 2 * std::exp(0.6), 1e-13);
  EXPECT_NEAR(x[0], std::sin(0.3) + std::sin(0.3) + 4 * std::exp(0.6), 1e-12);
}

TEST(Pencil, FiniteEigenvaluesAreThoseOfTheDynamics) {
  // x' = −2 x + y, 0 = x − y: λ = −1
  MatrixXd E(2, 2), A(2, 2);
  E << 1, 0, 0, 0;
  A << -2, 1, 1, -1;
  const Pencil p = analyze_pencil(E, A);
  EXPECT_EQ(p.index, 1);
  ASSERT_EQ(p.eigenvalues.size(), 1u);
  EXPECT_NEAR(p.eigenvalues[0].real(), -1, 1e-14);
}

TEST(Pencil, SingularOnesAreReportedWithTheUnknownsThatNothingDetermines) {
  MatrixXd E = MatrixXd::Zero(3, 3), A = E;  // x1' = x1; x2 + x3 = 0 twice
  E(0, 0) = A(0, 0) = 1;
  A.row(1) << 0, 1, 1;
  A.row(2) << 0, 2, 2;
  const Pencil p = analyze_pencil(E, A);
  EXPECT_FALSE(p.regular);
  EXPECT_EQ(p.missing, 1);
  EXPECT_EQ(p.unknowns, (std::vector<int>{1, 2}));
  EXPECT_EQ(p.equations, (std::vector<int>{1, 2}));
}

// [Wun05, theorem 2.1.6] on (1.12) in first order: r = 2; Zᵀ A T = 0; one strange direction.
TEST(Pair, CharacteristicValuesAndSequenceOfANilpotentBlock) {
  MatrixXd E(3, 3), A = -MatrixXd::Identity(3, 3);
  E << 0, 1, 0, 0, 0, 1, 0, 0, 0;
  const Characteristic c = characteristic(E, A);
  EXPECT_EQ(c.r, 2);
  EXPECT_EQ(c.a, 0);
  EXPECT_EQ(c.s, 1);
  EXPECT_EQ(c.d, 1);
  EXPECT_EQ(c.u, 0);
  EXPECT_EQ(c.v, 1);
  EXPECT_EQ(pair_sequence(E, A).index(), 2);  // index 3
}

TEST(Pair, StrangenessIndexOfRandomPencilsIsOneLessThanTheIndex) {
  RandomPencils random{std::mt19937(11)};
  for (int k = 0; k < 20; ++k) {
    const Known known = random_pencil(random, 26);
    const MatrixXd P = random.with_condition(26, 10);
    EXPECT_EQ(pair_sequence(known.E, known.A).index(), known.index - 1);
    const PairSequence sequence = pair_sequence(known.E, known.A);
    for (std::size_t i = 1; i < sequence.values.size(); ++i)
      EXPECT_EQ(sequence.values[i].r, sequence.values[i - 1].r - sequence.values[i - 1].s);
  }
}

// E(t) = [0 0; 1 ηt], A(t) = −[1 ηt; 0 1 + η]: strangeness index 1 for all η and t. [Wun05, theorem 2.1.8]
TEST(Pair, InflatedPairsSeeTheIndexOfVariableCoefficients) {
  for (const double eta : {0.0, 1.0, -1.0, -0.5, 3.0})
    for (const double t : {0.0, 0.7, 2.0}) {
      MatrixXd E(2, 2), E1 = MatrixXd::Zero(2, 2), A(2, 2), A1 = E1;
      E << 0, 0, 1, eta * t;
      E1(1, 1) = eta;
      A << -1, -eta * t, 0, -1 - eta;
      A1(0, 1) = -eta;
      EXPECT_FALSE(inflated_ranks({E, E1}, {A, A1}, 0).holds);
      const InflatedRanks ranks = inflated_ranks({E, E1}, {A, A1}, 1);
      EXPECT_TRUE(ranks.holds);
      EXPECT_EQ(ranks.a, 2);
      EXPECT_EQ(ranks.d, 0);
    }
}

// [Wun05, examples 3.2.1 and 3.2.2]: the triple has strangeness index 2, its first-order form 3. x1 = f2 and
// x2 = f1 − f2' − f2'': a variable for x1' is f2' and asks for nothing more, one for x2' is
// f1' − f2'' − f2'''.
TEST(Triple, OrderReductionOfAllUnknownsRaisesTheStrangenessIndex) {
  Triple t{MatrixXd::Zero(2, 2), MatrixXd::Zero(2, 2), MatrixXd::Zero(2, 2)};
  t.A2(0, 0) = t.A1(0, 0) = t.A0(0, 1) = t.A0(1, 0) = 1;
  const TripleSequence sequence = triple_sequence(t);
  EXPECT_EQ(sequence.index(), 2);
  EXPECT_EQ(sequence.values[0].s02, 1);
  EXPECT_EQ(sequence.values[1].s01, 1);
  EXPECT_EQ(sequence.values[2].a, 2);
  const OrderReduction reduction = order_reduction(t);
  EXPECT_EQ(reduction.first_order_index, 3);
  EXPECT_TRUE(reduction.raises());
  EXPECT_EQ(reduction.index, 2);
  EXPECT_EQ(reduction.safe, (std::vector<int>{0}));
  EXPECT_EQ(reduction.raising, (std::vector<int>{1}));
}

// x1'' + x2'' + x1 = f1, x1 + x2 = f2: x1 = f1 − f2'', so that x1' needs f2''' although x1'' stands in the
// equations; (x1 + x2)' is f2'.
TEST(Triple, WhatStandsDifferentiatedIsACombinationNotItsTerms) {
  Triple t{MatrixXd::Zero(2, 2), MatrixXd::Zero(2, 2), MatrixXd::Zero(2, 2)};
  t.A2(0, 0) = t.A2(0, 1) = t.A0(0, 0) = t.A0(1, 0) = t.A0(1, 1) = 1;
  const OrderReduction reduction = order_reduction(t);
  EXPECT_EQ(reduction.index, 2);
  EXPECT_EQ(reduction.first_order_index, 3);
  EXPECT_EQ(reduction.raising, (std::vector<int>{0, 1}));
}

TEST(Triple, OscillatorIsStrangenessFreeAndItsVelocityIsSafe) {
  Triple t{MatrixXd::Identity(1, 1), MatrixXd::Zero(1, 1), MatrixXd::Identity(1, 1)};
  EXPECT_EQ(triple_sequence(t).index(), 0);
  EXPECT_EQ(order_reduction(t).safe, (std::vector<int>{0}));
  EXPECT_FALSE(order_reduction(t).raises());
}

// q1'' = −λ, q2'' = −q2, q1 = 0 linearized pendulum-like: the constraint in second order, multiplier free.
TEST(Triple, MechanismWithOneConstraintHasStrangenessIndex2AndKeepsTheFreeVelocity) {
  Triple t{MatrixXd::Zero(3, 3), MatrixXd::Zero(3, 3), MatrixXd::Zero(3, 3)};
  t.A2(0, 0) = t.A2(1, 1) = 1;
  t.A0(0, 2) = t.A0(1, 1) = t.A0(2, 0) = 1;
  const OrderReduction reduction = order_reduction(t);
  EXPECT_EQ(triple_sequence(t).values[0].s02, 1);
  // q1 = f3 may be differentiated twice, which λ = f1 − f3'' asks for anyway; λ' may not.
  EXPECT_EQ(reduction.safe, (std::vector<int>{0, 1}));
  EXPECT_EQ(reduction.raising, (std::vector<int>{2}));
  EXPECT_GT(reduction.first_order_index, reduction.index);
}

}  // namespace
}  // namespace trammel::analysis

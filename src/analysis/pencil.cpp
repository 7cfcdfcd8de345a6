#include "analysis/pencil.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/rank.hpp"
#include "analysis/units.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using linalg::times;

// Orthogonal Q, Z with Qᵀ E Z and Qᵀ A Z block upper triangular: first the infinite part, step by step.
struct Staircase {
  MatrixXd Q, Z, E, A;
  std::vector<int> steps;
  double margin = 1e300;
  bool regular = true;
};

// Infinite Jordan chains cannot multiply from step to step, so a rank may only be decided within what the
// step before allows: the singular values have n − (last step) certain members.
RankDecision rank_of_E(const MatrixXd& E, int at_most_lost, double size) {
  Eigen::VectorXd sigma = linalg::singular_values(E);
  const Index n = sigma.size();
  RankDecision best{.rank = static_cast<int>(n), .kept = 1, .dropped = 0};
  const double noise = 1e-16 * size;
  if (n == 0) return best;
  // Widest gap among the permitted ranks; full rank competes with the gap down to rounding of the data.
  double widest = 0;
  for (Index rank = std::max<Index>(0, n - at_most_lost); rank <= n; ++rank) {
    const double above = rank > 0 ? sigma[rank - 1] : size, under = rank < n ? sigma[rank] : 1e-11 * size;
    if (rank < n && under > 1e-4 * size) continue;
    const double gap = above / std::max(under, noise);
    if (gap > widest) {
      widest = gap;
      best = {static_cast<int>(rank), above / size, (rank < n ? under : noise) / size};
    }
  }
  return best;
}

Staircase deflate(const MatrixXd& E0, const MatrixXd& A0) {
  const Index n = E0.rows();
  Staircase s{MatrixXd::Identity(n, n), MatrixXd::Identity(n, n), E0, A0, {}};
  const double size = std::max(E0.norm(), 1e-300);
  int allowed = static_cast<int>(n);
  for (Index from = 0; from < n;) {
    const Index left = n - from;
    const MatrixXd E = s.E.bottomRightCorner(left, left);
    const RankDecision decision = rank_of_E(E, allowed, size);
    const int lost = static_cast<int>(left) - decision.rank;
    s.margin = std::min(s.margin, decision.margin());
    if (lost == 0) break;
    // Columns: kernel of E first.
    const linalg::Svd svd = linalg::svd(E);
    MatrixXd V(left, left);
    V << svd.V.rightCols(lost), svd.V.leftCols(left - lost);
    for (MatrixXd* M : {&s.E, &s.A, &s.Z}) M->rightCols(left) = times(M->rightCols(left), V);
    s.E.bottomRows(left).middleCols(from, lost).setZero();
    // Rows: range of A on that kernel first.
    const MatrixXd on_kernel = s.A.block(from, from, left, lost);
    if (numerical_rank(on_kernel, A0.norm()).rank < lost) {
      s.regular = false;
      return s;
    }
    const MatrixXd U = linalg::range_first(on_kernel), Ut = U.transpose();
    for (MatrixXd* M : {&s.E, &s.A}) M->bottomRows(left) = times(Ut, M->bottomRows(left));
    s.Q.rightCols(left) = times(s.Q.rightCols(left), U);
    s.A.block(from + lost, from, left - lost, lost).setZero();
    s.E.block(from, from, left, lost).setZero();
    s.steps.push_back(lost);
    allowed = lost;
    from += lost;
  }
  return s;
}

// What a singular pencil leaves open: kernels of c E − A for two values of c.
void describe_singular(Pencil& p, const MatrixXd& E, const MatrixXd& A) {
  const double scale = A.norm() / std::max(E.norm(), 1e-300);
  std::vector<char> row(static_cast<std::size_t>(E.rows())), column(static_cast<std::size_t>(E.cols()));
  p.missing = static_cast<int>(E.rows());
  for (const double c : {0.7320508, -1.6180339}) {
    const Spaces s = spaces(c * scale * E - A);
    p.missing = std::min(p.missing, static_cast<int>(s.kernel.cols()));
    for (Index i = 0; i < s.corange.rows(); ++i)
      if (s.corange.cols() > 0 && s.corange.row(i).norm() > 1e-6) row[i] = 1;
    for (Index j = 0; j < s.kernel.rows(); ++j)
      if (s.kernel.cols() > 0 && s.kernel.row(j).norm() > 1e-6) column[j] = 1;
  }
  for (std::size_t i = 0; i < row.size(); ++i)
    if (row[i]) p.equations.push_back(static_cast<int>(i));
  for (std::size_t j = 0; j < column.size(); ++j)
    if (column[j]) p.unknowns.push_back(static_cast<int>(j));
}

// [I L; 0 I] (.) [I R; 0 I] diagonal: E11 R + E12 + L E22 = 0 = A11 R + A12 + L A22. [HW96, (VII.1.51)]
void decouple(Pencil& p, const Staircase& s, Index infinite) {
  const Index n = s.E.rows(), finite = n - infinite;
  const MatrixXd E11 = s.E.topLeftCorner(infinite, infinite), A11 = s.A.topLeftCorner(infinite, infinite),
                 E12 = s.E.topRightCorner(infinite, finite), A12 = s.A.topRightCorner(infinite, finite),
                 E22 = s.E.bottomRightCorner(finite, finite), A22 = s.A.bottomRightCorner(finite, finite);
  const linalg::Lu lu_A(A11), lu_E(E22), lu_Et(E22.transpose());
  MatrixXd L = MatrixXd::Zero(infinite, finite), R = L;
  for (int k = 0; k <= p.index + 1 && infinite > 0 && finite > 0; ++k) {
    R = -lu_A.solve(A12 + times(L, A22));
    L = -lu_Et.solve((E12 + times(E11, R)).transpose()).transpose();
  }
  p.left = s.Q.transpose();
  p.left.topRows(infinite) += times(L, p.left.bottomRows(finite));
  p.right = s.Z;
  p.right.rightCols(finite) += times(p.right.leftCols(infinite), R);
  if (infinite > 0) p.left.topRows(infinite) = lu_A.solve(p.left.topRows(infinite));
  if (finite > 0) p.left.bottomRows(finite) = lu_E.solve(p.left.bottomRows(finite));
  p.N = infinite > 0 ? lu_A.solve(E11) : MatrixXd(0, 0);
  p.C = finite > 0 ? lu_E.solve(A22) : MatrixXd(0, 0);
}

}  // namespace

namespace {

// E and A in natural units, E also divided by the unit of time.
struct Scaled {
  Scaled(const MatrixXd& E0, const MatrixXd& A0) : E(E0), A(A0) {
    std::vector<SizedDerivative> entries;
    for (const auto& [M, derivative] : {std::pair(&E0, 1), std::pair(&A0, 0)})
      for (Index i = 0; i < M->rows(); ++i)
        for (Index j = 0; j < M->cols(); ++j)
          if ((*M)(i, j) != 0)
            entries.push_back({static_cast<int>(i), static_cast<int>(j), derivative, std::fabs((*M)(i, j))});
    units = natural_units(static_cast<int>(E.rows()), static_cast<int>(E.cols()), entries);
    // Powers of two lose no digit.
    const auto round = [](double& x) { x = std::exp2(std::round(std::log2(x))); };
    std::ranges::for_each(units.equation, round);
    std::ranges::for_each(units.variable, round);
    round(units.time);
    for (Index i = 0; i < E.rows(); ++i)
      for (Index j = 0; j < E.cols(); ++j) {
        const double factor =
            units.variable[static_cast<std::size_t>(j)] / units.equation[static_cast<std::size_t>(i)];
        E(i, j) *= factor / units.time;
        A(i, j) *= factor;
      }
  }
  MatrixXd E, A;
  Units units;
};

// left E right = diag(N, I), left A right = diag(I, C) for the matrices as they were given.
void take_units_back(Pencil& p, const Units& units) {
  const Index infinite = p.N.rows(), finite = p.C.rows();
  for (Index i = 0; i < p.left.cols(); ++i) p.left.col(i) /= units.equation[static_cast<std::size_t>(i)];
  for (Index j = 0; j < p.right.rows(); ++j) p.right.row(j) *= units.variable[static_cast<std::size_t>(j)];
  p.left.bottomRows(finite) /= units.time;
  if (infinite > 0) p.N *= units.time;
  if (finite > 0) p.C /= units.time;
}

}  // namespace

Pencil analyze_pencil(const MatrixXd& E0, const MatrixXd& A0) {
  Pencil p;
  const auto [E, A, units] = Scaled(E0, A0);
  const Staircase s = deflate(E, A);
  p.margin = s.margin;
  p.regular = s.regular;
  if (!p.regular) {
    describe_singular(p, E, A);
    return p;
  }
  p.index = static_cast<int>(s.steps.size());
  p.weyr = s.steps;
  Index infinite = 0;
  for (const int step : s.steps) infinite += step;
  decouple(p, s, infinite);
  take_units_back(p, units);
  if (p.C.size() > 0) {
    const Eigen::VectorXcd lambda = linalg::eigenvalues(p.C);
    p.eigenvalues.assign(lambda.begin(), lambda.end());
  }
  return p;
}

Eigen::VectorXd algebraic_part(const Pencil& p, const MatrixXd& f) {
  const Index infinite = p.N.rows();
  Eigen::VectorXd w = Eigen::VectorXd::Zero(infinite);
  for (Index k = std::min<Index>(p.index, f.cols()) - 1; k >= 0; --k)  // Horner: w = −(h + N (h' + N (...)))
    w = linalg::apply(p.N, w) - linalg::apply(p.left.topRows(infinite), f.col(k));
  return w;
}

Eigen::VectorXd consistent(const Pencil& p, const MatrixXd& f, const Eigen::VectorXd& x0) {
  const Index infinite = p.N.rows();
  Eigen::VectorXd wy = linalg::Lu(p.right).solve(x0);
  wy.head(infinite) = algebraic_part(p, f);
  return linalg::apply(p.right, wy);
}

}  // namespace trammel::analysis

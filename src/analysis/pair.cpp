#include "analysis/pair.hpp"

#include <algorithm>

#include "analysis/rank.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {
namespace {

using Eigen::MatrixXd;
using linalg::times;

// Orthonormal basis of the row space, as columns.
MatrixXd row_space(const MatrixXd& A, double reference) {
  const Spaces kernel = spaces(A, reference);
  return spaces(kernel.kernel.transpose()).kernel;
}

struct PairParts {
  Characteristic values;
  MatrixXd strange;  // rows W of equations with W A x + W f = 0 that also stand differentiated in E
};

PairParts take_apart(const MatrixXd& E, const MatrixXd& A) {
  PairParts parts;
  Characteristic& c = parts.values;
  const double size = size_of(A);
  const Spaces of_E = spaces(E);
  const MatrixXd &T = of_E.kernel, &Z = of_E.corange;
  c.r = of_E.decision.rank;
  const Spaces algebraic = spaces(times(Z.transpose(), A, T), size);
  c.a = algebraic.decision.rank;
  const MatrixXd range = row_space(E, 0);
  parts.strange = times(Z, algebraic.corange).transpose();
  const RankDecision strange = numerical_rank(times(parts.strange, A, range), size);
  c.s = strange.rank;
  c.d = c.r - c.s;
  c.u = static_cast<int>(E.rows()) - c.r - c.a - c.s;
  c.v = static_cast<int>(E.cols()) - c.r - c.a;
  c.margin = std::min({of_E.decision.margin(), algebraic.decision.margin(), strange.margin()});
  return parts;
}

double binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  double result = 1;
  for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

}  // namespace

Characteristic characteristic(const MatrixXd& E, const MatrixXd& A) { return take_apart(E, A).values; }

PairSequence pair_sequence(MatrixXd E, MatrixXd A) {
  PairSequence sequence;
  for (;;) {
    const PairParts parts = take_apart(E, A);
    sequence.values.push_back(parts.values);
    if (parts.values.s == 0 || sequence.values.size() > static_cast<std::size_t>(E.rows()) + 1)
      return sequence;
    // W A x = −W f differentiated is W A x' = K E x' with K = W A E⁺, so the equations K (E x' − A x − f)
    // lose their derivatives.
    const MatrixXd K = times(parts.strange, A, linalg::pseudo_inverse(E));
    const MatrixXd Q = row_space(K, 0);
    const MatrixXd differentiated = spaces(Q.transpose()).kernel;  // of the equations that stay
    MatrixXd rows(E.rows(), E.rows());
    rows << Q, differentiated;
    const MatrixXd P = rows.transpose();
    E = times(P, E);
    A = times(P, A);
    E.topRows(Q.cols()).setZero();
  }
}

Inflated inflate(const std::vector<MatrixXd>& E, const std::vector<MatrixXd>& A, int l) {
  const Eigen::Index n = E[0].rows(), m = E[0].cols();
  Inflated result{MatrixXd::Zero((l + 1) * n, (l + 1) * m), MatrixXd::Zero((l + 1) * n, (l + 1) * m)};
  for (int i = 0; i <= l; ++i) {
    for (int j = 0; j <= i; ++j) {
      auto block = result.M.block(i * n, j * m, n, m);
      block = binomial(i, j) * E[static_cast<std::size_t>(i - j)];
      if (i - j - 1 >= 0) block -= binomial(i, j + 1) * A[static_cast<std::size_t>(i - j - 1)];
    }
    result.N.block(i * n, 0, n, m) = A[static_cast<std::size_t>(i)];
  }
  return result;
}

InflatedRanks inflated_ranks(const std::vector<MatrixXd>& E, const std::vector<MatrixXd>& A, int l) {
  const Eigen::Index n = E[0].rows(), m = E[0].cols();
  const auto corank = [&](int level) {
    if (level < 0) return 0;
    const Inflated at = inflate(E, A, level);
    MatrixXd all(at.M.rows(), at.M.cols() + m);
    all << at.N.leftCols(m), at.M;
    return static_cast<int>(all.rows()) - numerical_rank(with_unit_rows(all), 1).rank;
  };
  const Inflated at = inflate(E, A, l);
  const Spaces derivatives = spaces(at.M);
  const MatrixXd constraints = times(derivatives.corange.transpose(), at.N.leftCols(m));
  const Spaces inside = spaces(constraints, size_of(at.N));
  InflatedRanks ranks;
  ranks.a = inside.decision.rank;
  ranks.d = numerical_rank(times(E[0], inside.kernel), size_of(E[0])).rank;
  ranks.v = corank(l) - corank(l - 1);
  ranks.holds = ranks.a + ranks.d + ranks.v == n;
  return ranks;
}

}  // namespace trammel::analysis

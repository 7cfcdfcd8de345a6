#include "analysis/triple.hpp"

#include <algorithm>

#include "analysis/pair.hpp"
#include "analysis/rank.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {
namespace {

using Eigen::MatrixXd;
using linalg::times;

MatrixXd below(const MatrixXd& A, const MatrixXd& B) {
  MatrixXd C(A.rows() + B.rows(), A.cols());
  C << A, B;
  return C;
}

// Rows of A as an orthogonal combination: first those that span its row space, then those that vanish in it.
MatrixXd compressing(const MatrixXd& A, int& rank, double reference) {
  const Spaces s = spaces(A, reference);
  rank = s.decision.rank;
  const MatrixXd range = spaces(s.corange.transpose()).kernel;
  MatrixXd P(A.rows(), A.rows());
  P << range, s.corange;
  return P.transpose();
}

// Equations by order: second (r2 rows), first (r1 rows), zeroth (r0 rows), empty.
struct Ordered {
  Triple t;
  int r2 = 0, r1 = 0, r0 = 0;
  MatrixXd second() const { return t.A2.topRows(r2); }
  MatrixXd first() const { return t.A1.middleRows(r2, r1); }
  MatrixXd zeroth() const { return t.A0.middleRows(r2 + r1, r0); }
};

Ordered ordered(Triple t, double size) {
  Ordered o{std::move(t)};
  const auto apply = [&](int from, const MatrixXd& P) {
    for (MatrixXd* A : {&o.t.A2, &o.t.A1, &o.t.A0}) {
      const MatrixXd rows = times(P, A->bottomRows(A->rows() - from));
      A->bottomRows(A->rows() - from) = rows;
    }
  };
  apply(0, compressing(o.t.A2, o.r2, size));
  o.t.A2.bottomRows(o.t.A2.rows() - o.r2).setZero();
  apply(o.r2, compressing(o.t.A1.bottomRows(o.t.A1.rows() - o.r2), o.r1, size));
  o.t.A1.bottomRows(o.t.A1.rows() - o.r2 - o.r1).setZero();
  apply(o.r2 + o.r1, compressing(o.t.A0.bottomRows(o.t.A0.rows() - o.r2 - o.r1), o.r0, size));
  return o;
}

int rank_of(const MatrixXd& A) { return numerical_rank(A, A.size() > 0 ? A.cwiseAbs().maxCoeff() : 0).rank; }
int common(const MatrixXd& A, const MatrixXd& B) { return rank_of(A) + rank_of(B) - rank_of(below(A, B)); }

TripleValues values_of(const Ordered& o) {
  const MatrixXd R2 = o.second(), R1 = o.first(), R0 = o.zeroth();
  TripleValues v;
  v.r = o.r2;
  // What R0 has in R1 + R2 but in neither of them counts as s01: [Wun05, (3.2)] has a free entry for it.
  const int in_02 = common(R0, R2), in_12 = common(R1, R2), in_any = common(R0, below(R1, R2));
  // R0 ∩ R1 as rows, to be met with R2
  const MatrixXd K = spaces(below(R0, R1).transpose()).kernel;  // αᵀR0 + βᵀR1 = 0
  const MatrixXd both = K.rows() > 0 ? times(K.topRows(R0.rows()).transpose(), R0) : MatrixXd(0, R0.cols());
  v.s012 = both.rows() > 0 ? common(both, R2) : 0;
  v.s01 = in_any - in_02;
  v.s02 = in_02 - v.s012;
  v.s12 = in_12 - v.s012;
  v.a = o.r0 - in_any;
  v.d1 = o.r1 - v.s012 - v.s01 - v.s12;
  v.d2 = o.r2 - v.s012 - v.s02 - v.s12;
  return v;
}

// Coefficients (α, β) with α·upper + β·lower = 0 and independent α, α orthonormal.
struct Relations {
  MatrixXd upper, lower;
};
Relations relations(const MatrixXd& upper, const MatrixXd& lower) {
  const MatrixXd all = below(upper, lower);
  const MatrixXd K = spaces(all.transpose()).kernel;
  const MatrixXd alpha = K.topRows(upper.rows()).transpose(), beta = K.bottomRows(lower.rows()).transpose();
  if (alpha.rows() == 0) return {MatrixXd(0, upper.rows()), MatrixXd(0, lower.rows())};
  // Rows of (α, β) recombined so that α has orthonormal rows; α has full row rank because lower does.
  const linalg::Svd svd = linalg::svd(alpha);
  const MatrixXd scale = svd.sigma.cwiseInverse().asDiagonal() * svd.U.transpose();
  return {times(scale, alpha), times(scale, beta)};
}

// Replaces the combinations α of the rows [from, from + count) by `rows`, the others stay.
void replace(MatrixXd& A, int from, int count, const MatrixXd& alpha, const MatrixXd& rows) {
  const MatrixXd stay = times(spaces(alpha).kernel.transpose(), A.middleRows(from, count));
  A.middleRows(from, alpha.rows()) = rows;
  A.middleRows(from + alpha.rows(), count - alpha.rows()) = stay;
}

Triple reduced(const Ordered& o) {
  Triple t = o.t;
  // x'' from derivatives of first-order rows (with their x' terms) and second derivatives of zeroth ones.
  const MatrixXd D1 = o.t.A0.middleRows(o.r2, o.r1);
  const MatrixXd R0 = o.zeroth();
  // Only independent lower rows: first-order directions that zeroth-order rows already give count once.
  const Relations inner = relations(o.first(), R0);
  const MatrixXd stay = inner.upper.rows() > 0 ? MatrixXd(spaces(inner.upper).kernel.transpose())
                                               : MatrixXd(MatrixXd::Identity(o.r1, o.r1));
  const Relations outer = relations(o.second(), below(times(stay, o.first()), R0));
  if (outer.upper.rows() > 0) {
    // α A2 x'' = −β₁ C1 x'' − β₀ C0 x'', and C1 x'' = f' − D1 x'
    const MatrixXd beta1 = times(outer.lower.leftCols(stay.rows()), stay);
    const MatrixXd A1 = times(outer.upper, o.t.A1.topRows(o.r2)) + times(beta1, D1);
    const MatrixXd A0 = times(outer.upper, o.t.A0.topRows(o.r2));
    replace(t.A2, 0, o.r2, outer.upper, MatrixXd::Zero(outer.upper.rows(), t.A2.cols()));
    replace(t.A1, 0, o.r2, outer.upper, A1);
    replace(t.A0, 0, o.r2, outer.upper, A0);
  }
  if (inner.upper.rows() > 0) {  // x' of first-order rows from derivatives of zeroth ones
    const MatrixXd A0 = times(inner.upper, D1);
    replace(t.A1, o.r2, o.r1, inner.upper, MatrixXd::Zero(inner.upper.rows(), t.A1.cols()));
    replace(t.A0, o.r2, o.r1, inner.upper, A0);
  }
  return t;
}

}  // namespace

TripleSequence triple_sequence(Triple t) {
  TripleSequence sequence;
  double size = 0;
  for (const MatrixXd* A : {&t.A2, &t.A1, &t.A0}) size = std::max(size, A->cwiseAbs().maxCoeff());
  for (;;) {
    const Ordered o = ordered(std::move(t), size);
    sequence.values.push_back(values_of(o));
    if (!sequence.values.back().strange() ||
        sequence.values.size() > 3 * static_cast<std::size_t>(o.t.A2.cols())) {
      sequence.last = o.t;
      return sequence;
    }
    t = reduced(o);
  }
}

namespace {

// Strangeness index of A2 x'' + A1 x' + A0 x = f with variables v = names·x', where A2 x'' = B v'.
int index_with(const Triple& t, const MatrixXd& names, const MatrixXd& B) {
  const Eigen::Index m = t.A2.rows(), n = t.A2.cols(), k = names.rows();
  MatrixXd E = MatrixXd::Zero(m + k, k + n), A = E;  // (v, x)
  E.topLeftCorner(m, k) = B;
  E.topRightCorner(m, n) = t.A1;
  A.topRightCorner(m, n) = -t.A0;
  E.bottomRightCorner(k, n) = names;
  A.bottomLeftCorner(k, k).setIdentity();
  return pair_sequence(E, A).index();
}

}  // namespace

OrderReduction order_reduction(const Triple& t) {
  const Eigen::Index n = t.A2.cols(), m = t.A2.rows();
  const MatrixXd W = spaces(spaces(t.A2).kernel.transpose()).kernel.transpose();  // spans the rows of A2
  const MatrixXd B = times(t.A2, W.transpose());
  OrderReduction result{.triple_index = triple_sequence(t).index(),
                        .first_order_index = index_with(t, MatrixXd::Identity(n, n), t.A2),
                        .index = index_with(t, W, B)};
  for (Eigen::Index j = 0; j < n; ++j) {
    const MatrixXd names = below(W, MatrixXd::Identity(n, n).row(j));
    MatrixXd wider = MatrixXd::Zero(m, W.rows() + 1);
    wider.leftCols(W.rows()) = B;
    (index_with(t, names, wider) > result.index ? result.raising : result.safe)
        .push_back(static_cast<int>(j));
  }
  return result;
}

}  // namespace trammel::analysis

#include "analysis/condensed.hpp"

#include <initializer_list>

#include "analysis/rank.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using linalg::times;

// Regular U, V with U A V = (I 0; 0 0); V is orthogonal.
struct Unit {
  int rank = 0;
  MatrixXd U, V;
};
Unit to_unit(const MatrixXd& A, double reference) {
  Unit unit{0, MatrixXd::Identity(A.rows(), A.rows()), MatrixXd::Identity(A.cols(), A.cols())};
  if (A.rows() == 0 || A.cols() == 0) return unit;
  unit.rank = numerical_rank(A, reference).rank;
  const linalg::Svd svd = linalg::svd(A);
  unit.U = svd.U.transpose();
  for (int i = 0; i < unit.rank; ++i) unit.U.row(i) /= svd.sigma[i];
  unit.V = svd.V;
  return unit;
}

// Rows of all matrices, one below the other.
MatrixXd stack(std::initializer_list<MatrixXd> parts, Index columns) {
  Index rows = 0;
  for (const MatrixXd& part : parts) rows += part.rows();
  MatrixXd result(rows, columns);
  Index at = 0;
  for (const MatrixXd& part : parts) {
    result.middleRows(at, part.rows()) = part;
    at += part.rows();
  }
  return result;
}

// Orthonormal rows that span the row space.
MatrixXd span_of(const MatrixXd& A, double reference) {
  const Index columns = A.cols();
  if (A.rows() == 0 || columns == 0) return MatrixXd(0, columns);
  const int rank = numerical_rank(A, reference).rank;
  return linalg::svd(A).V.leftCols(rank).transpose();
}

MatrixXd left_kernel(const MatrixXd& A, double reference) {
  return MatrixXd(spaces(A, reference).corange.transpose());
}

// Combinations of the rows of B, as many as are independent of the orthonormal rows of `of`.
MatrixXd independent(const MatrixXd& B, const MatrixXd& of) {
  if (B.rows() == 0) return B;
  const MatrixXd rest = B - times(B, of.transpose(), of);
  const int rank = numerical_rank(rest, 1).rank;
  const MatrixXd U = linalg::svd(rest).U.leftCols(rank);
  return times(U.transpose(), B);
}

// The common part of two row spaces given by orthonormal rows.
MatrixXd meet(const MatrixXd& A, const MatrixXd& B) {
  const MatrixXd K = left_kernel(stack({A, B}, A.cols()), 1);  // α A + β B = 0
  return span_of(times(K.leftCols(A.rows()), A), 1);
}

// X with X A = B, for B in the row space of A.
MatrixXd rows_that_give(const MatrixXd& B, const MatrixXd& A) {
  if (B.rows() == 0) return MatrixXd(0, A.rows());
  return times(B, linalg::pseudo_inverse(A, 1e-11));  // rounding errors of a product are no rank
}

// The coordinates of [Wun05, (3.2)] as rows, and R1's part of the fifth block.
struct Coordinates {
  MatrixXd y1, y2, y3, y4, y5, y6, y7, y8, first_order;
};

Coordinates coordinates(const MatrixXd& R2, const MatrixXd& R1, const MatrixXd& R0) {
  const Index n = R2.cols();
  const MatrixXd upper = span_of(stack({R2, R1}, n), 1), in_12 = meet(R1, R2), in_02 = meet(R0, R2),
                 in_upper = meet(R0, upper);
  Coordinates c;
  c.y1 = meet(in_02, R1);
  c.y2 = independent(in_12, c.y1);
  c.y3 = independent(in_02, c.y1);
  c.y4 = independent(R2, span_of(stack({c.y1, c.y2, c.y3}, n), 1));
  c.y5 = independent(in_upper, in_02);
  // y5 = ρ + α y3 + β y4 + (what stands in R1 and R2): y3 belongs to R0 and may be taken away from y5.
  const MatrixXd basis = stack({R1, c.y3, c.y4}, n), parts = rows_that_give(c.y5, basis);
  c.y5 -= times(parts.middleCols(R1.rows(), c.y3.rows()), c.y3);
  c.first_order = times(parts.leftCols(R1.rows()), R1);
  c.y6 = independent(R1, span_of(stack({R2, c.y5}, n), 1));
  c.y7 = independent(R0, in_upper);
  const MatrixXd all = span_of(stack({R2, R1, R0}, n), 1);
  c.y8 = MatrixXd(spaces(all, 1).kernel.transpose());
  return c;
}

// Takes away from the rows above `below` what stands in the columns [at, at + size), where the rows
// [row, row + size) have the unit matrix.
void clear_above(MatrixXd& P, const MatrixXd& A, const MatrixXd& Q, Index rows, Index row, Index at,
                 Index size) {
  if (size == 0) return;
  const MatrixXd entries = times(P.topRows(rows), A, Q).middleCols(at, size);
  P.topRows(rows) -= times(entries, P.middleRows(row, size));
}

}  // namespace

CondensedPair condensed(const MatrixXd& E, const MatrixXd& A) {
  CondensedPair c;
  c.values = characteristic(E, A);
  const Index n = E.rows(), m = E.cols();
  const Unit whole = to_unit(E, 0);
  const Index r = whole.rank;
  c.P = whole.U;
  c.Q = whole.V;
  const double size = size_of(A);
  // Zᵀ A T becomes (I 0; 0 0), and its unit matrix clears what stands left of it.
  MatrixXd B = times(c.P, A, c.Q);
  const Unit algebraic = to_unit(B.bottomRightCorner(n - r, m - r), size);
  const Index a = algebraic.rank;
  c.P.bottomRows(n - r) = times(algebraic.U, c.P.bottomRows(n - r));
  c.Q.rightCols(m - r) = times(c.Q.rightCols(m - r), algebraic.V);
  B = times(c.P, A, c.Q);
  c.Q.leftCols(r) -= times(c.Q.middleCols(r, a), B.block(r, 0, a, r));
  // What is given and differentiated: (I_s 0; 0 0) below, with the inverse change of the rows of E.
  B = times(c.P, A, c.Q);
  const Unit strange = to_unit(B.block(r + a, 0, n - r - a, r), size);
  c.P.bottomRows(n - r - a) = times(strange.U, c.P.bottomRows(n - r - a));
  c.Q.leftCols(r) = times(c.Q.leftCols(r), strange.V);
  c.P.topRows(r) = times(strange.V.transpose(), c.P.topRows(r));
  // P E S = (I 0; 0 0) Q⁻¹ S takes all of the upper rows away.
  B = times(c.P, A, c.Q);
  c.S = times(c.Q.leftCols(r), B.topRows(r));
  c.E = times(c.P, E, c.Q);
  c.A = B - times(c.P, E, c.S);
  return c;
}

CondensedTriple condensed(const Triple& t) {
  const Index n = t.A2.cols();
  const double size = std::max({size_of(t.A2), size_of(t.A1), size_of(t.A0)});
  const MatrixXd Z = left_kernel(t.A2, size), ZA1 = times(Z, t.A1), K = times(left_kernel(ZA1, size), Z),
                 KA0 = times(K, t.A0);
  const Coordinates y = coordinates(span_of(t.A2, size), span_of(ZA1, size), span_of(KA0, size));
  CondensedTriple c;
  TripleValues& v = c.values;
  const auto rows = [](const MatrixXd& part) { return static_cast<int>(part.rows()); };
  v.s012 = rows(y.y1), v.s12 = rows(y.y2), v.s02 = rows(y.y3), v.d2 = rows(y.y4);
  v.s01 = rows(y.y5), v.d1 = rows(y.y6), v.a = rows(y.y7);
  v.r = v.s012 + v.s12 + v.s02 + v.d2;
  c.free_columns = rows(y.y8);
  c.Q = linalg::inverse(stack({y.y1, y.y2, y.y3, y.y4, y.y5, y.y6, y.y7, y.y8}, n));
  const MatrixXd empty = times(left_kernel(KA0, size), K);
  c.empty_rows = rows(empty);
  c.P = stack({rows_that_give(stack({y.y1, y.y2, y.y3, y.y4}, n), t.A2),
               times(rows_that_give(stack({y.first_order, y.y6, y.y1, y.y2}, n), ZA1), Z),
               times(rows_that_give(stack({y.y7, y.y5, y.y3, y.y1}, n), KA0), K), empty},
              t.A2.rows());
  const int r1 = v.s01 + v.d1 + v.s012 + v.s12, fifth = v.r, seventh = v.r + v.s01 + v.d1, zeroth = v.r + r1;
  clear_above(c.P, t.A1, c.Q, v.r, fifth, v.r, v.s01 + v.d1);
  clear_above(c.P, t.A1, c.Q, v.r, seventh, 0, v.s012 + v.s12);
  clear_above(c.P, t.A0, c.Q, zeroth, zeroth, v.r + v.s01 + v.d1, v.a);
  clear_above(c.P, t.A0, c.Q, zeroth, zeroth + v.a, v.r, v.s01);
  clear_above(c.P, t.A0, c.Q, zeroth, zeroth + v.a + v.s01, v.s012 + v.s12, v.s02);
  clear_above(c.P, t.A0, c.Q, zeroth, zeroth + v.a + v.s01 + v.s02, 0, v.s012);
  c.form = {times(c.P, t.A2, c.Q), times(c.P, t.A1, c.Q), times(c.P, t.A0, c.Q)};
  return c;
}

}  // namespace trammel::analysis

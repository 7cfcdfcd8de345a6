// analysis/rank.hpp: rank decisions by singular values, with the margin by which they were decided.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace trammel::analysis {

struct RankDecision {
  int rank = 0;
  double kept = 0;     // smallest singular value that counts, relative to the largest; 1 for an empty matrix
  double dropped = 0;  // largest one that does not count, relative to the largest
  // How far the decision was from the opposite one: the gap kept/dropped, with rounding as the smallest
  // `dropped`.
  double margin() const;
};

double size_of(const Eigen::MatrixXd& A);  // its largest entry in size; 0 for an empty matrix

// The rank is the place of the widest gap between neighbouring singular values inside the doubtful zone
// (relative 1e-12 .. 1e-6); values above the zone always count, values below never.
// Singular values are relative to the largest one or to `reference`, whichever is larger: a matrix of
// rounding errors has rank 0.
RankDecision numerical_rank(const Eigen::MatrixXd& A, double reference = 0);

// Orthonormal columns: what A maps to zero, and what Aᵀ maps to zero.
struct Spaces {
  RankDecision decision;
  Eigen::MatrixXd kernel, corange;
};
Spaces spaces(const Eigen::MatrixXd& A, double reference = 0);

// Rows divided by their largest entry, so that units do not decide ranks; rows of zeros stay.
Eigen::MatrixXd with_unit_rows(Eigen::MatrixXd A);

// A set of columns that spans the range of A, as few as its rank: columns of low `reluctance` are taken
// first, among equals the one that is farthest from the span of those before. In J dx = 0 these columns are
// the dependent quantities, the others may be prescribed.
// A column is a candidate as long as what is left of it is no rounding beside what it was; columns that are
// rounding errors beside the largest one, or beside `reference`, never are.
std::vector<int> dependent_columns(Eigen::MatrixXd A, const std::vector<int>& reluctance,
                                   double reference = 0);

}  // namespace trammel::analysis

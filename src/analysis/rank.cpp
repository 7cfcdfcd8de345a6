#include "analysis/rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "analysis/policy.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {
namespace {

using policy::surely_not_zero;
using policy::surely_zero;

RankDecision decide(const Eigen::VectorXd& sigma, double reference) {
  RankDecision d{.kept = 1};
  const Eigen::Index n = sigma.size();
  const double top = n > 0 ? std::max(sigma[0], reference) : 0;
  if (!(top > 0) || !std::isfinite(top)) return d;
  const auto relative = [&](Eigen::Index k) { return k < n ? sigma[k] / top : 0.0; };
  int low = 0, high = 0;  // the rank lies between them
  while (low < n && relative(low) > surely_not_zero) ++low;
  high = low;
  while (high < n && relative(high) > surely_zero) ++high;
  d.rank = low;
  double widest = 0;
  for (int rank = std::max(low, 1); rank <= high; ++rank) {
    const double gap = relative(rank - 1) / std::max(relative(rank), policy::rounding_of_ranks);
    if (gap > widest) {
      widest = gap;
      d.rank = rank;
    }
  }
  d.kept = d.rank > 0 ? relative(d.rank - 1) : 1;
  d.dropped = relative(d.rank);
  return d;
}

}  // namespace

double RankDecision::margin() const {
  return kept / std::max(dropped, std::numeric_limits<double>::epsilon());
}

double size_of(const Eigen::MatrixXd& A) { return A.size() > 0 ? A.cwiseAbs().maxCoeff() : 0; }

RankDecision numerical_rank(const Eigen::MatrixXd& A, double reference) {
  if (A.rows() == 0 || A.cols() == 0) return decide({}, 0);
  return decide(linalg::singular_values(A), reference);
}

Spaces spaces(const Eigen::MatrixXd& A, double reference) {
  Spaces s;
  if (A.rows() == 0 || A.cols() == 0) {
    s.decision = decide({}, 0);
    s.kernel = Eigen::MatrixXd::Identity(A.cols(), A.cols());
    s.corange = Eigen::MatrixXd::Identity(A.rows(), A.rows());
    return s;
  }
  const linalg::Svd svd = linalg::svd(A);
  s.decision = decide(svd.sigma, reference);
  s.kernel = svd.V.rightCols(A.cols() - s.decision.rank);
  s.corange = svd.U.rightCols(A.rows() - s.decision.rank);
  return s;
}

Eigen::MatrixXd with_unit_rows(Eigen::MatrixXd A) {
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    const double size = A.cols() > 0 ? A.row(i).cwiseAbs().maxCoeff() : 0;
    if (size > 0) A.row(i) /= size;
  }
  return A;
}

std::vector<int> dependent_columns(Eigen::MatrixXd A, const std::vector<int>& reluctance, double reference) {
  std::vector<int> chosen;
  if (A.size() == 0) return chosen;
  // Each column is measured by itself, so that the unit of its quantity does not matter.
  Eigen::VectorXd left = A.colwise().norm().transpose();
  const double nothing = policy::surely_zero * std::max(left.maxCoeff(), reference);
  const Eigen::VectorXd least = (policy::least_pivot * left).cwiseMax(nothing);
  for (const int group : std::set<int>(reluctance.begin(), reluctance.end())) {
    for (;;) {  // Gram-Schmidt: the largest remaining column of this group leaves the others orthogonal to it
      int best = -1;
      double size = 0;
      for (Eigen::Index j = 0; j < A.cols(); ++j)
        if (reluctance[static_cast<std::size_t>(j)] == group && left[j] > least[j] &&
            left[j] > size * (1 + 1e-10)) {
          size = left[j];
          best = static_cast<int>(j);
        }
      if (best < 0) break;
      chosen.push_back(best);
      const Eigen::VectorXd q = A.col(best).normalized();
      const Eigen::RowVectorXd part = q.transpose() * A;
      for (Eigen::Index j = 0; j < A.cols(); ++j)
        if (part[j] != 0) {
          A.col(j) -= part[j] * q;
          left[j] = A.col(j).norm();
        }
      A.col(best).setZero();
      left[best] = 0;
    }
  }
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace trammel::analysis

#include "analysis/rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "linalg/decompositions.hpp"

namespace trammel::analysis {
namespace {

constexpr double surely_zero = 1e-12, surely_not = 1e-6;
constexpr double least_pivot = 1e-9;

RankDecision decide(const Eigen::VectorXd& sigma, double reference) {
  RankDecision d{.kept = 1};
  const Eigen::Index n = sigma.size();
  const double top = n > 0 ? std::max(sigma[0], reference) : 0;
  if (!(top > 0) || !std::isfinite(top)) return d;
  const auto relative = [&](Eigen::Index k) { return k < n ? sigma[k] / top : 0.0; };
  int low = 0, high = 0;  // the rank lies between them
  while (low < n && relative(low) > surely_not) ++low;
  high = low;
  while (high < n && relative(high) > surely_zero) ++high;
  d.rank = low;
  double widest = 0;
  for (int rank = std::max(low, 1); rank <= high; ++rank) {
    const double gap = relative(rank - 1) / std::max(relative(rank), 1e-16);
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
  const double least = A.size() > 0 ? least_pivot * std::max(A.colwise().norm().maxCoeff(), reference) : 0;
  for (const int group : std::set<int>(reluctance.begin(), reluctance.end())) {
    for (;;) {  // Gram-Schmidt: the largest remaining column of this group leaves the others orthogonal to it
      int best = -1;
      double size = least;
      for (Eigen::Index j = 0; j < A.cols(); ++j)
        if (reluctance[static_cast<std::size_t>(j)] == group && A.col(j).norm() > size * (1 + 1e-10)) {
          size = A.col(j).norm();
          best = static_cast<int>(j);
        }
      if (best < 0) break;
      chosen.push_back(best);
      const Eigen::VectorXd q = A.col(best).normalized();
      A -= q * (q.transpose() * A);
      A.col(best).setZero();
    }
  }
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace trammel::analysis

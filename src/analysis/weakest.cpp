#include "analysis/weakest.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "analysis/numbers.hpp"
#include "analysis/policy.hpp"
#include "expr/print.hpp"
#include "linalg/decompositions.hpp"
#include "linalg/equilibrate.hpp"

namespace trammel::analysis {
namespace {

constexpr std::size_t largest = 400;

}  // namespace

Weakest weakest(const model::Dae& dae, const std::vector<expr::Expr>& rows,
                const std::vector<expr::Expr>& tops, const std::vector<expr::Expr>& leaves,
                const Place& other, const Place& at) {
  Weakest result;
  if (tops.empty() || tops.size() > largest || rows.size() != tops.size()) return result;
  std::unordered_map<std::uint32_t, Eigen::Index> column;
  for (std::size_t k = 0; k < leaves.size(); ++k) column[leaves[k].id] = static_cast<Eigen::Index>(k);
  Numbers numbers(dae, rows, leaves);
  const auto n = static_cast<Eigen::Index>(tops.size());
  const auto jacobian = [&](const Place& place) {
    numbers.evaluate(place.t, place.values);
    const Eigen::MatrixXd all = numbers.dense();
    Eigen::MatrixXd J(n, n);
    for (Eigen::Index j = 0; j < n; ++j) J.col(j) = all.col(column.at(tops[static_cast<std::size_t>(j)].id));
    return J;
  };
  Eigen::MatrixXd scale = jacobian(other), J = jacobian(at);
  if (!J.allFinite() || !scale.allFinite()) return result;
  std::vector<linalg::Sized> entries;
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      if (const double size = std::max(std::fabs(scale(i, j)), std::fabs(J(i, j))); size > 0)
        entries.push_back({static_cast<int>(i), static_cast<int>(j), size});
  const linalg::Scales by = linalg::equilibrate(static_cast<int>(n), static_cast<int>(n), entries);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) {
      const double factor = by.row[static_cast<std::size_t>(i)] * by.column[static_cast<std::size_t>(j)];
      J(i, j) *= factor;
      scale(i, j) *= factor;
    }
  const linalg::Svd svd = linalg::svd(J);
  const auto inverse = [](double smallest) { return smallest > policy::no_digit ? 1 / smallest : INFINITY; };
  result.condition = inverse(svd.sigma[n - 1]);
  result.other_condition = inverse(linalg::singular_values(scale)[n - 1]);
  const Eigen::VectorXd left = svd.U.col(n - 1).cwiseAbs(), right = svd.V.col(n - 1).cwiseAbs();
  for (Eigen::Index i = 0; i < n; ++i) {
    if (left[i] >= policy::large_part * left.maxCoeff())
      result.equations.push_back(dae.equations[static_cast<std::size_t>(i)].name);
    if (right[i] >= policy::large_part * right.maxCoeff())
      result.unknowns.push_back(expr::print(*dae.graph, tops[static_cast<std::size_t>(i)]));
  }
  return result;
}

}  // namespace trammel::analysis

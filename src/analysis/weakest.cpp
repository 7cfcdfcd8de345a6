#include "analysis/weakest.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "analysis/numbers.hpp"
#include "expr/print.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {
namespace {

constexpr std::size_t largest = 400;
constexpr double large_part = 0.25;  // of the largest component of a singular vector

}  // namespace

Weakest weakest(const model::Dae& dae, const std::vector<expr::Expr>& rows,
                const std::vector<expr::Expr>& tops, const std::vector<expr::Expr>& leaves,
                const Place& typical, const Place& at) {
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
  Eigen::MatrixXd scale = jacobian(typical), J = jacobian(at);
  if (!J.allFinite() || !scale.allFinite()) return result;
  for (Eigen::Index i = 0; i < n; ++i)
    if (const double size = scale.row(i).cwiseAbs().maxCoeff(); size > 0) {
      scale.row(i) /= size;
      J.row(i) /= size;
    }
  for (Eigen::Index j = 0; j < n; ++j)
    if (const double size = scale.col(j).cwiseAbs().maxCoeff(); size > 1e-8) J.col(j) /= size;
  const linalg::Svd svd = linalg::svd(J);
  const double smallest = svd.sigma[n - 1] / svd.sigma[0];
  result.condition = smallest > 1e-15 ? 1 / smallest : INFINITY;
  const Eigen::VectorXd left = svd.U.col(n - 1).cwiseAbs(), right = svd.V.col(n - 1).cwiseAbs();
  for (Eigen::Index i = 0; i < n; ++i) {
    if (left[i] >= large_part * left.maxCoeff())
      result.equations.push_back(dae.equations[static_cast<std::size_t>(i)].name);
    if (right[i] >= large_part * right.maxCoeff())
      result.unknowns.push_back(expr::print(*dae.graph, tops[static_cast<std::size_t>(i)]));
  }
  return result;
}

}  // namespace trammel::analysis

#include "analysis/array_choice.hpp"

#include <algorithm>

#include "analysis/rank.hpp"
#include "analysis/strangeness.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {

std::optional<ArrayChoice> choose_from_array(const model::Dae& dae, const Values& near, double t, int mu) {
  using Eigen::MatrixXd;
  DerivativeArray array(dae);
  const int n = array.equations();
  if (std::ranges::any_of(array.order(), [](int order) { return order != 1; })) return std::nullopt;
  const auto x = array.point(mu, near, t);
  if (!x) return std::nullopt;
  const DerivativeArray::Jacobian J = array.jacobian(mu, *x, t);
  MatrixXd Y(J.X.rows(), J.X.cols() + J.W.cols()), all(J.X.rows(), J.u.cols() + Y.cols());
  Y << J.X, J.W;
  all << J.u, Y;
  ArrayChoice choice{.mu = mu};

  // Pivots alone decide, so that the choice lasts as long as it can.
  const std::vector<int> solved =
      dependent_columns(Y, std::vector<int>(static_cast<std::size_t>(Y.cols()), 0), 1);
  for (int k = 0; k < static_cast<int>(Y.cols()); ++k) {
    const ArrayChoice::Member member{k % n, 1 + k / n, (*x)[static_cast<std::size_t>(array.unknowns()) + k]};
    (std::ranges::binary_search(solved, k) ? choice.solved : choice.held).push_back(member);
  }

  std::vector<int> row_level(static_cast<std::size_t>(all.rows()));
  for (std::size_t k = 0; k < row_level.size(); ++k) row_level[k] = static_cast<int>(k) / n;
  for (const int k : dependent_columns(all.transpose(), row_level, 1))
    choice.array.emplace_back(k % n, k / n);

  const Spaces derivatives = spaces(Y, 1);
  const MatrixXd inside = spaces(linalg::times(derivatives.corange.transpose(), J.u), 1).kernel;
  const MatrixXd dynamics = linalg::times(J.E, inside).transpose();
  choice.differential = dependent_columns(dynamics, std::vector<int>(static_cast<std::size_t>(n), 0), 1);
  if (choice.differential.size() + choice.array.size() != choice.solved.size() + static_cast<std::size_t>(n))
    return std::nullopt;
  return choice;
}

}  // namespace trammel::analysis

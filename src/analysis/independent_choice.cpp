#include "analysis/independent_choice.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/policy.hpp"
#include "analysis/rank.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {

std::vector<char> determine_everywhere(const model::Dae& dae, const std::vector<int>& equations) {
  std::vector<char> found;
  for (const int i : equations) {
    const expr::Expr& row = dae.equations[static_cast<std::size_t>(i)].residual;
    const std::vector<expr::Expr> leaves = expr::leaves(*dae.graph, std::span(&row, 1));
    found.push_back(std::ranges::any_of(leaves, [&](const expr::Expr& leaf) {
      return dae.graph->op(leaf) == expr::Op::symbol && dae.graph->derivative(leaf) == 0 &&
             expr::constant_derivatives(*dae.graph, std::span(&row, 1), std::span(&leaf, 1));
    }));
  }
  return found;
}

std::vector<int> replaceable_last(const model::Dae& dae, const std::vector<int>& equations) {
  const std::vector<char> stays = determine_everywhere(dae, equations);
  std::vector<int> sorted;
  for (const bool first : {true, false})
    for (std::size_t k = 0; k < stays.size(); ++k)
      if ((stays[k] != 0) == first) sorted.push_back(equations[k]);
  return sorted;
}

IndependentChoice independent_choice(const BlockRank& rank, const std::vector<char>& kept) {
  IndependentChoice choice;
  std::vector<int> later(rank.equations.size());
  const int all = rank.equations.empty() ? 0 : *std::ranges::max_element(rank.equations) + 1;
  for (std::size_t k = 0; k < later.size(); ++k)
    later[k] = (k < kept.size() && kept[k] ? all : 0) - rank.equations[k];
  for (const int k : dependent_columns(rank.combinations.transpose(), later))
    choice.equations.push_back(rank.equations[static_cast<std::size_t>(k)]);

  // Dᵀ λ = 0 in natural units, solved for the rows of D in `chosen`.
  const Eigen::MatrixXd& D = rank.directions;
  const std::vector<int> chosen = dependent_columns(D.transpose(), std::vector<int>(rank.unknowns.size(), 0));
  std::vector<int> others;
  for (int k = 0; k < static_cast<int>(rank.unknowns.size()); ++k)
    if (!std::ranges::binary_search(chosen, k)) others.push_back(k);
  const auto rows = [&](const std::vector<int>& which) {
    Eigen::MatrixXd part(static_cast<Eigen::Index>(which.size()), D.cols());
    for (std::size_t k = 0; k < which.size(); ++k) part.row(static_cast<Eigen::Index>(k)) = D.row(which[k]);
    return part;
  };
  const Eigen::MatrixXd factor = -linalg::Lu(rows(chosen).transpose()).solve(rows(others).transpose());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto unit = [&](int k) { return rank.unit[static_cast<std::size_t>(k)]; };
    IndependentChoice::Multiplier& one = choice.multipliers.emplace_back();
    one.unknown = rank.unknowns[static_cast<std::size_t>(chosen[i])];
    for (std::size_t k = 0; k < others.size(); ++k)
      if (const double part = factor(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k));
          std::fabs(part) > policy::takes_part)
        one.others.emplace_back(rank.unknowns[static_cast<std::size_t>(others[k])],
                                part * unit(chosen[i]) / unit(others[k]));
  }
  return choice;
}

}  // namespace trammel::analysis

#include "analysis/local.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/rank.hpp"
#include "linalg/solver.hpp"

namespace trammel::analysis {
namespace {

using expr::Expr;

constexpr int largest_dense = 400;  // states, or unknowns
constexpr double too_large = 1e10;  // condition number from which on the top Jacobian counts as singular

class Looker {
 public:
  Looker(const model::Dae& dae, const Offsets& offsets, TopSystem& top,
         const std::vector<std::vector<int>>& reluctance)
      : dae_(dae), top_(top), states_(top.states) {
    for (const auto& [j, l] : states_) reluctance_.push_back(reluctance[j][l]);
    for (int i = 0; i < static_cast<int>(dae.equations.size()); ++i)
      for (int l = 0; l < offsets.c[i]; ++l) {
        constraint_rows_.push_back(dae.graph->total(dae.equations[i].residual, l));
        constraints_.emplace_back(i, l);
      }
  }

  LocalFindings look() {
    found_.constraints = static_cast<int>(constraints_.size());
    found_.exact = static_cast<int>(std::max(states_.size(), top_.tops.size())) <= largest_dense;
    if (found_.exact) {
      Numbers constraint(dae_, constraint_rows_, top_.leaves);
      look_at_top(top_.numbers.scaled(top_.t, top_.x, top_.nominal)
                      .rightCols(static_cast<Eigen::Index>(top_.tops.size())));
      look_at_constraints(constraint.scaled(top_.t, top_.x, top_.nominal)
                              .leftCols(static_cast<Eigen::Index>(states_.size())));
    } else {
      look_at_large_top(top_.numbers);
      choose_by_matching();
    }
    return found_;
  }

 private:
  void look_at_top(Eigen::MatrixXd J) {
    if (!J.allFinite()) {
      found_.top_regular = false;
      found_.condition = INFINITY;
      return;
    }
    for (Eigen::Index j = 0; j < J.cols(); ++j)
      if (const double size = J.col(j).cwiseAbs().maxCoeff(); size > 1e-8) J.col(j) /= size;
    const RankDecision decision = numerical_rank(J, 1);
    found_.top_regular = decision.rank == J.cols();
    found_.margin = decision.margin();
    found_.condition = decision.rank == J.cols() ? 1 / decision.kept : 1 / std::max(decision.dropped, 1e-300);
  }

  void look_at_constraints(const Eigen::MatrixXd& H) {
    const RankDecision decision = numerical_rank(H, 1);
    found_.constraint_rank = decision.rank;
    found_.constraint_margin = decision.margin();
    std::vector<char> depends(states_.size());
    for (const int k : dependent_columns(H, reluctance_, 1)) depends[static_cast<std::size_t>(k)] = 1;
    for (std::size_t k = 0; k < states_.size(); ++k)
      if (!depends[k]) found_.free.push_back(states_[k]);
    if (decision.rank == H.rows()) return;
    // Equations that come first are kept, so that the later of two that say the same is called redundant.
    std::vector<int> order(constraints_.size());
    std::iota(order.begin(), order.end(), 0);
    const std::vector<int> independent = dependent_columns(H.transpose(), order, 1);
    for (std::size_t i = 0; i < constraints_.size(); ++i)
      if (!std::ranges::binary_search(independent, static_cast<int>(i)))
        found_.redundant.push_back(constraints_[i]);
  }

  void look_at_large_top(const Numbers& numbers) {
    const linalg::Pattern& all = *numbers.J().pattern;
    const int skip = static_cast<int>(states_.size()), n = static_cast<int>(top_.tops.size());
    auto pattern = std::make_shared<linalg::Pattern>();
    pattern->rows = pattern->columns = n;
    const int first = all.start[skip];
    pattern->start.clear();
    for (int j = 0; j <= n; ++j) pattern->start.push_back(all.start[skip + j] - first);
    pattern->row.assign(all.row.begin() + first, all.row.end());
    linalg::SparseMatrix J(pattern);
    std::copy(numbers.J().value.begin() + first, numbers.J().value.end(), J.value.begin());
    std::vector<double> size(static_cast<std::size_t>(n), 0.0);
    for (std::size_t k = 0; k < J.value.size(); ++k)
      size[pattern->row[k]] = std::max(size[pattern->row[k]], std::fabs(J.value[k]));
    for (std::size_t k = 0; k < J.value.size(); ++k)
      if (size[pattern->row[k]] > 0) J.value[k] /= size[pattern->row[k]];
    const auto solver = linalg::make_sparse_lu(pattern);
    found_.top_regular = solver->factor(J) < 0;
    found_.condition = found_.top_regular ? solver->condition() : INFINITY;
    if (!(found_.condition < too_large)) found_.top_regular = false;
  }

  // Large systems: constraints matched to states by the symbols in them, reluctant states last; what stays
  // unmatched is free.
  void choose_by_matching() {
    const expr::Graph& all = *dae_.graph;
    const int n = static_cast<int>(states_.size());
    Bipartite graph{static_cast<int>(constraints_.size()), n, {0}, {}};
    std::vector<int> state(all.size(), -1);
    for (int j = 0; j < n; ++j) state[top_.leaves[j].id] = j;
    expr::Cone cone(all);
    for (const Expr row : constraint_rows_) {
      for (const Expr e : cone.collect(row))
        if (state[e.id] >= 0) graph.column.push_back(state[e.id]);
      std::ranges::sort(graph.column.begin() + graph.start.back(), graph.column.end(), {},
                        [&](int j) { return std::pair(reluctance_[j], j); });
      graph.start.push_back(static_cast<int>(graph.column.size()));
    }
    const Matching matching = largest_matching(graph);
    found_.constraint_rank = matching.size();
    for (int j = 0; j < n; ++j)
      if (matching.row_of_column[j] < 0) found_.free.push_back(states_[j]);
  }

  const model::Dae& dae_;
  TopSystem& top_;
  const std::vector<std::pair<int, int>>& states_;
  std::vector<std::pair<int, int>> constraints_;
  std::vector<Expr> constraint_rows_;
  std::vector<int> reluctance_;
  LocalFindings found_;
};

}  // namespace

LocalFindings look(const model::Dae& dae, const Offsets& offsets, TopSystem& top,
                   const std::vector<std::vector<int>>& reluctance) {
  return Looker(dae, offsets, top, reluctance).look();
}

}  // namespace trammel::analysis

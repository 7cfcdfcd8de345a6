#include "analysis/local.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "analysis/rank.hpp"
#include "analysis/scales.hpp"
#include "analysis/units.hpp"

namespace trammel::analysis {
namespace {

using expr::Expr;

constexpr int most_states_looked_at = 400;  // states whose constraints are looked at by singular values

class Looker {
 public:
  Looker(const model::Dae& dae, const Diagnosis& found, TopSystem& top)
      : dae_(dae), structure_(found), top_(top), states_(top.states), size_(leaf_sizes(dae, top, top.t)) {
    for (const int c : found.offsets.c) found_.constraints += c;
  }

  LocalFindings look_at_top() {
    for (BlockRank& rank : block_ranks(top_, structure_.blocks, size_)) {
      found_.condition = std::max(found_.condition, rank.smallest > 0 ? 1 / rank.smallest : INFINITY);
      if (rank.singular) found_.singular.push_back(std::move(rank));
    }
    found_.top_regular = found_.singular.empty();
    if (!found_.top_regular) found_.whole = whole_rank(top_, size_);
    return found_;
  }

  LocalFindings look(const std::vector<std::vector<int>>& reluctance) {
    for (const auto& [j, l] : states_) reluctance_.push_back(reluctance[j][l]);
    for (int i = 0; i < static_cast<int>(dae_.equations.size()); ++i)
      for (int l = 0; l < structure_.offsets.c[i]; ++l) {
        constraint_rows_.push_back(dae_.graph->total(dae_.equations[i].residual, l));
        constraints_.emplace_back(i, l);
      }
    look_at_top();
    found_.exact = static_cast<int>(states_.size()) <= most_states_looked_at;
    if (found_.exact)
      look_at_constraints();
    else
      choose_by_matching();
    return found_;
  }

 private:
  // The Jacobian of the constraints, rows of length about 1: in natural units of the constraints among
  // themselves for ranks; by the sizes of the states where one of them has to be chosen.
  struct Scaled {
    Eigen::MatrixXd natural, by_size;
  };
  Scaled scaled_constraints() {
    Numbers numbers(dae_, constraint_rows_, top_.leaves);
    const std::vector<double> typical = numbers.typical(top_.t, top_.x, size_);
    const linalg::Pattern& p = *numbers.J().pattern;
    std::vector<SizedDerivative>
        entries;  // derivatives relative to the equation's own: both have units of time
    for (int k = 0; k < static_cast<int>(states_.size()); ++k)
      for (int e = p.start[k]; e < p.start[k + 1]; ++e)
        if (typical[e] > 0) {
          const auto [i, l] = constraints_[p.row[e]];
          entries.push_back({i, states_[k].first, states_[k].second - l, typical[e]});
        }
    const Units units = natural_units(static_cast<int>(dae_.equations.size()),
                                      static_cast<int>(dae_.variables.size()), entries);
    const auto in_units = [&](const auto& unit_of) {
      Eigen::MatrixXd H = Eigen::MatrixXd::Zero(p.rows, static_cast<Eigen::Index>(states_.size()));
      std::vector<double> row(static_cast<std::size_t>(p.rows), 0.0);
      for (int k = 0; k < static_cast<int>(states_.size()); ++k)
        for (int e = p.start[k]; e < p.start[k + 1]; ++e) {
          const double unit = unit_of(states_[k].first, states_[k].second);
          H(p.row[e], k) += numbers.J().value[e] * unit;
          row[p.row[e]] = std::max(row[p.row[e]], typical[e] * unit);
        }
      for (Eigen::Index i = 0; i < H.rows(); ++i)
        if (row[static_cast<std::size_t>(i)] > 0) H.row(i) /= row[static_cast<std::size_t>(i)];
      return H;
    };
    std::vector<double> size(dae_.variables.size(), 1.0);
    for (std::size_t k = 0; k < states_.size(); ++k)
      if (states_[k].second == 0) size[static_cast<std::size_t>(states_[k].first)] = size_[k];
    return {in_units([&](int j, int l) { return units.column(j, l); }), in_units([&](int j, int l) {
              return size[static_cast<std::size_t>(j)] * std::pow(units.time, -l);
            })};
  }

  // Where the top Jacobian is regular, so are the constraints: their Jacobians are parts of it, level by
  // level [Pry01]. Then no rank has to be decided.
  void look_at_constraints() {
    const auto [H, by_size] = scaled_constraints();
    std::vector<char> depends(states_.size());
    for (const int k : dependent_columns(by_size, reluctance_, 1)) depends[static_cast<std::size_t>(k)] = 1;
    for (std::size_t k = 0; k < states_.size(); ++k)
      if (!depends[k]) found_.free.push_back(states_[k]);
    if (found_.top_regular) {
      found_.constraint_rank = found_.constraints;
      found_.constraint_margin = 1 / std::numeric_limits<double>::epsilon();
      return;
    }
    const RankDecision decision = numerical_rank(H, 1);
    found_.constraint_rank = decision.rank;
    found_.constraint_margin = decision.margin();
    if (decision.rank == H.rows()) return;
    // Equations that come first are kept, so that the later of two that say the same is called redundant.
    std::vector<int> order(constraints_.size());
    std::iota(order.begin(), order.end(), 0);
    const std::vector<int> independent = dependent_columns(H.transpose(), order, 1);
    for (std::size_t i = 0; i < constraints_.size(); ++i)
      if (!std::ranges::binary_search(independent, static_cast<int>(i)))
        found_.redundant.push_back(constraints_[i]);
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
  const Diagnosis& structure_;
  TopSystem& top_;
  const std::vector<std::pair<int, int>>& states_;
  std::vector<double> size_;  // of the leaves
  std::vector<std::pair<int, int>> constraints_;
  std::vector<Expr> constraint_rows_;
  std::vector<int> reluctance_;
  LocalFindings found_;
};

}  // namespace

LocalFindings look(const model::Dae& dae, const Diagnosis& found, TopSystem& top,
                   const std::vector<std::vector<int>>& reluctance) {
  return Looker(dae, found, top).look(reluctance);
}

LocalFindings look_at_top(const model::Dae& dae, const Diagnosis& found, TopSystem& top) {
  return Looker(dae, found, top).look_at_top();
}

}  // namespace trammel::analysis

#include "analysis/strangeness.hpp"

#include <algorithm>
#include <tuple>

#include "analysis/rank.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {
namespace {

constexpr int nearby = 2;   // points besides the start
constexpr double unit = 1;  // the size of the rows, which are scaled

Eigen::MatrixXd beside(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  Eigen::MatrixXd C(A.rows(), A.cols() + B.cols());
  C << A, B;
  return C;
}

// The constraints on u: Zᵀ F_u, Z the corange of (F_X, F_W).
struct Constraints {
  RankDecision derivatives;
  Eigen::MatrixXd on_u;
};
Constraints constraints_of(const DerivativeArray::Jacobian& J) {
  const Spaces w = spaces(beside(J.X, J.W), unit);
  return {w.decision, linalg::times(w.corange.transpose(), J.u)};
}

bool same(const LevelFindings& a, const LevelFindings& b) {
  return a.rank == b.rank && a.algebraic == b.algebraic && a.differential == b.differential &&
         a.hypothesis == b.hypothesis && a.one_full == b.one_full;
}

}  // namespace

LevelFindings look_at_level(DerivativeArray& array, int m, const std::vector<double>& x, double t) {
  const DerivativeArray::Jacobian J = array.jacobian(m, x, t);
  const auto n = J.X.cols();
  const RankDecision all = numerical_rank(beside(J.u, beside(J.X, J.W)), unit),
                     rest = numerical_rank(J.W, unit);
  const Constraints constraints = constraints_of(J);
  LevelFindings level;
  level.rank = all.rank;
  level.further = rest.rank;
  level.algebraic = all.rank - constraints.derivatives.rank;
  int before = 0;  // corank of the level below
  if (m > 0) {
    const Eigen::Index rows = J.u.rows() - array.equations(), columns = J.W.cols() - n;
    before = static_cast<int>(rows) -
             numerical_rank(beside(J.u, beside(J.X, J.W.leftCols(columns))).topRows(rows), unit).rank;
  }
  level.redundant = static_cast<int>(J.u.rows()) - all.rank - before;
  const Spaces inside = spaces(constraints.on_u, unit);
  const RankDecision differential = numerical_rank(linalg::times(J.E, inside.kernel), unit);
  level.differential = differential.rank;
  level.hypothesis = inside.decision.rank == level.algebraic &&
                     level.differential + level.algebraic + level.redundant == array.unknowns();
  level.one_full = constraints.derivatives.rank == n + rest.rank;
  level.margin = std::min({all.margin(), rest.margin(), constraints.derivatives.margin(),
                           inside.decision.margin(), differential.margin()});
  return level;
}

namespace {

// Ranks are largest almost everywhere: of all columns first, then of those of derivatives, then of the higher ones.
bool more_special(const LevelFindings& a, const LevelFindings& b) {
  return std::tuple(a.rank, a.rank - a.algebraic, a.further) <
         std::tuple(b.rank, b.rank - b.algebraic, b.further);
}

Strangeness try_levels(DerivativeArray& array, const Values& near, double t, double later, int most,
                       const std::vector<std::vector<int>>& reluctance) {
  Strangeness result;
  for (int m = 0; m <= most; ++m) {
    std::vector<LevelFindings> levels;
    std::vector<double> start;
    for (int seed = 0; seed <= nearby; ++seed) {
      const auto x = array.point(m, near, t, seed, levels.empty() ? -1 : levels[0].rank);
      if (!x) continue;
      if (seed == 0) start = *x;
      levels.push_back(look_at_level(array, m, *x, t));
    }
    if (levels.empty()) return result;
    if (later > t)
      if (const auto x = array.point(m, near, later, 1, levels[0].rank))
        levels.push_back(look_at_level(array, m, *x, later));
    // A start with smaller ranks than others is a singular point of its surroundings.
    const LevelFindings& generic = *std::ranges::max_element(levels, more_special);
    if (generic.one_full && result.differentiation_index < 0) result.differentiation_index = m;
    if (generic.hypothesis && !result.found) {
      result.found = true;
      result.mu = m;
      result.algebraic = generic.algebraic;
      result.differential = generic.differential;
      result.redundant = generic.redundant;
      result.margin = generic.margin;
      result.points = static_cast<int>(
          std::ranges::count_if(levels, [&](const LevelFindings& l) { return same(l, generic); }));
      result.start_differs = !start.empty() && levels[0].rank < generic.rank;
      if (!start.empty()) {
        // Chosen by the sizes of the unknowns, whatever the scales that ranks were decided in.
        const DerivativeArray::Jacobian J = array.jacobian(m, start, t);
        const std::vector<double> size = array.sizes(m);
        Eigen::MatrixXd A = constraints_of(J).on_u;
        for (Eigen::Index k = 0; k < A.cols(); ++k) A.col(k) *= size[static_cast<std::size_t>(k)] / J.by_u[k];
        std::vector<int> flat;
        for (std::size_t j = 0; j < array.order().size(); ++j)
          for (int l = 0; l < array.order()[j]; ++l)
            flat.push_back(l < static_cast<int>(reluctance[j].size()) ? reluctance[j][l] : -l);
        const std::vector<int> dependent = dependent_columns(A, flat, unit);
        for (int k = 0; k < array.unknowns(); ++k)
          if (!std::ranges::binary_search(dependent, k)) result.free.push_back(k);
      }
    }
    if (result.found && result.differentiation_index >= 0) break;
  }
  return result;
}

}  // namespace

// Where the structure misleads, an iteration that trusted it may have left small numbers that mean nothing,
// and sizes made from them scale the ranks badly. Then the sizes that were known before are tried.
Strangeness find_strangeness(const model::Dae& dae, const Values& near, double t, double later, int most,
                             const std::vector<std::vector<int>>& reluctance) {
  DerivativeArray array(dae);
  Strangeness result = try_levels(array, near, t, later, most, reluctance);
  if (result.found) return result;
  array.measure_by_nominals();
  Strangeness again = try_levels(array, near, t, later, most, reluctance);
  return again.found ? again : result;
}

}  // namespace trammel::analysis

#include "pipeline/hidden_levels.hpp"

#include <vector>

#include "linalg/solver.hpp"

namespace trammel::pipeline {
namespace {

constexpr double doubtful = 1e12;  // condition above which the null space is looked for

}  // namespace

linalg::Dependence mark_hidden_levels(system::Residual& residual, double t, Vec y, Vec slope) {
  const double* levels[] = {y.data(), slope.data()};
  if (residual.order() > 1) return {};
  linalg::SparseMatrix top(residual.pattern()), part(residual.pattern());
  const linalg::Pattern& p = *top.pattern;
  // The top equations hold of each entry the derivative of the order d_j − c_i.
  for (int order = 0; order <= residual.order(); ++order) {
    std::vector<double> weights(static_cast<std::size_t>(residual.order()) + 1, 0.0);
    weights[static_cast<std::size_t>(order)] = 1;
    residual.jacobian(t, levels, weights, part);
    for (int j = 0; j < p.columns; ++j)
      for (int k = p.start[j]; k < p.start[j + 1]; ++k)
        if (residual.top(j) - residual.row_level(p.row[k]) == order) top.value[k] = part.value[k];
  }
  const auto solver = linalg::make_solver(top.pattern);
  if (solver->factor(top) < 0 && solver->condition() < doubtful) return {};
  linalg::Dependence found = linalg::find_dependence(top);
  for (const int unknown : found.columns)
    if (residual.top(unknown) == 0) residual.mark_deeper(unknown);
  return found;
}

}  // namespace trammel::pipeline

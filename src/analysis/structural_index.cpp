#include "analysis/structural_index.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/policy.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "linalg/solver.hpp"

namespace trammel::analysis {

using expr::Expr;

linalg::SparseMatrix scaled_top_jacobian(const model::Dae& dae, const Diagnosis& found, const Values& values,
                                         double t) {
  expr::Graph& graph = *dae.graph;
  const Signature& sigma = found.sigma;
  std::vector<std::pair<int, int>> entries;
  std::vector<Expr> derivatives;
  for (int i = 0; i < sigma.graph.rows; ++i) {
    std::vector<Expr> tops;
    for (int k = sigma.graph.start[i]; k < sigma.graph.start[i + 1]; ++k) {
      const int j = sigma.graph.column[k];
      if (sigma.order[k] + found.offsets.c[i] != found.offsets.d[j]) continue;
      // ∂F_i^(c_i)/∂x_j^(d_j) = ∂F_i/∂x_j^(d_j - c_i): nothing has to be differentiated by time.
      tops.push_back(graph.symbol(dae.variables[static_cast<std::size_t>(j)].id, sigma.order[k]));
      entries.emplace_back(i, j);
    }
    for (const Expr e : gradient(graph, dae.equations[static_cast<std::size_t>(i)].residual, tops))
      derivatives.push_back(e);
  }
  std::vector<int> unknown(static_cast<std::size_t>(graph.variables()), -1);
  for (std::size_t j = 0; j < dae.variables.size(); ++j)
    unknown[static_cast<std::size_t>(dae.variables[j].id)] = static_cast<int>(j);
  std::vector<double> parameters(static_cast<std::size_t>(graph.parameters()));
  for (const model::Parameter& p : dae.parameters) parameters[static_cast<std::size_t>(p.id)] = p.value;
  const std::vector<double> numbers = expr::evaluate(graph, derivatives, [&](Expr leaf) {
    if (graph.op(leaf) == expr::Op::time) return t;
    if (graph.op(leaf) == expr::Op::parameter) return parameters[static_cast<std::size_t>(graph.index(leaf))];
    const int j = unknown[static_cast<std::size_t>(graph.index(leaf))];
    const auto order = static_cast<std::size_t>(graph.derivative(leaf));
    return j >= 0 && order < values[static_cast<std::size_t>(j)].size()
               ? values[static_cast<std::size_t>(j)][order]
               : NAN;
  });
  const int n = static_cast<int>(dae.equations.size());
  std::vector<std::uint32_t> position;
  linalg::SparseMatrix J(std::make_shared<linalg::Pattern>(linalg::make_pattern(n, n, entries, position)));
  for (std::size_t k = 0; k < numbers.size(); ++k) J.value[position[k]] += numbers[k];
  const linalg::Scales scales = linalg::equilibrate(J);
  for (int j = 0; j < n; ++j)
    for (int k = J.pattern->start[j]; k < J.pattern->start[j + 1]; ++k)
      J.value[k] *= scales.row[J.pattern->row[k]] * scales.column[j];
  return J;
}

double top_condition(const linalg::SparseMatrix& J) {
  if (!std::ranges::all_of(J.value, [](double x) { return std::isfinite(x); })) return 0;  // not known
  const auto solver = linalg::make_solver(J.pattern);
  return solver->factor(J) >= 0 ? INFINITY : solver->condition();
}

bool index_is_structural(const Diagnosis& found, const linalg::SparseMatrix& J) {
  const auto solver = linalg::make_dense_lu(J.pattern);
  if (solver->factor(J) >= 0) return false;
  std::vector<double> column(found.offsets.c.size());
  for (std::size_t i = 0; i < column.size(); ++i) {
    const int order = found.offsets.c[i] + 1 - found.index;  // d_j that makes c_i - d_j + 1 the index
    if (std::ranges::find(found.offsets.d, order) == found.offsets.d.end()) continue;
    std::ranges::fill(column, 0.0);
    column[i] = 1;
    solver->solve(column);
    double largest = 0;
    for (const double x : column) largest = std::max(largest, std::fabs(x));
    for (std::size_t j = 0; j < column.size(); ++j)
      if (found.offsets.d[j] == order && std::fabs(column[j]) > policy::surely_not_zero * largest)
        return true;
  }
  return false;
}

}  // namespace trammel::analysis

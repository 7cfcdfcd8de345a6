#include "analysis/point_tails.hpp"

#include <algorithm>

#include "expr/query.hpp"

namespace trammel::analysis {
namespace {

using expr::Expr;
using expr::Op;

// 1 or −1 where a residual is y − f or f − y and f is without y; else 0.
double sign_of(const expr::Graph& graph, Expr residual, Expr y) {
  if (graph.op(residual) != Op::sub) return 0;
  const Expr a = graph.arg(residual, 0), b = graph.arg(residual, 1);
  if (a != y && b != y) return 0;
  const std::vector<Expr> others = expr::leaves(graph, a == y ? b : a);
  return std::ranges::find(others, y) != others.end() ? 0 : a == y ? 1 : -1;
}

}  // namespace

std::vector<Tail> find_tails(const PointProblem& problem, const linalg::Pattern& pattern) {
  const auto rows = static_cast<std::size_t>(pattern.rows),
             columns = static_cast<std::size_t>(pattern.columns);
  std::vector<std::vector<std::size_t>> of_row(rows);
  std::vector<int> left(columns, 0);  // rows that read a column and are no tails
  for (std::size_t j = 0; j < columns; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      of_row[static_cast<std::size_t>(pattern.row[k])].push_back(j);
      ++left[j];
    }
  std::vector<Tail> tails;
  std::vector<char> gone(rows, 0);
  std::vector<std::size_t> waiting;
  for (std::size_t j = 0; j < columns; ++j)
    if (left[j] == 1) waiting.push_back(j);
  while (!waiting.empty()) {
    const std::size_t j = waiting.back();
    waiting.pop_back();
    if (left[j] != 1 || problem.quantities[j].rank != model::Rank::guess) continue;
    const auto first = pattern.row.begin() + pattern.start[j],
               last = pattern.row.begin() + pattern.start[j + 1];
    const auto at = std::find_if(first, last, [&](int i) { return !gone[static_cast<std::size_t>(i)]; });
    const auto i = static_cast<std::size_t>(*at);
    const double sign =
        sign_of(*problem.dae->graph, problem.conditions[i].residual, problem.quantities[j].leaf);
    if (sign == 0) continue;
    tails.push_back({i, j, sign});
    gone[i] = 1;
    for (const std::size_t k : of_row[i])
      if (--left[k] == 1) waiting.push_back(k);
  }
  return tails;
}

void compute_tails(const std::vector<Tail>& tails, Numbers& numbers, double t, std::vector<double>& x) {
  bool changed = !tails.empty();
  for (std::size_t round = 0; changed && round <= tails.size(); ++round) {
    numbers.evaluate(t, x);
    changed = false;
    for (const Tail& tail : tails) {
      const double r = tail.sign * numbers.r()[tail.row];
      changed |= x[tail.column] - r != x[tail.column];
      x[tail.column] -= r;
    }
  }
}

}  // namespace trammel::analysis

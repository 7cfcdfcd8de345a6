#include "analysis/point_blocks.hpp"

#include "analysis/bipartite.hpp"
#include "analysis/block_newton.hpp"

namespace trammel::analysis {
namespace {

// Conditions and the quantities that they determine: guesses as far as possible.
Matching determine(const PointProblem& problem, const linalg::Pattern& pattern,
                   const std::vector<char>& active) {
  std::vector<std::vector<int>> of_row(static_cast<std::size_t>(pattern.rows));
  for (int j = 0; j < pattern.columns; ++j)
    if (problem.quantities[j].rank != model::Rank::fixed)
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k)
        if (active[pattern.row[k]]) of_row[pattern.row[k]].push_back(j);
  Matching matching;
  matching.column_of_row.assign(of_row.size(), -1);
  matching.row_of_column.assign(static_cast<std::size_t>(pattern.columns), -1);
  for (const bool preferred_too : {false, true}) {
    Bipartite graph{.rows = pattern.rows, .columns = pattern.columns};
    for (const std::vector<int>& columns : of_row) {
      for (const int j : columns)
        if (preferred_too || problem.quantities[j].rank == model::Rank::guess) graph.column.push_back(j);
      graph.start.push_back(static_cast<int>(graph.column.size()));
    }
    maximize(graph, matching);  // what is matched stays so
  }
  return matching;
}

}  // namespace

bool solve_by_blocks(const PointProblem& problem, Numbers& numbers, const std::vector<char>& active,
                     std::vector<double>& x) {
  const linalg::Pattern& all = *numbers.J().pattern;
  const Matching matching = determine(problem, all, active);
  std::vector<int> rows, columns, row_at(static_cast<std::size_t>(all.rows), -1);
  for (int i = 0; i < all.rows; ++i)
    if (matching.column_of_row[i] >= 0) {
      row_at[i] = static_cast<int>(rows.size());
      rows.push_back(i);
      columns.push_back(matching.column_of_row[i]);
    }
  std::vector<std::pair<int, int>> at;
  std::vector<std::size_t> from;
  for (std::size_t k = 0; k < columns.size(); ++k)
    for (int e = all.start[columns[k]]; e < all.start[columns[k] + 1]; ++e)
      if (row_at[all.row[e]] >= 0) {
        at.emplace_back(row_at[all.row[e]], static_cast<int>(k));
        from.push_back(static_cast<std::size_t>(e));
      }
  std::vector<std::uint32_t> position;
  const int n = static_cast<int>(rows.size());
  auto pattern = std::make_shared<linalg::Pattern>(linalg::make_pattern(n, n, at, position));
  std::vector<BlockNewton::Bounds> bounds;
  for (const int j : columns) bounds.push_back({.scale = problem.quantities[j].nominal});
  std::vector<double> full = x, part;
  for (const int j : columns) part.push_back(x[j]);
  BlockNewton blocks(
      std::move(pattern),
      [&](Vec values, Out r, Out J) {
        for (std::size_t k = 0; k < columns.size(); ++k) full[columns[k]] = values[k];
        numbers.evaluate(problem.t, full);
        for (std::size_t k = 0; k < rows.size(); ++k) r[k] = numbers.r()[rows[k]];
        for (std::size_t e = 0; e < from.size(); ++e) J[position[e]] = numbers.J().value[from[e]];
      },
      std::move(bounds));
  if (!blocks.solve(part)) return false;
  for (std::size_t k = 0; k < columns.size(); ++k) x[columns[k]] = part[k];
  return true;
}

}  // namespace trammel::analysis

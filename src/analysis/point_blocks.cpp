#include "analysis/point_blocks.hpp"

#include <optional>

#include "analysis/bipartite.hpp"
#include "analysis/block_newton.hpp"
#include "analysis/some_rows.hpp"

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

// Conditions one by one, each with its derivatives and without the others. What evaluates one is made when it is
// asked for, at most so many times: each holds all parameters of the model.
class RowsAlone {
 public:
  RowsAlone(const program::Program& program, Vec parameters)
      : program_(program), parameters_(parameters),
        value_(static_cast<std::size_t>(program.pattern(0, 0).rows)), J_(program.pattern(0, 0).row.size()),
        rows_(value_.size()) {}

  bool evaluate(int row, double t, Vec x) {
    std::optional<SomeRows>& alone = rows_[static_cast<std::size_t>(row)];
    if (!alone) {
      constexpr int most = 512, largest = 5000;
      if (made_ >= most || rows_.size() > largest) return false;
      ++made_;
      alone.emplace(program_, parameters_, std::span(&row, 1), true);
    }
    alone->evaluate(t, x, value_, J_);
    return true;
  }
  double value(int row) const { return value_[static_cast<std::size_t>(row)]; }
  double entry(std::size_t k) const { return J_[k]; }

 private:
  const program::Program& program_;
  Vec parameters_;
  std::vector<double> value_, J_;  // of all conditions: only those of the one asked last are right
  std::vector<std::optional<SomeRows>> rows_;
  int made_ = 0;
};

}  // namespace

bool solve_by_blocks(const PointProblem& problem, Numbers& numbers, Vec parameters,
                     const std::vector<char>& active, std::vector<double>& x) {
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
  std::vector<std::vector<std::size_t>> in_row(rows.size());
  for (std::size_t e = 0; e < at.size(); ++e) in_row[at[e].first].push_back(e);
  RowsAlone alone(numbers.program(), parameters);
  std::vector<BlockNewton::Bounds> bounds;
  for (const int j : columns) bounds.push_back({.scale = problem.quantities[j].nominal});
  std::vector<double> full = x, part;
  for (const int j : columns) part.push_back(x[j]);
  const auto evaluate = [&](Vec values, Out r, Out J) {
    for (std::size_t k = 0; k < columns.size(); ++k) full[columns[k]] = values[k];
    numbers.evaluate(problem.t, full);
    for (std::size_t k = 0; k < rows.size(); ++k) r[k] = numbers.r()[rows[k]];
    for (std::size_t e = 0; e < from.size(); ++e) J[position[e]] = numbers.J().value[from[e]];
  };
  const auto evaluate_row = [&](int row, Vec values, Out r, Out J) {
    for (std::size_t k = 0; k < columns.size(); ++k) full[columns[k]] = values[k];
    if (!alone.evaluate(rows[row], problem.t, full)) return evaluate(values, r, J);
    r[row] = alone.value(rows[row]);
    for (const std::size_t e : in_row[row]) J[position[e]] = alone.entry(from[e]);
  };
  BlockNewton blocks(std::move(pattern), evaluate, std::move(bounds), evaluate_row);
  if (!blocks.solve(part)) return false;
  for (std::size_t k = 0; k < columns.size(); ++k) x[columns[k]] = part[k];
  return true;
}

}  // namespace trammel::analysis

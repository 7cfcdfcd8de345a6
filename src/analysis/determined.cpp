#include "analysis/determined.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/bipartite.hpp"

namespace trammel::analysis {

std::vector<int> matched_columns(const linalg::SparseMatrix& J, const std::vector<int>& reluctance) {
  constexpr double nothing = 1e-12;
  const linalg::Pattern& p = *J.pattern;
  std::vector<double> largest(static_cast<std::size_t>(p.rows));
  for (std::size_t k = 0; k < J.value.size(); ++k)
    largest[p.row[k]] = std::max(largest[p.row[k]], std::fabs(J.value[k]));
  Matching matching{std::vector<int>(static_cast<std::size_t>(p.columns), -1),
                    std::vector<int>(static_cast<std::size_t>(p.rows), -1)};
  std::vector<int> classes = reluctance;
  std::ranges::sort(classes);
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  for (const int allowed : classes) {  // what is matched stays matched when the matching grows
    Bipartite graph{p.columns, p.rows, {}, {}};
    graph.start.reserve(static_cast<std::size_t>(p.columns) + 1);
    graph.start.push_back(0);
    graph.column.reserve(p.row.size());
    for (int j = 0; j < p.columns; ++j) {
      for (int k = p.start[j]; k < p.start[j + 1] && reluctance[j] <= allowed; ++k)
        if (std::fabs(J.value[k]) > nothing * largest[p.row[k]]) graph.column.push_back(p.row[k]);
      graph.start.push_back(static_cast<int>(graph.column.size()));
    }
    maximize(graph, matching);
  }
  std::vector<int> matched;
  matched.reserve(static_cast<std::size_t>(p.columns));
  for (int j = 0; j < p.columns; ++j)
    if (matching.column_of_row[j] >= 0) matched.push_back(j);
  return matched;
}

}  // namespace trammel::analysis

// analysis/bipartite.hpp: matchings between equations (rows) and unknowns (columns), and what they tell.
#pragma once

#include <span>
#include <vector>

namespace trammel::analysis {

struct Bipartite {  // by rows: the columns of row i are column[start[i]] .. column[start[i+1]-1]
  int rows = 0, columns = 0;
  std::vector<int> start = {0}, column = {};
  std::span<const int> of(int row) const {
    return std::span(column).subspan(start[row], start[row + 1] - start[row]);
  }
};

struct Matching {  // -1: unmatched
  std::vector<int> column_of_row, row_of_column;
  int size() const;
};

// Enlarges a matching to a largest one. [HK73], O(edges · sqrt(rows))
void maximize(const Bipartite& graph, Matching& matching);
Matching largest_matching(const Bipartite& graph);

// What alternating paths reach from unmatched rows (too many equations), and from unmatched columns (too
// few).
struct Parts {  // Dulmage-Mendelsohn
  std::vector<int> over_rows, over_columns, under_rows, under_columns;
};
Parts dulmage_mendelsohn(const Bipartite& graph, const Matching& matching);

// Reached from the unmatched rows by alternating paths, as flags.
struct Reach {
  std::vector<char> rows, columns;
};
Reach reach_from_unmatched_rows(const Bipartite& graph, const Matching& matching);

// The blocks of a perfectly matched square graph, in an order in which each needs only those before it:
// strongly connected components. Members are rows; their columns are their partners.
std::vector<std::vector<int>> block_triangular(const Bipartite& graph, const Matching& matching);

}  // namespace trammel::analysis

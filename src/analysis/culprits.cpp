#include "analysis/culprits.hpp"

#include <algorithm>

namespace trammel::analysis {
namespace {

constexpr std::size_t small = 8;  // a circuit of this many members is named as a whole
constexpr std::size_t near = 4;   // this many members of a larger one are

struct Circuit {  // in the order in which a search from its first row meets them
  std::vector<int> rows, columns;
  bool complete = true;
};

// Breadth-first searches whose marks are kept, so that many short ones cost what they see.
class Search {
 public:
  Search(const Bipartite& graph, const Matching& matching)
      : g_(graph), m_(matching), seen_row_(graph.rows, 0), seen_column_(graph.columns, 0) {}

  Circuit from(int root, std::size_t most) {
    ++round_;
    Circuit circuit{{root}, {}};
    seen_row_[root] = round_;
    for (std::size_t at = 0; at < circuit.rows.size(); ++at)
      for (const int column : g_.of(circuit.rows[at])) {
        ++work_;
        if (seen_column_[column] == round_) continue;
        seen_column_[column] = round_;
        circuit.columns.push_back(column);
        const int owner = m_.row_of_column[column];
        if (owner < 0 || seen_row_[owner] == round_) continue;
        seen_row_[owner] = round_;
        circuit.rows.push_back(owner);
        if (circuit.rows.size() > most) {
          circuit.complete = false;
          return circuit;
        }
      }
    return circuit;
  }

  // The smallest circuit of an unmatched row: all are searched a little, then twice as far, and so on.
  Circuit smallest() {
    std::vector<int> roots;
    for (int row = 0; row < g_.rows; ++row)
      if (m_.column_of_row[row] < 0) roots.push_back(row);
    const std::size_t affordable = 20 * (g_.column.size() + static_cast<std::size_t>(g_.rows));
    Circuit best;
    if (roots.empty()) return best;
    for (std::size_t most = small; work_ < affordable; most *= 2) {
      for (const int root : roots) {
        Circuit circuit = from(root, most);
        if (circuit.complete && (best.rows.empty() || circuit.rows.size() < best.rows.size()))
          best = std::move(circuit);
        if (work_ >= affordable) break;
      }
      if (!best.rows.empty()) return best;
    }
    return best.rows.empty() ? from(roots.front(), static_cast<std::size_t>(g_.rows)) : best;
  }

 private:
  const Bipartite& g_;
  const Matching& m_;
  std::vector<int> seen_row_, seen_column_;
  int round_ = 0;
  std::size_t work_ = 0;
};

// Edges with their derivatives, by columns instead of rows.
Signature transposed(const Signature& s) {
  Signature t;
  t.graph.rows = s.graph.columns;
  t.graph.columns = s.graph.rows;
  t.graph.start.assign(static_cast<std::size_t>(t.graph.rows) + 1, 0);
  t.graph.column.resize(s.graph.column.size());
  t.order.resize(s.order.size());
  for (const int column : s.graph.column) ++t.graph.start[column + 1];
  for (int j = 0; j < t.graph.rows; ++j) t.graph.start[j + 1] += t.graph.start[j];
  std::vector<int> next(t.graph.start.begin(), t.graph.start.end() - 1);
  for (int i = 0; i < s.graph.rows; ++i)
    for (int k = s.graph.start[i]; k < s.graph.start[i + 1]; ++k) {
      const int at = next[s.graph.column[k]]++;
      t.graph.column[at] = i;
      t.order[at] = s.order[k];
    }
  return t;
}

// The model with as many equations and unknowns added as it lacks, each of which goes with everything in
// question: its assignment of largest Σσ says what is best left over.
struct Completed {
  Signature sigma;
  Offsets offsets;
};
Completed completed(const Signature& s, const Parts& parts, int surplus, int missing) {
  Completed c;
  std::vector<char> over(static_cast<std::size_t>(s.graph.rows));
  for (const int row : parts.over_rows) over[row] = 1;
  c.sigma.graph.rows = s.graph.rows + missing;
  c.sigma.graph.columns = s.graph.columns + surplus;
  const auto end_row = [&] { c.sigma.graph.start.push_back(static_cast<int>(c.sigma.order.size())); };
  for (int i = 0; i < s.graph.rows; ++i) {
    for (int k = s.graph.start[i]; k < s.graph.start[i + 1]; ++k) {
      c.sigma.graph.column.push_back(s.graph.column[k]);
      c.sigma.order.push_back(s.order[k]);
    }
    for (int extra = 0; over[i] && extra < surplus; ++extra) {
      c.sigma.graph.column.push_back(s.graph.columns + extra);
      c.sigma.order.push_back(0);
    }
    end_row();
  }
  for (int extra = 0; extra < missing; ++extra) {
    for (const int column : parts.under_columns) {
      c.sigma.graph.column.push_back(column);
      c.sigma.order.push_back(0);
    }
    end_row();
  }
  c.offsets = offsets_of_regular(c.sigma);
  return c;
}

// The completed assignment without what was added.
Matching of_the_model(const Completed& c, int rows, int columns) {
  Matching m{
      {c.offsets.assignment.column_of_row.begin(), c.offsets.assignment.column_of_row.begin() + rows},
      {c.offsets.assignment.row_of_column.begin(), c.offsets.assignment.row_of_column.begin() + columns}};
  for (int& column : m.column_of_row)
    if (column >= columns) column = -1;
  for (int& row : m.row_of_column)
    if (row >= rows) row = -1;
  return m;
}

// Only the edges at which an equation meets an unknown at its highest derivative.
Bipartite tight(const Signature& s, const Offsets& o) {
  Bipartite result{s.graph.rows, s.graph.columns, {0}, {}};
  for (int i = 0; i < s.graph.rows; ++i) {
    for (int k = s.graph.start[i]; k < s.graph.start[i + 1]; ++k)
      if (o.d[s.graph.column[k]] - o.c[i] == s.order[k]) result.column.push_back(s.graph.column[k]);
    result.start.push_back(static_cast<int>(result.column.size()));
  }
  return result;
}

Culprits named(const Bipartite& all, const Bipartite& highest, const Matching& matching) {
  Culprits culprits;
  Circuit circuit = Search(all, matching).smallest();
  if (circuit.rows.empty()) return culprits;
  culprits.any = true;
  culprits.rows = static_cast<int>(circuit.rows.size());
  culprits.columns = static_cast<int>(circuit.columns.size());
  culprits.whole = circuit.rows.size() <= small;
  if (circuit.columns.empty()) {  // every row that holds nothing is one
    circuit.rows.clear();
    for (int row = 0; row < all.rows; ++row)
      if (all.of(row).empty()) circuit.rows.push_back(row);
  }
  if (culprits.whole) {
    std::ranges::sort(circuit.rows);
    std::ranges::sort(circuit.columns);
  } else {
    circuit = Search(highest, matching).from(circuit.rows.front(), near - 1);
    if (circuit.columns.size() > near) circuit.columns.resize(near);
  }
  culprits.row = std::move(circuit.rows);
  culprits.column = std::move(circuit.columns);
  return culprits;
}

}  // namespace

Blame find_culprits(const Signature& sigma, const Matching& largest) {
  Blame blame;
  const int rows = sigma.graph.rows, columns = sigma.graph.columns, size = largest.size();
  blame.surplus = rows - size;
  blame.missing = columns - size;
  const Parts parts = dulmage_mendelsohn(sigma.graph, largest);
  const double added = 1.0 * blame.surplus * static_cast<double>(parts.over_rows.size()) +
                       1.0 * blame.missing * static_cast<double>(parts.under_columns.size());
  Matching matching = largest;
  Bipartite highest = sigma.graph;
  if (added <= 20.0 * static_cast<double>(sigma.order.size() + 10)) {
    const Completed c = completed(sigma, parts, blame.surplus, blame.missing);
    matching = of_the_model(c, rows, columns);
    highest = tight(sigma, c.offsets);
  }
  const auto by_columns = [](const Bipartite& graph) {
    return transposed(Signature{graph, std::vector<int>(graph.column.size())}).graph;
  };
  blame.over = named(sigma.graph, highest, matching);
  blame.under =
      named(by_columns(sigma.graph), by_columns(highest), {matching.row_of_column, matching.column_of_row});
  std::swap(blame.under.row, blame.under.column);
  std::swap(blame.under.rows, blame.under.columns);
  return blame;
}

}  // namespace trammel::analysis

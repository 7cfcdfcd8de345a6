#include "analysis/bipartite.hpp"

#include <algorithm>
#include <limits>

namespace trammel::analysis {
namespace {

class HopcroftKarp {
 public:
  HopcroftKarp(const Bipartite& graph, Matching& matching)
      : g_(graph), m_(matching), distance_(graph.rows), next_(graph.rows) {
    queue_.reserve(distance_.size());
    path_.reserve(distance_.size());
  }

  void run() {
    greedy();
    while (layer()) {
      for (int row = 0; row < g_.rows; ++row) next_[row] = g_.start[row];
      for (int row = 0; row < g_.rows; ++row)
        if (m_.column_of_row[row] < 0) augment(row);
    }
  }

 private:
  static constexpr int unreached = std::numeric_limits<int>::max();

  void greedy() {
    for (int row = 0; row < g_.rows; ++row) {
      if (m_.column_of_row[row] >= 0) continue;
      for (const int column : g_.of(row))
        if (m_.row_of_column[column] < 0) {
          join(row, column);
          break;
        }
    }
  }

  void join(int row, int column) {
    m_.column_of_row[row] = column;
    m_.row_of_column[column] = row;
  }

  // Breadth first: distance of every row from the unmatched ones; is an unmatched column in reach?
  bool layer() {
    queue_.clear();
    for (int row = 0; row < g_.rows; ++row) {
      distance_[row] = m_.column_of_row[row] < 0 ? 0 : unreached;
      if (distance_[row] == 0) queue_.push_back(row);
    }
    bool found = false;
    for (std::size_t at = 0; at < queue_.size(); ++at) {
      const int row = queue_[at];
      for (const int column : g_.of(row)) {
        const int other = m_.row_of_column[column];
        if (other < 0) {
          found = true;
        } else if (distance_[other] == unreached) {
          distance_[other] = distance_[row] + 1;
          queue_.push_back(other);
        }
      }
    }
    return found;
  }

  // Depth first along the layers, with an explicit stack of rows.
  void augment(int root) {
    path_.assign(1, root);
    while (!path_.empty()) {
      const int row = path_.back();
      if (next_[row] == g_.start[row + 1]) {
        distance_[row] = unreached;
        path_.pop_back();
        continue;
      }
      const int column = g_.column[next_[row]++];
      const int other = m_.row_of_column[column];
      if (other < 0) {
        flip(column);
        return;
      }
      if (distance_[other] == distance_[row] + 1) path_.push_back(other);
    }
  }

  void flip(int column) {
    for (auto row = path_.rbegin(); row != path_.rend(); ++row) {
      const int previous = m_.column_of_row[*row];
      join(*row, column);
      column = previous;
    }
  }

  const Bipartite& g_;
  Matching& m_;
  std::vector<int> distance_, next_, queue_, path_;
};

// The rows of each column.
Bipartite transposed(const Bipartite& graph) {
  Bipartite t{graph.columns, graph.rows, std::vector<int>(static_cast<std::size_t>(graph.columns) + 1),
              std::vector<int>(graph.column.size())};
  for (const int column : graph.column) ++t.start[column + 1];
  for (int c = 0; c < graph.columns; ++c) t.start[c + 1] += t.start[c];
  std::vector<int> next(t.start.begin(), t.start.end() - 1);
  for (int row = 0; row < graph.rows; ++row)
    for (const int column : graph.of(row)) t.column[next[column]++] = row;
  return t;
}

std::vector<int> marked(const std::vector<char>& flags) {
  std::vector<int> result;
  for (std::size_t i = 0; i < flags.size(); ++i)
    if (flags[i]) result.push_back(static_cast<int>(i));
  return result;
}

// Tarjan's algorithm without recursion, on rows: row i points to the rows that own its columns.
class Components {
 public:
  Components(const Bipartite& graph, const Matching& matching)
      : g_(graph), m_(matching), number_(graph.rows, 0), low_(graph.rows, 0), next_(graph.rows, 0),
        on_stack_(graph.rows, 0) {}

  std::vector<std::vector<int>> run() {
    for (int row = 0; row < g_.rows; ++row)
      if (number_[row] == 0) visit(row);
    return std::move(components_);
  }

 private:
  void visit(int root) {
    open(root);
    while (!call_.empty()) {
      const int row = call_.back();
      if (next_[row] < g_.start[row + 1]) {
        const int other = m_.row_of_column[g_.column[next_[row]++]];
        if (number_[other] == 0)
          open(other);
        else if (on_stack_[other])
          low_[row] = std::min(low_[row], number_[other]);
        continue;
      }
      call_.pop_back();
      if (!call_.empty()) low_[call_.back()] = std::min(low_[call_.back()], low_[row]);
      if (low_[row] == number_[row]) close(row);
    }
  }

  void open(int row) {
    number_[row] = low_[row] = ++count_;
    next_[row] = g_.start[row];
    call_.push_back(row);
    stack_.push_back(row);
    on_stack_[row] = 1;
  }

  void close(int row) {
    std::vector<int> component;
    int member;
    do {
      member = stack_.back();
      stack_.pop_back();
      on_stack_[member] = 0;
      component.push_back(member);
    } while (member != row);
    std::sort(component.begin(), component.end());
    components_.push_back(std::move(component));
  }

  const Bipartite& g_;
  const Matching& m_;
  std::vector<int> number_, low_, next_, call_, stack_;
  std::vector<char> on_stack_;
  std::vector<std::vector<int>> components_;
  int count_ = 0;
};

}  // namespace

int Matching::size() const {
  return static_cast<int>(
      std::count_if(column_of_row.begin(), column_of_row.end(), [](int c) { return c >= 0; }));
}

void maximize(const Bipartite& graph, Matching& matching) {
  matching.column_of_row.resize(graph.rows, -1);
  matching.row_of_column.resize(graph.columns, -1);
  HopcroftKarp(graph, matching).run();
}

Matching largest_matching(const Bipartite& graph) {
  Matching matching;
  maximize(graph, matching);
  return matching;
}

Reach reach_from_unmatched_rows(const Bipartite& graph, const Matching& matching) {
  Reach reach{std::vector<char>(graph.rows), std::vector<char>(graph.columns)};
  std::vector<int> todo;
  for (int row = 0; row < graph.rows; ++row)
    if (matching.column_of_row[row] < 0) {
      reach.rows[row] = 1;
      todo.push_back(row);
    }
  while (!todo.empty()) {
    const int row = todo.back();
    todo.pop_back();
    for (const int column : graph.of(row)) {
      reach.columns[column] = 1;
      const int other = matching.row_of_column[column];
      if (other >= 0 && !reach.rows[other]) {
        reach.rows[other] = 1;
        todo.push_back(other);
      }
    }
  }
  return reach;
}

Parts dulmage_mendelsohn(const Bipartite& graph, const Matching& matching) {
  const Reach over = reach_from_unmatched_rows(graph, matching);
  const Reach under =
      reach_from_unmatched_rows(transposed(graph), {matching.row_of_column, matching.column_of_row});
  return {marked(over.rows), marked(over.columns), marked(under.columns), marked(under.rows)};
}

std::vector<std::vector<int>> block_triangular(const Bipartite& graph, const Matching& matching) {
  return Components(graph, matching).run();
}

}  // namespace trammel::analysis

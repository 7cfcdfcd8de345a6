// petsc/layout.cpp: which rank has which rows and columns: PT-Scotch's answer.
#include <algorithm>
#include <numeric>

#include "petsc/state.hpp"

namespace trammel::petsc {
namespace {

// How many entries have a mirror image if column j is paired with row row_of[j].
long symmetric(const linalg::Pattern& pattern, const std::vector<int>& row_of) {
  std::vector<int> column_of(row_of.size());
  for (std::size_t j = 0; j < row_of.size(); ++j)
    column_of[static_cast<std::size_t>(row_of[j])] = static_cast<int>(j);
  long count = 0;
  for (int j = 0; j < pattern.columns; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      const int mirror = column_of[static_cast<std::size_t>(pattern.row[k])];
      count += std::binary_search(pattern.row.begin() + pattern.start[mirror],
                                  pattern.row.begin() + pattern.start[mirror + 1],
                                  row_of[static_cast<std::size_t>(j)]);
    }
  return count;
}

// Pairs are vertices, joined where one has an entry in the other's row or column.
std::vector<int> partition(const linalg::Pattern& pattern, const std::vector<int>& row_of, int ranks) {
  const int n = pattern.columns;
  std::vector<int> part(static_cast<std::size_t>(n), 0);
  if (ranks == 1 || n == 0) return part;
  std::vector<int> column_of(row_of.size());
  for (int j = 0; j < n; ++j) column_of[static_cast<std::size_t>(row_of[static_cast<std::size_t>(j)])] = j;
  std::vector<PetscInt> degree(static_cast<std::size_t>(n) + 1, 0);
  const auto each = [&](auto&& visit) {
    for (int j = 0; j < n; ++j)
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k)
        if (const int i = column_of[static_cast<std::size_t>(pattern.row[k])]; i != j) {
          visit(i, j);
          visit(j, i);
        }
  };
  each([&](int i, int) { ++degree[static_cast<std::size_t>(i) + 1]; });
  std::partial_sum(degree.begin(), degree.end(), degree.begin());
  PetscInt *start = nullptr, *neighbour = nullptr;  // PETSc frees them
  check(PetscMalloc1(static_cast<std::size_t>(n) + 1, &start), "no memory for the graph of the model");
  check(PetscMalloc1(static_cast<std::size_t>(degree.back()), &neighbour),
        "no memory for the graph of the model");
  std::vector<PetscInt> next(degree.begin(), degree.end() - 1);
  each([&](int i, int j) { neighbour[next[static_cast<std::size_t>(i)]++] = j; });
  PetscInt to = 0;
  start[0] = 0;
  for (int i = 0; i < n; ++i) {  // each neighbour once, ascending
    PetscInt* const from = neighbour + degree[static_cast<std::size_t>(i)];
    PetscInt* const end = neighbour + degree[static_cast<std::size_t>(i) + 1];
    std::sort(from, end);
    PetscInt* const last = std::unique(from, end);
    to = static_cast<PetscInt>(std::copy(from, last, neighbour + to) - neighbour);
    start[i + 1] = to;
  }
  Mat graph;
  MatPartitioning how;
  IS answer;
  const PetscInt* numbers = nullptr;
  const auto must = [](PetscErrorCode code) { check(code, "the model cannot be parted"); };
  must(MatCreateMPIAdj(PETSC_COMM_SELF, n, n, start, neighbour, nullptr, &graph));
  must(MatPartitioningCreate(PETSC_COMM_SELF, &how));
  must(MatPartitioningSetAdjacency(how, graph));
  must(MatPartitioningSetType(how, MATPARTITIONINGPTSCOTCH));
  must(MatPartitioningSetNParts(how, ranks));
  must(MatPartitioningApply(how, &answer));
  must(ISGetIndices(answer, &numbers));
  std::copy_n(numbers, n, part.begin());
  ISRestoreIndices(answer, &numbers);
  ISDestroy(&answer);
  MatPartitioningDestroy(&how);
  MatDestroy(&graph);
  return part;
}

}  // namespace

namespace {

// Pairs in four rounds: rows with entries that count as a diagonal (the derivatives of a model); rows with entries in
// columns that are left; rows without, as constraints, with the column that their columns' rows have most often, as
// multipliers; what is left.
class Pairing {
 public:
  explicit Pairing(const linalg::Pattern& pattern)
      : p_(pattern), row_of_(static_cast<std::size_t>(pattern.columns), -1), column_of_(row_of_.size(), -1),
        start_(row_of_.size() + 1, 0), entry_(pattern.row.size()), column_(pattern.row.size()) {
    for (const int i : p_.row) ++start_[static_cast<std::size_t>(i) + 1];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    std::vector<int> next(start_.begin(), start_.end() - 1);
    for (int j = 0; j < p_.columns; ++j)
      for (int k = p_.start[j]; k < p_.start[j + 1]; ++k) {
        const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(p_.row[k])]++);
        entry_[at] = k;
        column_[at] = j;
      }
  }

  // Rows with the fewest choices first.
  void match(const std::vector<char>& counts) {
    const auto free = [&](int at) {
      const auto k = static_cast<std::size_t>(at);
      return row_of_[static_cast<std::size_t>(column_[k])] < 0 &&
             (counts.empty() || counts[static_cast<std::size_t>(entry_[k])] != 0);
    };
    std::vector<std::pair<int, int>> rows;
    for (int i = 0; i < p_.rows; ++i) {
      if (column_of_[static_cast<std::size_t>(i)] >= 0) continue;
      int choices = 0;
      for (int at = start_[static_cast<std::size_t>(i)]; at < start_[static_cast<std::size_t>(i) + 1]; ++at)
        choices += free(at);
      if (choices > 0) rows.emplace_back(choices, i);
    }
    std::ranges::sort(rows);
    for (const auto& [choices, i] : rows)
      for (int at = start_[static_cast<std::size_t>(i)]; at < start_[static_cast<std::size_t>(i) + 1]; ++at)
        if (free(at)) {
          join(i, column_[static_cast<std::size_t>(at)]);
          break;
        }
  }

  void mirror() {
    std::vector<int> seen(row_of_.size(), 0), touched;
    for (int i = 0; i < p_.rows; ++i) {
      if (column_of_[static_cast<std::size_t>(i)] >= 0) continue;
      touched.clear();
      int best = -1;
      for (int at = start_[static_cast<std::size_t>(i)]; at < start_[static_cast<std::size_t>(i) + 1]; ++at) {
        const int partner = row_of_[static_cast<std::size_t>(column_[static_cast<std::size_t>(at)])];
        if (partner < 0) continue;
        for (int k = start_[static_cast<std::size_t>(partner)];
             k < start_[static_cast<std::size_t>(partner) + 1]; ++k) {
          const int j = column_[static_cast<std::size_t>(k)];
          if (row_of_[static_cast<std::size_t>(j)] >= 0) continue;
          if (seen[static_cast<std::size_t>(j)]++ == 0) touched.push_back(j);
          if (best < 0 || seen[static_cast<std::size_t>(j)] > seen[static_cast<std::size_t>(best)]) best = j;
        }
      }
      for (const int j : touched) seen[static_cast<std::size_t>(j)] = 0;
      if (best >= 0) join(i, best);
    }
  }

  std::vector<int> finish() {
    std::size_t j = 0;
    for (std::size_t i = 0; i < column_of_.size(); ++i) {
      if (column_of_[i] >= 0) continue;
      while (row_of_[j] >= 0) ++j;
      join(static_cast<int>(i), static_cast<int>(j));
    }
    return row_of_;
  }

 private:
  void join(int row, int column) {
    row_of_[static_cast<std::size_t>(column)] = row;
    column_of_[static_cast<std::size_t>(row)] = column;
  }
  const linalg::Pattern& p_;
  std::vector<int> row_of_, column_of_;
  std::vector<int> start_, entry_, column_;  // the pattern by rows
};

}  // namespace

std::vector<int> pair_up(const linalg::Pattern& pattern, const std::vector<char>& diagonal) {
  Pairing pairing(pattern);
  if (!diagonal.empty()) pairing.match(diagonal);
  pairing.match({});
  pairing.mirror();
  std::vector<int> found = pairing.finish();
  if (!diagonal.empty()) return found;
  std::vector<int> by_number(found.size());
  std::iota(by_number.begin(), by_number.end(), 0);
  return symmetric(pattern, by_number) >= symmetric(pattern, found) ? by_number : found;
}

std::vector<char> without_diagonal(const linalg::Pattern& pattern, const std::vector<int>& row_of_column) {
  std::vector<char> result;
  for (int j = 0; j < pattern.columns; ++j)
    result.push_back(!std::binary_search(pattern.row.begin() + pattern.start[j],
                                         pattern.row.begin() + pattern.start[j + 1],
                                         row_of_column[static_cast<std::size_t>(j)]));
  return result;
}

Layout lay_out(const linalg::Pattern& pattern, std::vector<int> row_of_column, int ranks) {
  const std::vector<int> part = partition(pattern, row_of_column, ranks);
  Layout layout;
  layout.first.assign(static_cast<std::size_t>(ranks) + 1, 0);
  layout.column_at.resize(part.size());
  std::iota(layout.column_at.begin(), layout.column_at.end(), 0);
  std::ranges::stable_sort(layout.column_at, {}, [&](int j) { return part[static_cast<std::size_t>(j)]; });
  for (const int p : part) ++layout.first[static_cast<std::size_t>(p) + 1];
  std::partial_sum(layout.first.begin(), layout.first.end(), layout.first.begin());
  for (const int j : layout.column_at) layout.row_at.push_back(row_of_column[static_cast<std::size_t>(j)]);
  return layout;
}

}  // namespace trammel::petsc

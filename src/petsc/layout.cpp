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

std::vector<int> pair_up(const linalg::Pattern& pattern, const std::vector<int>& row_levels,
                         const std::vector<int>& tops) {
  std::vector<int> by_number(static_cast<std::size_t>(pattern.columns));
  std::iota(by_number.begin(), by_number.end(), 0);
  // c_i + d_j is the same for all pairs of a constrained system: rows with ascending c, columns with descending d.
  std::vector<int> rows = by_number, columns = by_number, by_level = by_number;
  std::ranges::stable_sort(rows, {}, [&](int i) { return row_levels[static_cast<std::size_t>(i)]; });
  std::ranges::stable_sort(columns, std::greater<>{},
                           [&](int j) { return tops[static_cast<std::size_t>(j)]; });
  for (std::size_t k = 0; k < rows.size(); ++k) by_level[static_cast<std::size_t>(columns[k])] = rows[k];
  return symmetric(pattern, by_level) >= symmetric(pattern, by_number) ? by_level : by_number;
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

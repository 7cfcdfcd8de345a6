#include "linalg/sparse.hpp"

#include <cstdint>

namespace trammel::linalg {

Pattern make_pattern(int rows, int columns, const std::vector<std::pair<int, int>>& entries,
                     std::vector<std::uint32_t>& position) {
  // Two counting sorts, by row and then (stably) by column: linear in the number of entries.
  const std::size_t n = entries.size();
  std::vector<std::uint32_t> first(static_cast<std::size_t>(rows) + 1);
  for (const auto& [r, c] : entries) ++first[static_cast<std::size_t>(r) + 1];
  for (int r = 0; r < rows; ++r) first[r + 1] += first[r];
  std::vector<std::uint32_t> by_row(n);
  for (std::uint32_t k = 0; k < n; ++k) by_row[first[entries[k].first]++] = k;

  std::vector<std::uint32_t> next(static_cast<std::size_t>(columns) + 1);
  for (const auto& [r, c] : entries) ++next[static_cast<std::size_t>(c) + 1];
  for (int c = 0; c < columns; ++c) next[c + 1] += next[c];
  std::vector<std::uint32_t> sorted(n);
  for (const std::uint32_t k : by_row) sorted[next[entries[k].second]++] = k;

  Pattern pattern{rows, columns, std::vector<int>(static_cast<std::size_t>(columns) + 1), {}};
  position.assign(n, 0);
  pattern.row.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto& entry = entries[sorted[i]];
    if (i == 0 || entries[sorted[i - 1]] != entry) {
      pattern.row.push_back(entry.first);
      ++pattern.start[static_cast<std::size_t>(entry.second) + 1];
    }
    position[sorted[i]] = static_cast<std::uint32_t>(pattern.row.size() - 1);
  }
  for (int c = 0; c < columns; ++c) pattern.start[c + 1] += pattern.start[c];
  return pattern;
}

}  // namespace trammel::linalg

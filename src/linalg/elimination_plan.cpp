#include "linalg/elimination_plan.hpp"

#include <algorithm>

#include "linalg/choice.hpp"

namespace trammel::linalg {

void EliminationPlan::reserve(const Pattern& pattern, std::size_t most) {
  const auto n = static_cast<std::size_t>(pattern.rows);
  steps.reserve(n);
  row.reserve(n), column.reserve(n), row_pivot.reserve(n), column_pivot.reserve(n);
  place.reserve(n * n);
  to.reserve(pattern.row.size());
  updates.reserve(std::min(most, n * (n + 1) * (2 * n + 1) / 6));
}

bool EliminationPlan::write(const Pattern& pattern, const LuOrder& order, std::vector<int>& slot) {
  const int n = pattern.rows;
  const auto slot_of = [&](int i, int j) -> int& { return slot[static_cast<std::size_t>(j) * n + i]; };
  steps.clear(), row.clear(), column.clear(), place.clear(), updates.clear(), to.clear();
  std::size_t products = 0;
  for (const LuOrder::Pivot& pivot : order.pivots()) {
    const int r = pivot.row, c = pivot.column;
    const int* const others = order.others().data() + pivot.from;
    row.push_back(r), column.push_back(c);
    const auto add = [&](int i, int j, int other) {
      slot_of(i, j) = static_cast<int>(place.size());
      place.push_back(other);
    };
    add(r, c, 0);
    for (int b = 0; b < pivot.upper; ++b) add(r, others[b], others[b]);
    for (int a = 0; a < pivot.lower; ++a) add(others[pivot.upper + a], c, others[pivot.upper + a]);
    steps.push_back({pivot.upper, pivot.lower});
    products += static_cast<std::size_t>(pivot.upper) * pivot.lower;
  }
  if (products > updates.capacity()) return steps.clear(), false;
  for (int j = 0; j < n; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) to.push_back(slot_of(pattern.row[k], j));
  const int* at = place.data();
  for (const Step& step : steps) {
    const int *const upper = at + 1, *const lower = upper + step.upper;
    for (int a = 0; a < step.lower; ++a)
      for (int b = 0; b < step.upper; ++b) updates.push_back(slot_of(lower[a], upper[b]));
    at = lower + step.lower;
  }
  number_by_pivots();
  return true;
}

// Unknowns and equations in `place` by the pivot that belongs to them.
void EliminationPlan::number_by_pivots() {
  row_pivot.resize(row.size());
  column_pivot.resize(row.size());
  for (std::size_t k = 0; k < row.size(); ++k) {
    row_pivot[row[k]] = static_cast<int>(k);
    column_pivot[column[k]] = static_cast<int>(k);
  }
  int* at = place.data();
  for (const Step& step : steps) {
    ++at;
    for (int b = 0; b < step.upper; ++b, ++at) *at = column_pivot[*at];
    for (int a = 0; a < step.lower; ++a, ++at) *at = row_pivot[*at];
  }
}

EliminationMemory::EliminationMemory(const Pattern& pattern)
    : order(pattern.rows), slot(static_cast<std::size_t>(pattern.rows) * pattern.rows) {
  plan.reserve(pattern, most_updates);
}

}  // namespace trammel::linalg

#include "linalg/symmetric_plan.hpp"

#include <algorithm>

namespace trammel::linalg {

void SymmetricPlan::reserve(int n, std::size_t entries) {
  const auto size = static_cast<std::size_t>(n);
  steps.reserve(size), begin_.reserve(size), unknown.reserve(size), place_.resize(size), step_.reserve(size);
  to.reserve(entries);
  if (n > PivotOrder::small_matrix) return;
  rows.reserve(size * size / 2);
  updates.reserve(size * (size + 1) * (size + 2) / 6);
}

void SymmetricPlan::write(const PivotOrder& order, const PivotOrder::Places& entries) {
  place_rows(order);
  to.clear();
  for (const auto& [i, j] : entries)
    to.push_back(value_of(std::min(place_[i], place_[j]), std::max(place_[i], place_[j])));
  write_updates();
}

void SymmetricPlan::place_rows(const PivotOrder& order) {
  steps.clear(), begin_.clear(), unknown.clear(), step_.clear(), rows.clear();
  values = 0;
  std::size_t all = 0;
  for (const PivotOrder::Pivot& pivot : order.pivots()) all += static_cast<std::size_t>(pivot.count);
  rows.reserve(all);
  for (const PivotOrder::Pivot& pivot : order.pivots())
    for (const int j : {pivot.first, pivot.second})
      if (j >= 0) {
        place_[j] = static_cast<int>(unknown.size());
        unknown.push_back(j);
      }
  for (const PivotOrder::Pivot& pivot : order.pivots()) {
    const Step step{pivot.count, pivot.second >= 0};
    begin_.push_back({place_[pivot.first], values, static_cast<int>(rows.size())});
    step_.insert(step_.end(), step.two ? 2 : 1, static_cast<int>(steps.size()));
    const int* const below = order.below(pivot);
    for (int k = 0; k < pivot.count; ++k) rows.push_back(place_[below[k]]);
    std::sort(rows.end() - pivot.count, rows.end());
    steps.push_back(step);
    values += step.values();
  }
}

int SymmetricPlan::value_of(int early, int late) const {
  const int s = step_[early];
  const Step& step = steps[s];
  const Begin& begin = begin_[s];
  const bool second = early > begin.place;
  if (step_[late] == s) return begin.value + (late - begin.place) + second;  // 0, 1 or 2
  const auto first_row = rows.begin() + begin.row;
  const auto row = std::lower_bound(first_row, first_row + step.count, late);
  return begin.value + (step.two ? 3 : 1) + (second ? step.count : 0) + static_cast<int>(row - first_row);
}

void SymmetricPlan::write_updates() {
  updates.clear();
  std::size_t products = 0;
  for (const Step& step : steps) products += static_cast<std::size_t>(step.count) * (step.count + 1) / 2;
  updates.reserve(products);
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const int* const below = rows.data() + begin_[s].row;
    for (int a = 0; a < steps[s].count; ++a)
      for (int b = a; b < steps[s].count; ++b) updates.push_back(value_of(below[a], below[b]));
  }
}

}  // namespace trammel::linalg

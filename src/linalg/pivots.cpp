#include "linalg/pivots.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace trammel::linalg {
namespace {

constexpr double smallest_pivot = 1e-11;  // of a row that had a largest entry of 1
constexpr long keep_room = 1 << 16;       // entries for which full rows are reserved: no allocation later

}  // namespace

Pivots::Pivots(int rows, int columns, std::vector<std::pair<int, int>> entries, std::vector<int> group)
    : entries_(std::move(entries)), group_(std::move(group)), column_(rows, -1), done_(rows), rows_(rows) {
  order_.reserve(static_cast<std::size_t>(rows));
  if (static_cast<long>(rows) * columns <= keep_room) {
    for (Row& row : rows_) row.reserve(static_cast<std::size_t>(columns));
    sum_.reserve(static_cast<std::size_t>(columns));
  }
}

void Pivots::load(Vec values) {
  for (Row& row : rows_) row.clear();
  for (std::size_t k = 0; k < entries_.size(); ++k)
    rows_[entries_[k].first].emplace_back(entries_[k].second, values[k]);
  for (Row& row : rows_) {
    std::ranges::sort(row);
    double largest = 0;
    for (const auto& [column, value] : row) largest = std::max(largest, std::fabs(value));
    if (largest > 0)
      for (auto& [column, value] : row) value /= largest;
  }
  std::ranges::fill(done_, char{0});
}

double Pivots::entry(const Row& row, int column) {
  const auto at = std::ranges::lower_bound(row, column, {}, &std::pair<int, double>::first);
  return at != row.end() && at->first == column ? at->second : 0;
}

// Takes the pivot's column out of all rows that are not done.
void Pivots::eliminate(int pivot_row, int pivot_column) {
  done_[pivot_row] = 1;
  const Row& pivot = rows_[pivot_row];
  const double by = entry(pivot, pivot_column);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (done_[i]) continue;
    const double factor = entry(rows_[i], pivot_column) / by;
    if (factor == 0) continue;
    sum_.clear();
    auto a = rows_[i].begin();
    for (auto b = pivot.begin(); a != rows_[i].end() || b != pivot.end();) {
      if (b == pivot.end() || (a != rows_[i].end() && a->first < b->first)) {
        sum_.push_back(*a++);
        continue;
      }
      const double old = a != rows_[i].end() && a->first == b->first ? (a++)->second : 0;
      const double value = old - factor * b->second;
      if (b->first != pivot_column && value != 0) sum_.emplace_back(b->first, value);
      ++b;
    }
    std::swap(rows_[i], sum_);
  }
}

bool Pivots::choose(Vec values) {
  load(values);
  order_.clear();
  std::ranges::fill(column_, -1);
  row_ = -1;
  while (order_.size() < rows_.size()) {
    int group = std::numeric_limits<int>::max(), best_row = -1, best_column = -1;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!done_[i]) group = std::min(group, group_[i]);
    double best = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (done_[i] || group_[i] != group) continue;
      row_ = static_cast<int>(i);
      for (const auto& [column, value] : rows_[i])
        if (std::fabs(value) > best) {
          best = std::fabs(value);
          best_row = static_cast<int>(i);
          best_column = column;
        }
    }
    if (!(best > smallest_pivot)) return false;
    column_[best_row] = best_column;
    order_.push_back(best_row);
    eliminate(best_row, best_column);
  }
  return true;
}

bool Pivots::serve(Vec values, double threshold) {
  if (order_.size() < rows_.size()) return false;
  load(values);
  for (const int i : order_) {
    double largest = 0;
    for (const auto& [column, value] : rows_[i]) largest = std::max(largest, std::fabs(value));
    const double pivot = std::fabs(entry(rows_[i], column_[i]));
    if (!(pivot > smallest_pivot && pivot >= threshold * largest)) return false;
    eliminate(i, column_[i]);
  }
  return true;
}

}  // namespace trammel::linalg

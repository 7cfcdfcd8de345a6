#include "linalg/pivots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace trammel::linalg {
namespace {

constexpr double smallest_pivot = 1e-11;  // of a row that had a largest entry of 1
// What a column counts that a later group has entries for. (Two bodies on a rod, one of them on an edge: if
// the rod takes the place that the edge needs, the edge is left with next to nothing.)
constexpr double wanted_later = 0.6;
constexpr long keep_room = 1 << 16;  // entries for which full rows are reserved: no allocation later

}  // namespace

Pivots::Pivots(int rows, int columns, std::vector<std::pair<int, int>> entries, std::vector<int> group)
    : entries_(std::move(entries)), group_(std::move(group)), own_(rows),
      last_group_(columns, std::numeric_limits<int>::min()), pivot_(rows, -1), taken_(rows, -1),
      pivot_of_(columns, -1), taken_by_(columns, -1), seen_(columns), done_(rows), rows_(rows),
      holders_(columns) {
  for (const auto& [row, column] : entries_) {
    own_[row].push_back(column);
    held_by_group_.emplace_back(group_[row], column);
    last_group_[column] = std::max(last_group_[column], group_[row]);
  }
  for (std::vector<int>& own : own_) std::ranges::sort(own);
  std::ranges::sort(held_by_group_);
  order_.reserve(static_cast<std::size_t>(rows));
  if (static_cast<long>(rows) * columns <= keep_room) {
    for (Row& row : rows_) row.reserve(static_cast<std::size_t>(columns));
    sum_.reserve(static_cast<std::size_t>(columns));
    for (auto& holders : holders_) holders.reserve(static_cast<std::size_t>(rows));
  }
}

void Pivots::load(Vec values) {
  for (Row& row : rows_) row.clear();
  for (auto& holders : holders_) holders.clear();
  for (const auto& [row, column] : entries_) holders_[column].push_back(row);
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
  for (const int i : holders_[pivot_column]) {
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
      const bool held = a != rows_[i].end() && a->first == b->first;
      const double value = (held ? (a++)->second : 0) - factor * b->second;
      if (!held && b->first != pivot_column && value != 0) holders_[b->first].push_back(i);
      if (b->first != pivot_column && value != 0) sum_.emplace_back(b->first, value);
      ++b;
    }
    std::swap(rows_[i], sum_);
  }
}

// Columns of a group that chooses first always fit its rows: a determinant that is not zero has a product of
// entries that is not. Where earlier groups have taken columns, what elimination brought into a row may be
// all that makes it regular; then rows look for pivots among their own entries.
bool Pivots::choose(Vec values) {
  for (const Columns allowed : {Columns::of_the_group, Columns::of_the_row})
    if (find_pivots(values, allowed) && hand_out()) return true;
  order_.clear();
  return false;
}

bool Pivots::own(int row, int column) const { return std::ranges::binary_search(own_[row], column); }

bool Pivots::is_allowed(int row, int column, Columns allowed) const {
  return own(row, column) || (allowed == Columns::of_the_group &&
                              std::ranges::binary_search(held_by_group_, std::pair(group_[row], column)));
}

// Rows keep their pivots where these are entries of theirs; the others find a column along alternating paths.
bool Pivots::hand_out() {
  std::ranges::fill(taken_, -1);
  std::ranges::fill(taken_by_, -1);
  for (const int i : order_)
    if (own(i, pivot_[i])) {
      taken_[i] = pivot_[i];
      taken_by_[pivot_[i]] = i;
    }
  for (const int i : order_) {
    if (taken_[i] >= 0) continue;
    std::ranges::fill(seen_, char{0});
    if (!take(i)) return false;
  }
  return true;
}

bool Pivots::take(int row) {
  for (const int column : own_[row]) {
    const int pivot = pivot_of_[column];
    if (seen_[column] || pivot < 0 || group_[pivot] != group_[row]) continue;
    seen_[column] = 1;
    if (taken_by_[column] >= 0 && !take(taken_by_[column])) continue;
    taken_by_[column] = row;
    taken_[row] = column;
    return true;
  }
  return false;
}

bool Pivots::find_pivots(Vec values, Columns allowed) {
  load(values);
  order_.clear();
  std::ranges::fill(pivot_of_, -1);
  while (order_.size() < rows_.size()) {
    int group = std::numeric_limits<int>::max(), best_row = -1, best_column = -1;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!done_[i]) group = std::min(group, group_[i]);
    double best = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (done_[i] || group_[i] != group) continue;
      for (const auto& [column, value] : rows_[i]) {
        const double size = (last_group_[column] > group ? wanted_later : 1) * std::fabs(value);
        if (size <= best || !is_allowed(static_cast<int>(i), column, allowed)) continue;
        best = size;
        best_row = static_cast<int>(i);
        best_column = column;
      }
    }
    if (!(best > smallest_pivot)) return false;
    pivot_[best_row] = best_column;
    pivot_of_[best_column] = best_row;
    order_.push_back(best_row);
    eliminate(best_row, best_column);
  }
  return true;
}

double Pivots::quality(Vec values) {
  if (order_.size() < rows_.size()) return 0;
  load(values);
  double least = 1;
  for (const int i : order_) {
    double largest = 0;
    for (const auto& [column, value] : rows_[i]) largest = std::max(largest, std::fabs(value));
    const double pivot = std::fabs(entry(rows_[i], pivot_[i]));
    if (!(pivot > smallest_pivot)) return 0;
    least = std::min(least, pivot / largest);
    eliminate(i, pivot_[i]);
  }
  return least;
}

}  // namespace trammel::linalg

// analysis/cancelling.hpp: sums of numbers by keys in which zeros are told from small numbers, and combinations
// of such sums that are zero.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace trammel::analysis {

// A sum of numbers that leaves less than this of them is zero: some dozens of roundings.
inline constexpr double sum_cancels = 1e-14;

// Numbers by keys, with what was added up to make them: zeros that sums leave are told from small numbers.
template <class Key>
class CancellingSum {
 public:
  void add(const Key& key, double value) {
    Part& part = parts_[key];
    part.value += value;
    part.terms += std::fabs(value);
  }
  void add(const CancellingSum& other, double factor) {
    for (const auto& [key, part] : other.parts_) {
      Part& own = parts_[key];
      own.value += factor * part.value;
      own.terms += std::fabs(factor * part.value);
    }
    drop_zeros();
  }
  void drop_zeros() {
    std::erase_if(parts_, [](const auto& entry) {
      return !(std::fabs(entry.second.value) > sum_cancels * entry.second.terms);
    });
    for (auto& [key, part] : parts_) part.terms = std::fabs(part.value);
  }
  bool empty() const { return parts_.empty(); }
  std::size_t size() const { return parts_.size(); }
  double at(const Key& key) const {
    const auto found = parts_.find(key);
    return found == parts_.end() ? 0 : found->second.value;
  }
  template <class Visit>
  void each(Visit&& visit) const {
    for (const auto& [key, part] : parts_) visit(key, part.value);
  }

 private:
  struct Part {
    double value = 0, terms = 0;
  };
  std::map<Key, Part> parts_;
};

// Combinations of rows that are zero, found by elimination. The rows with the fewest entries come first, so
// that a combination ends with the row that has most to lose.
template <class Key>
std::vector<CancellingSum<int>> dependences(const std::vector<CancellingSum<Key>>& rows,
                                            const std::vector<int>& order) {
  struct Pivot {
    Key entry;
    CancellingSum<Key> row;
    CancellingSum<int> of;
  };
  std::vector<Pivot> pivots;
  std::vector<CancellingSum<int>> zero;
  std::map<Key, double> size;
  for (const CancellingSum<Key>& row : rows)
    row.each([&](const Key& e, double value) { size[e] = std::max(size[e], std::fabs(value)); });
  for (const int i : order) {
    CancellingSum<Key> row = rows[static_cast<std::size_t>(i)];
    CancellingSum<int> of;
    of.add(i, 1);
    for (const Pivot& pivot : pivots) {
      const double value = row.at(pivot.entry);
      if (value == 0) continue;
      const double factor = -value / pivot.row.at(pivot.entry);
      row.add(pivot.row, factor);
      of.add(pivot.of, factor);
    }
    if (row.empty()) {
      zero.push_back(std::move(of));
      continue;
    }
    const Key* best = nullptr;
    double largest_part = 0;
    row.each([&](const Key& e, double value) {
      if (const double part = std::fabs(value) / size[e]; part > largest_part) {
        best = &e;
        largest_part = part;
      }
    });
    const Key entry = *best;
    pivots.push_back({entry, std::move(row), std::move(of)});
  }
  return zero;
}

}  // namespace trammel::analysis

#include "linalg/lu_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace trammel::linalg {
namespace {

constexpr double large_enough = 0.1;  // beside the largest in its column: |L| stays below 10

double size_of(LuOrder::Number x) { return std::fabs(x.real()) + std::fabs(x.imag()); }

// The two shortest of what is left; -1 where there is none.
std::array<int, 2> shortest(const std::vector<int>& left, const std::vector<int>& length) {
  int first = -1, second = -1;
  for (const int line : left)
    if (first < 0 || length[line] < length[first]) {
      second = first;
      first = line;
    } else if (second < 0 || length[line] < length[second]) {
      second = line;
    }
  return {first, second};
}

}  // namespace

void LuOrder::Lists::remove(int line, int at) {
  int* const first = place.data() + static_cast<std::size_t>(line) * width;
  int* const last = first + --length[line];
  *std::find(first, last, at) = *last;
}

struct LuOrder::Candidate {
  Pivot pivot = {};
  double fill = std::numeric_limits<double>::infinity(), share = 0;
  void offer(int row, int column, double its_fill, double its_share) {
    if (its_fill > fill || (its_fill == fill && its_share <= share)) return;
    pivot.row = row;
    pivot.column = column;
    fill = its_fill;
    share = its_share;
  }
};

LuOrder::LuOrder(int n)
    : width_(static_cast<std::size_t>(n)), value_(width_ * width_), present_(value_.size()), by_row_(n),
      by_column_(n) {
  for (auto* list : {&rows_, &columns_}) list->reserve(width_);
  others_.reserve(value_.size());
  pivots_.reserve(width_);
}

void LuOrder::clear() {
  std::fill(present_.begin(), present_.end(), char(0));
  for (Lists* lists : {&by_row_, &by_column_}) std::fill(lists->length.begin(), lists->length.end(), 0);
}

void LuOrder::set(int i, int j, Number value) {
  value_[at(i, j)] = value;
  present_[at(i, j)] = 1;
  by_row_.add(i, j);
  by_column_.add(j, i);
}

int LuOrder::choose() {
  for (auto* list : {&rows_, &columns_}) {
    list->resize(width_);
    std::iota(list->begin(), list->end(), 0);
  }
  pivots_.clear();
  others_.clear();
  while (!rows_.empty()) {
    const Pivot pivot = best();
    if (pivot.row < 0) return rows_[0];
    eliminate(pivot);
  }
  return -1;
}

LuOrder::Pivot LuOrder::best() const {
  Candidate best;
  for (const int j : shortest(columns_, by_column_.length))
    if (j >= 0 && best.fill > 0) look_down(j, best);
  if (best.fill > 0)
    for (const int i : shortest(rows_, by_row_.length))
      if (i >= 0) look_along(i, best);
  if (best.pivot.row < 0)  // all of these are zero as numbers
    for (const int j : columns_) look_down(j, best);
  return best.pivot;
}

double LuOrder::largest_in(int column) const {
  double largest = 0;
  for (const int* i = by_column_.begin(column); i != by_column_.end(column); ++i)
    largest = std::max(largest, size_of(value_[at(*i, column)]));
  return largest;
}

void LuOrder::look_down(int column, Candidate& best) const {
  const double largest = largest_in(column);
  if (!(largest > 0)) return;
  for (const int* i = by_column_.begin(column); i != by_column_.end(column); ++i)
    if (const double share = size_of(value_[at(*i, column)]) / largest; share >= large_enough)
      best.offer(*i, column, static_cast<double>(by_row_.length[*i] - 1) * (by_column_.length[column] - 1),
                 share);
}

void LuOrder::look_along(int row, Candidate& best) const {
  for (const int* j = by_row_.begin(row); j != by_row_.end(row); ++j) {
    const double fill = static_cast<double>(by_row_.length[row] - 1) * (by_column_.length[*j] - 1);
    const double size = size_of(value_[at(row, *j)]);
    if (!(size > 0) || fill > best.fill) continue;
    if (const double share = size / largest_in(*j); share >= large_enough) best.offer(row, *j, fill, share);
  }
}

void LuOrder::eliminate(Pivot pivot) {
  const int r = pivot.row, c = pivot.column;
  std::erase(rows_, r);
  std::erase(columns_, c);
  by_row_.remove(r, c);
  by_column_.remove(c, r);
  pivot.from = others_.size();
  pivot.upper = by_row_.length[r];
  pivot.lower = by_column_.length[c];
  others_.insert(others_.end(), by_row_.begin(r), by_row_.end(r));
  others_.insert(others_.end(), by_column_.begin(c), by_column_.end(c));
  pivots_.push_back(pivot);
  for (const int* j = by_row_.begin(r); j != by_row_.end(r); ++j) by_column_.remove(*j, r);
  for (const int* i = by_column_.begin(c); i != by_column_.end(c); ++i) by_row_.remove(*i, c);
  const Number inverse = 1.0 / value_[at(r, c)];
  for (const int* j = by_row_.begin(r); j != by_row_.end(r); ++j) {
    const Number factor = value_[at(r, *j)] * inverse;
    for (const int* i = by_column_.begin(c); i != by_column_.end(c); ++i) {
      const Number product = value_[at(*i, c)] * factor;
      if (present_[at(*i, *j)])
        value_[at(*i, *j)] -= product;
      else
        set(*i, *j, -product);
    }
  }
}

}  // namespace trammel::linalg

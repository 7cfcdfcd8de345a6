#include "linalg/pivot_order.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::linalg {
namespace {

constexpr double largest_factor = 10;  // |L| up to this counts as stable, the usual threshold 0.1 [DR83]

}  // namespace

struct PivotOrder::Merit {
  double factor = INFINITY;  // the largest |L| it leaves
  double fill = 0;
  bool better_than(const Merit& other) const {
    const bool good = factor <= largest_factor, other_good = other.factor <= largest_factor;
    if (good != other_good) return good;
    return good ? fill < other.fill || (fill == other.fill && factor < other.factor) : factor < other.factor;
  }
};

PivotOrder::PivotOrder(int n) : n_(n), a_(std::size_t(n) * n), present_(std::size_t(n) * n) {
  left_.reserve(std::size_t(n));
  below_.reserve(std::size_t(n) * n);
  pivots_.reserve(std::size_t(n));
}

void PivotOrder::clear() {
  std::fill(a_.begin(), a_.end(), 0.0);
  std::fill(present_.begin(), present_.end(), char(0));
}

int PivotOrder::choose() {
  left_.clear();
  below_.clear();
  pivots_.clear();
  for (int i = 0; i < n_; ++i) left_.push_back(i);
  while (!left_.empty()) {
    Pivot pivot = best();
    if (pivot.first < 0) return left_[0];
    eliminate(pivot);
    pivots_.push_back(pivot);
  }
  return -1;
}

PivotOrder::Merit PivotOrder::of_one(int r) {
  double below = 0;
  int count = 0;
  for (const int i : left_)
    if (i != r && there(i, r)) below = std::max(below, std::fabs(at(i, r))), ++count;
  const double pivot = std::fabs(at(r, r));
  return {pivot > 0 ? below / pivot : INFINITY, double(count) * count};
}

PivotOrder::Merit PivotOrder::of_two(int r, int s) {
  const double b = at(s, r), det = at(r, r) * at(s, s) - b * b;
  if (!(std::fabs(det) > 1e-14 * b * b)) return {};
  double factor = 0;
  int count = 0;
  for (const int i : left_) {
    if (i == r || i == s || (!there(i, r) && !there(i, s))) continue;
    ++count;
    factor = std::max({factor, std::fabs((at(s, s) * at(i, r) - b * at(i, s)) / det),
                       std::fabs((at(r, r) * at(i, s) - b * at(i, r)) / det)});
  }
  return {factor, double(count) * count};
}

PivotOrder::Pivot PivotOrder::best() {
  Pivot pivot;
  Merit merit;
  for (const int r : left_) {
    if (const Merit one = of_one(r); std::isfinite(one.factor) && one.better_than(merit))
      merit = one, pivot = {.first = r};
    for (const int s : left_)
      if (s > r && there(s, r))
        if (const Merit two = of_two(r, s); std::isfinite(two.factor) && two.better_than(merit))
          merit = two, pivot = {.first = r, .second = s};
  }
  return pivot;
}

void PivotOrder::eliminate(Pivot& pivot) {
  const int r = pivot.first, s = pivot.second;
  std::erase(left_, r);
  std::erase(left_, s);
  pivot.from = below_.size();
  for (const int i : left_)
    if (there(i, r) || (s >= 0 && there(i, s))) below_.push_back(i);
  pivot.count = static_cast<int>(below_.size() - pivot.from);
  const int* const rows = below(pivot);
  const double det = s < 0 ? at(r, r) : at(r, r) * at(s, s) - at(s, r) * at(s, r);
  for (int b = 0; b < pivot.count; ++b) {
    const int j = rows[b];
    const double lr = (s < 0 ? at(j, r) : at(s, s) * at(j, r) - at(s, r) * at(j, s)) / det;
    const double ls = s < 0 ? 0 : (at(r, r) * at(j, s) - at(s, r) * at(j, r)) / det;
    for (int a = 0; a < pivot.count; ++a) {
      const int i = rows[a];
      at(i, j) -= lr * at(i, r) + (s < 0 ? 0 : ls * at(i, s));
      there(i, j) = 1;
    }
  }
}

}  // namespace trammel::linalg

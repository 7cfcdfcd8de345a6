#include "linalg/pivot_order.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::linalg {
namespace {

constexpr double largest_factor = 10;  // |L| up to this counts as stable, the usual threshold 0.1 [DR83]

class Chooser {
 public:
  Chooser(int n, std::vector<double>& a, std::vector<char>& present) : n_(n), a_(a), present_(present) {
    for (int i = 0; i < n; ++i) left_.push_back(i);
  }

  std::vector<Pivot> choose(int& bad) {
    std::vector<Pivot> order;
    while (!left_.empty()) {
      const Pivot pivot = best();
      if (pivot.first < 0) {
        bad = left_[0];
        return {};
      }
      order.push_back(pivot);
      eliminate(order.back());
    }
    return order;
  }

 private:
  double& at(int i, int j) { return a_[static_cast<std::size_t>(j) * n_ + i]; }
  char& there(int i, int j) { return present_[static_cast<std::size_t>(j) * n_ + i]; }

  struct Merit {
    double factor = INFINITY;  // the largest |L| it leaves
    double fill = 0;
    bool better_than(const Merit& other) const {
      const bool good = factor <= largest_factor, other_good = other.factor <= largest_factor;
      if (good != other_good) return good;
      return good ? fill < other.fill || (fill == other.fill && factor < other.factor)
                  : factor < other.factor;
    }
  };

  Merit of_one(int r) {
    double below = 0;
    int count = 0;
    for (const int i : left_)
      if (i != r && there(i, r)) below = std::max(below, std::fabs(at(i, r))), ++count;
    const double pivot = std::fabs(at(r, r));
    return {pivot > 0 ? below / pivot : INFINITY, double(count) * count};
  }

  Merit of_two(int r, int s) {
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

  Pivot best() {
    Pivot pivot{.first = -1};
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

  void eliminate(Pivot& pivot) {
    const int r = pivot.first, s = pivot.second;
    std::erase(left_, r);
    std::erase(left_, s);
    for (const int i : left_)
      if (there(i, r) || (s >= 0 && there(i, s))) pivot.below.push_back(i);
    const double det = s < 0 ? at(r, r) : at(r, r) * at(s, s) - at(s, r) * at(s, r);
    for (const int j : pivot.below) {
      const double lr = (s < 0 ? at(j, r) : at(s, s) * at(j, r) - at(s, r) * at(j, s)) / det;
      const double ls = s < 0 ? 0 : (at(r, r) * at(j, s) - at(s, r) * at(j, r)) / det;
      for (const int i : pivot.below) {
        at(i, j) -= lr * at(i, r) + (s < 0 ? 0 : ls * at(i, s));
        there(i, j) = 1;
      }
    }
  }

  int n_;
  std::vector<double>& a_;
  std::vector<char>& present_;
  std::vector<int> left_ = {};
};

}  // namespace

std::vector<Pivot> choose_pivots(int n, std::vector<double>& a, std::vector<char>& present, int& bad) {
  return Chooser(n, a, present).choose(bad);
}

}  // namespace trammel::linalg

// certify/promise.hpp: what a run promises to keep, so that it is judged by that and by nothing else.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <vector>

namespace trammel::certify {

// One factor for all methods: sound runs leave residuals of up to 130 tolerances.
inline constexpr double K = 300;
// Of an equation's terms: at loose tolerances K of them would be a good part, and so would a drift that adds up.
inline constexpr double loosest = 0.1;

// A bound by its root: 1 means K tol, l >= 2 means tol^(1/l) times 10 (l = 2) or 100, for what a method meets
// at index level l only; 0 means that nothing is promised.
using Root = int;
double bound(Root root, double tolerance);

// Between accepted points bounds are wider by this factor, max(K tol, 100 tol^(3/4)) in all: polynomials of
// collocation methods have a lower order than the points that they pass through. Sound runs at 1e-9 reach
// 6000 tolerances there (radau5, gauss, phem56), at 1e-6 300.
double slack_between(double tolerance);

// Those of the derivatives 0, 1, .. of an equation. Derivatives beyond the degree of jets are not judged, so
// these need no memory of their own.
class Roots {
 public:
  static constexpr std::size_t most = 10;
  Roots() = default;
  Roots(std::size_t levels, Root all) : size_(std::min(levels, most)) { root_.fill(all); }
  Roots(std::initializer_list<Root> given) {
    for (const Root root : given) push_back(root);
  }
  void push_back(Root root) {
    if (size_ < most) root_[size_++] = root;
  }
  void set(std::size_t level, Root root) {
    if (level < size_) root_[level] = root;
  }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  Root operator[](std::size_t level) const { return root_[level]; }
  Root front() const { return root_.front(); }

 private:
  std::array<Root, most> root_ = {};
  std::size_t size_ = 0;
};

struct Promise {
  double tolerance = 1e-6;
  bool judged = true;  // false: measured and shown only (constant steps)
  bool dear =
      false;  // what is reported costs about as much as a part of a step: accepted points are sampled too
  // Per equation: the roots of its derivatives of the orders 0, 1, ..., as far as they are constraints on the
  // states. None: the equation is none, and its variables say how well it holds.
  std::vector<Roots> constraints = {};
  std::vector<Root> variables = {};  // per variable; empty: 1 for all
  // For the digits. Errors of steps are this power of the tolerance and add up; 0: they do not, or to nothing
  // that counts.
  double adds_up = 0;
  std::vector<double> tested =
      {};          // per variable: the size in whose units its errors are tested at least; empty: not known
  Root rates = 1;  // of derivatives, where they are slopes of polynomials of a lower order
  // Per variable: errors are this power of the tolerance, where the root above, a whole number, says too
  // much; empty: by the roots.
  std::vector<double> powers = {};
};

}  // namespace trammel::certify

// integrate/jumps.hpp: algebraic unknowns that jump.
//
// Where an input jumps (a switch, a step of a source), so do the algebraic unknowns that depend on it, and
// no step across that instant passes an error test of them, however small it is. It need not: an algebraic
// unknown (of index level 1, no derivative of it occurs) is whatever its equations say at the end of a step,
// so that a step whose other unknowns pass is as good as any. This lets such steps through once smaller ones
// have failed at the same place.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "base/span.hpp"
#include "system/system.hpp"

namespace trammel::integrate {

// Counts the steps that failed, until one has got past the point where they did. Smaller steps that end
// before a kink or a jump do succeed, and would go on approaching it for ever.
class Obstacle {
 public:
  void forget() {
    count_ = 0;
    t_ = std::numeric_limits<double>::infinity();
  }
  // t: how far the step would have looked. The obstacle stands before the nearest of them: longer steps that
  // are tried now and then, and fail while shorter ones get on, meet none.
  void failed(double t) {
    ++count_;
    t_ = std::min(t_, t);
  }
  void accepted(double t) {
    if (t >= t_) forget();
  }
  bool stands() const { return count_ >= most; }
  int count() const { return count_; }

 private:
  // A failed step is cut by 2 to 10. After six, it is at least 64 times shorter than one that had been
  // thought possible: a smooth problem is solved before that. With 4 or 9 one in 540 runs fails (docs/constants.md).
  static constexpr int most = 6;
  int count_ = 0;
  double t_ = std::numeric_limits<double>::infinity();
};

class Jumps {
 public:
  // tested: the unknowns in the error test, empty for all.
  void watch(const system::Residual& residual, std::span<const char> tested) {
    for (auto* each : {&algebraic_, &others_}) each->reserve(static_cast<std::size_t>(residual.size()));
    for (int j = 0; j < residual.size(); ++j) {
      algebraic_.push_back(residual.top(j) == 0);
      others_.push_back((tested.empty() || tested[static_cast<std::size_t>(j)]) && residual.top(j) > 0);
    }
    // States of second-order forms hold derivatives behind the unknowns.
    for (std::size_t i = others_.size(); i < tested.size(); ++i) others_.push_back(tested[i]);
    possible_ = std::ranges::any_of(algebraic_, [](char each) { return each != 0; });
  }
  // A step may jump only after 12 failures at one place, twice as many as let Newton's iteration cross a
  // kink: what smaller steps can solve, they shall. Or where there is hardly a smaller step: rates that are
  // left from a step across the jump may trouble the next ones.
  bool suspected(double h, double smallest) const {
    constexpr int most = 12;
    constexpr double hardly = 10;  // times the smallest step
    return possible_ && (obstacle_.count() >= most || h <= hardly * smallest);
  }
  std::span<const char> others() const { return others_; }
  void failed(double t) { obstacle_.failed(t); }
  void accepted(double t) { obstacle_.accepted(t); }
  void forget() { obstacle_.forget(); }
  // A new start behind the jump: the rates across it mean nothing. What seems to jump again in the very next step
  // moves at that rate, faster than the smallest steps resolve (an unknown that begins at zero, and time that has
  // fewer digits than it). Returned is whether it does.
  bool begin_anew(double from, double to, Out slope) {
    const bool moves = from == behind_;
    obstacle_.forget();
    behind_ = to;
    for (std::size_t j = 0; j < algebraic_.size() && !moves; ++j)
      if (algebraic_[j]) slope[j] = 0;
    return moves;
  }

 private:
  std::vector<char> algebraic_, others_;
  bool possible_ = false;
  double behind_ = std::numeric_limits<double>::quiet_NaN();  // where the last jump led to
  Obstacle obstacle_;
};

}  // namespace trammel::integrate

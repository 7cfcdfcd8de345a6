// integrate/level_history.hpp: x, x', .., x⁽ᵐ⁾ at the last nodes, and what polynomials through them say.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "base/span.hpp"
#include "integrate/state_levels.hpp"

namespace trammel::integrate {

class LevelHistory {
 public:
  static constexpr int kept = 10;  // nodes

  LevelHistory(int unknowns, int levels);
  void restart(double t, const StateLevels& x);
  void push(double t, const StateLevels& x);  // a new newest node

  int nodes() const { return nodes_; }
  double t(int i) const { return t_[i]; }  // the i-th back
  Vec level(int i, int k) const { return Vec(value_[slot_[i]][k]); }
  bool from_start() const { return from_start_; }  // the oldest node that is kept is the start

  // Values at t of the polynomial of this degree through the last nodes, per level of the history.
  void interpolate(double t, int degree, int level, Out to) const;
  // Data x at the nodes and, where there are too few of them, x', x'' at the start; or another level and
  // those above it.
  bool can_differ(int m, int level = 0) const {
    return m <= nodes_ + (from_start_ ? std::min(levels_ - level, 2) : 0);
  }
  // The r-th derivative at t_new + offset of the polynomial of degree m through x_new at t_new and the last m
  // data.
  void derivative(double t_new, Vec x_new, int m, int r, double offset, Out to, int level = 0) const;
  void difference(double t_new, Vec x_new, int m, Out to, int level = 0) const {
    derivative(t_new, x_new, m, m, 0, to, level);
  }
  // The value at t_new of the polynomial of degree m − 1 through the last m data: what is expected there.
  void extrapolate(double t_new, int m, Out to) const;

 private:
  static constexpr int most = kept + 3;
  using Weights = std::array<double, most>;
  // Weights of m data so that Σ = the r-th derivative at t_new + offset for polynomials; with x_new, or
  // without.
  Weights weigh(double t_new, int m, bool with_new, int r, double offset) const;
  // The same in closed form, where values alone are the data.
  Weights weigh_values(double t_new, int m, bool with_new, int r, double offset) const;
  void sum(double t_new, Vec x_new, int m, int r, double offset, int level, Out to) const;

  int levels_, nodes_ = 0;
  bool from_start_ = false;
  std::array<double, kept> t_{};
  std::array<int, kept> slot_{};
  std::vector<std::vector<std::vector<double>>> value_;  // by slot and level
};

}  // namespace trammel::integrate

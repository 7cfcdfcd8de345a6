// integrate/level_history.hpp: x, x', .., x⁽ᵐ⁾ at the last nodes, and what polynomials through them say.
#pragma once

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
  // Data x at the nodes and, where there are too few of them, x', x'' at the start.
  bool can_differ(int m) const { return m <= nodes_ + (from_start_ ? 2 : 0); }
  // The m-th derivative of the polynomial of degree m through x_new at t_new and the last m data.
  void difference(double t_new, Vec x_new, int m, Out to) const;
  // The value at t_new of the polynomial of degree m − 1 through the last m data: what is expected there.
  void extrapolate(double t_new, int m, Out to) const;

 private:
  static constexpr int most = kept + 3;
  // Weights of the data so that Σ = the m-th derivative (`value`: the value at t_new) for polynomials.
  void weigh(double t_new, int m, bool value) const;
  void sum(double t_new, Vec x_new, int m, bool value, Out to) const;

  int nodes_ = 0;
  bool from_start_ = false;
  std::array<double, kept> t_{};
  std::array<int, kept> slot_{};
  std::vector<std::vector<std::vector<double>>> value_;  // by slot and level
  mutable std::array<double, most> weight_{};
};

}  // namespace trammel::integrate

// integrate/level_formula.hpp: backward differentiation of higher derivatives, on any history of steps and
// orders.
//
// x⁽⁰⁾ at t_n is the unknown. Level j+1 follows from level j at the last k+1 nodes,
//
//   x⁽ʲ⁺¹⁾_n = Σ_{i=0..k} w_i x⁽ʲ⁾_{n−i}.
//
// Ordinary BDF has the same weights c_i on every level. That is wrong by O(h^(k−j)) after a change of step or
// order, because x⁽ʲ⁾_{n−i} is no derivative but what some formula made of older values, and its error jumps.
// The modified formulas [Wun05, (3.20)-(3.28)] take into account how each x⁽ʲ⁾_{n−i} was made. Let L_{j,m} be
// the functional that turns a function into the level-j value at node m. The weights are those for which
//
//   Σ_i w_i L_{j,n−i}[(t − t_n)^p] = (j+1)! if p = j+1, else 0,    p = j .. j+k.                       (1)
//
// Of every node and level only the moments L_{j,m}[(t − t_m)^r] are kept. For j = 0 this is ordinary BDF, for
// j = 1 the formulas of [Wun05, Table 3.3], for any j those of Sand [Wun05, (3.22)].
//
// That x⁽⁰⁾ is smooth and x⁽¹⁾ is not holds where constraints are on x⁽⁰⁾, index d+1, which is what the
// theorem [Wun05, 3.3.3] is about. Where they are on x⁽ᵉ⁾, index d+1−e [Wun05, (3.14)], it is x⁽ᵉ⁾ that is
// smooth, and x⁽ᵉ⁻¹⁾ pays for what BDF errs by: level e, the base, is taken as exact in (1), and formulas are
// modified from there. (With base 0 λ would lose an order at index 2.) Below it BDF is ordinary, with as high
// an order K = k+d−e−1 as x⁽ᵉ⁾ needs: the slope of x⁽ᵉ⁻¹⁾ jumps by O(h^K), a constraint hands that on, and it
// is differentiated d−e times in λ.
//
// Where constraints on several derivatives meet in one model, no level is smooth in all directions. Then
// formulas are ordinary and of falling order: level j+1 follows from level j by BDF of order k+d−1−j. What
// x⁽ʲ⁾ errs by, whichever of them pays for it, jumps by O(h^(k+d−j)), and O(h^k) is left in x⁽ᵈ⁾.
#pragma once

#include <array>
#include <vector>

#include "base/span.hpp"

namespace trammel::integrate {

// In extended precision for the weights of steps; in double precision, which is several times as fast, for those that
// are only looked at in advance (admits).
template <class Number>
class LevelFormulaOf {
 public:
  static constexpr int highest = 6;         // order
  static constexpr int deepest = 4;         // levels: x', x'', ..
  static constexpr int kept = highest + 2;  // nodes

  // levels: how many derivatives are formed, 1 .. deepest.
  // falling: ordinary formulas of orders that fall from level to level.
  explicit LevelFormulaOf(int levels, bool modified = true, int base = 0, bool falling = false)
      : levels_(levels), base_(base), moments_(highest + levels + 1), modified_(modified), falling_(falling) {
  }

  template <class Other>
  explicit LevelFormulaOf(const LevelFormulaOf<Other>& other);

  // A node whose levels are all exact derivatives; nothing is known before it.
  void restart(double t);
  // The weights of a step to t of order k, which needs k nodes; false if the history makes them singular.
  bool set(double t, int k);
  void accept();  // the node of the last set() joins the history

  int levels() const { return levels_; }
  int nodes() const { return nodes_; }                        // known ones, up to `kept`
  int order() const { return order_; }                        // of the last set()
  int order(int level) const { return level_order_[level]; }  // of the formula for the level above
  double node(int i) const { return known(i).t; }             // the i-th known one back
  Vec weights(int level) const {
    return Vec(weight_[level]).first(static_cast<std::size_t>(level_order_[level]) + 1);
  }
  // L_{j,n}[(t − t_n)^r] of the new node: what level j errs by is Σ_{r>k} of these times y⁽ʳ⁾/r!.
  double moment(int level, int r) const { return static_cast<double>(next_.moment[level][r]); }

  // 0.2 ≤ w_0/c_0 ≤ 2.5 and Σ|w_i| ≤ 4 Σ|c_i| on every level: far from the singular histories, and the order
  // ramp 1, 2, .. from a start stays inside.
  bool moderate() const;
  // Whether a step of length h and order k, followed by 2k+1 equal ones of the same order, would have
  // moderate weights all along, and companion matrices whose product stays bounded.
  bool admits(double h, int k) const;

 private:
  static constexpr int powers = highest + deepest + 1;
  template <class Other>
  friend class LevelFormulaOf;
  using Powers = std::array<Number, powers>;
  struct Node {
    double t = 0;
    std::array<Powers, deepest + 1> moment{};
    // Moments of level j are 0 but for the j-th and those from here on: what the formula is not exact for.
    std::array<int, deepest + 1> tail{};
  };
  const Node& known(int i) const { return node_[slot_[i]]; }
  // L[(t − t_n)^p] for all powers p from the level on; shift: the powers of t_m − t_n.
  void functionals(const Node& node, int level, const Powers& shift, Powers& to) const;
  bool weigh(int level, int k, Number h, const std::array<Powers, highest + 1>& L);
  void weigh_ordinary(int level, int k, double t);
  bool exact_from_below(int level) const { return falling_ || (modified_ && level < base_); }
  int order_below(int level, int k) const;

  int levels_, base_, moments_;  // of nodes: as many as the highest order needs
  bool modified_, falling_;
  int nodes_ = 0, order_ = 0;
  std::array<Node, kept> node_{};
  std::array<signed char, kept> slot_{};  // of the nodes, newest first
  Node next_;
  std::array<std::array<double, highest + 1>, deepest> weight_{};
  std::array<int, deepest> level_order_{};
};

using LevelFormula = LevelFormulaOf<long double>;
extern template class LevelFormulaOf<long double>;
extern template class LevelFormulaOf<double>;

}  // namespace trammel::integrate

// experiments/wun05_levels.hpp: BDF by levels on steps that are given: y⁽⁰⁾ -> y⁽¹⁾ -> ... -> y⁽ᵈ⁾, each the
// BDF derivative of the one before. [Wun05, chapters 2 and 3]
//
// Ordinary BDF takes the same weights on every level. The modified formula knows how the values of a level
// were made: with L_{j,m} the functional that maps a function to the value of level j at t_m that the code
// would make of its exact values, the weights of level j + 1 satisfy
//
//   Σ_{i=0..k} w_i L_{j,n-i}[(t - t_n)^p] = (j+1)! if p = j + 1, else 0,     p = j, .., j + k.     (3.26),
//   (3.22)
//
// So no case distinction by history is needed; the moments L_{j,m}[(t - t_m)^r] are kept per node.
#pragma once

#include <array>
#include <functional>
#include <vector>

namespace trammel::experiments {

using Real = long double;  // steps of 8e-6: rounding of positions is divided by h²

class LevelWeights {
 public:
  LevelWeights(int levels, bool modified) : levels_(levels), modified_(modified) {}

  void exact(Real t);            // a node whose values are exact on all levels
  void step(Real t, int order);  // a node that BDF of this order makes
  // Of the last node: w[j][i] takes level j at node n - i to level j + 1 at node n.
  const std::vector<std::vector<Real>>& weights() const { return weights_; }
  Real time(int back = 0) const { return nodes_[nodes_.size() - 1 - back].t; }

 private:
  static constexpr int moments = 12;
  struct Node {
    Real t;
    std::vector<std::array<Real, moments>> mu;  // per level
  };
  Real functional(int level, const Node& node, Real about, int power) const;

  int levels_;
  bool modified_;
  std::vector<Node> nodes_;
  std::vector<std::vector<Real>> weights_;
};

// y⁽ᵈ⁾ = f(t, y, .., y⁽ᵈ⁻¹⁾, λ), 0 = y1² + y2² - 1: a point on a circle.
using Plane = std::array<Real, 2>;
struct TrackProblem {
  int d = 2;
  std::function<Plane(Real t, const std::vector<Plane>& levels, Real lambda)> f;
  std::function<Plane(Real t, int derivative)> exact;
  std::function<Real(Real t)> lambda;
};
TrackProblem circular_track();  // y'' = (2 y2 + λ y1, -2 y1 + λ y2), y = (sin t², cos t²), λ = -4t² (2.31)
TrackProblem third_order();     // y''' = F(t) + (λ + 4t²) y with the same solution

struct TrackErrors {
  std::vector<Real> lambda, y;  // at every step
};
// From exact values of all levels at t0; order(n) of step n = 1, 2, ...
TrackErrors follow(const TrackProblem& problem, Real t0, const std::vector<Real>& steps,
                   const std::function<int(int)>& order, bool modified);
// Order k throughout: positions at the first 2k nodes are exact, velocities there are made by BDF_k, so that
// the whole history is of order k.
TrackErrors follow_pure(const TrackProblem& problem, Real t0, const std::vector<Real>& steps, int k,
                        bool modified);

}  // namespace trammel::experiments

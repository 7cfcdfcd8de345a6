// system/passage.hpp: slopes and constraints at a configuration where their equations lose rank.
//
// Two branches of the constraint manifold meet at such a point. Along its own branch a motion is smooth, and so
// are the highest derivatives as functions on the branch; only the equations for them become 0/0. So where those
// are too near to that, values are read off a curve through the point, in the direction of motion:
//
//   z(τ) = P(z + τ z' + ½ τ² z''),  P: onto the constraints,  τ = ±r, ±2r, ±3r, ±4r,
//
// (z'' of coordinates alone, from tops near by) where the equations are regular. All that is smooth on the
// branch is a smooth function of τ, and the polynomial through its values tells it at τ = 0: the tops, and
// the point P(z) itself. Nothing is asked about why the rank is lost, or of which constraints; no derivative
// is needed beyond those of the equations.
//
// That fails, and says why, where the motion is not determined: a side on which no point satisfies the
// constraints (a cusp, a lock-up), values on both sides that do not fit together, a direction in which the
// matrix is singular to a higher order (branches that touch, a mechanism at rest).
#pragma once

#include <vector>

#include "base/span.hpp"

namespace trammel::system {

class Passage {
 public:
  // What the equations say at regular points.
  class Terrain {
   public:
    virtual ~Terrain() = default;
    // Moves z onto the constraints and solves for the tops there. `regularity`: how far from singular, 1 at
    // the best point so far. False: there is no such point, or no solution.
    virtual bool look(double t, Out z, Out top, double& regularity) = 0;
    // Of the last point, from a singular matrix, in some unit. Regularity goes by pivots, of which one may fall
    // like the distance of a constraint from losing rank or like its square; this falls like its square.
    virtual double distance() = 0;
    // z' without the tops, which are given.
    virtual void direction(Vec z, Vec top, Out dz) const = 0;
    virtual double size(std::size_t component) const = 0;      // of z: at which it counts as zero
    virtual bool known_rate(std::size_t component) const = 0;  // z' is part of z
    virtual double time_unit() const = 0;
  };
  enum class Verdict {
    passed,
    ends,        // no points of the constraints on one side
    not_smooth,  // the two sides do not fit together
    tangent,     // singular to a higher order: branches touch, or nothing moves
    regular      // it is as singular all around
  };

  Passage(std::size_t states, std::size_t tops);

  // `near`: the regularity below which points are left to this; `slope`: tops near by, for directions.
  Verdict at(Terrain& terrain, double t, Vec z, Vec slope, double near);
  Vec top() const { return top_; }      // there
  Vec point() const { return point_; }  // P(z)
  // A regular point near z, in the direction of motion; false if there is none. It is in point() and top().
  bool step_aside(Terrain& terrain, double t, Vec z, Vec slope, double much_better, double here);
  // Regularity around that z fell like the distance, not like its square: masses are missing in the direction that
  // constraints leave open there.
  bool falls_linearly() const { return linear_; }

 private:
  struct Node {
    double tau = 0, regularity = 0, distance = 0, moved = 0;  // moved: by P, in units of the way from z
    bool found = false;
    std::vector<double> z, top;
  };
  static constexpr int reach = 4;  // nodes on each side
  Node& node(int k) { return nodes_[static_cast<std::size_t>(k < 0 ? k + reach : k + reach - 1)]; }
  void set_out(const Terrain& terrain, Vec z, Vec slope);
  void look(Terrain& terrain, double t, Vec z, Node& node, double tau);
  double time_scale(const Terrain& terrain, double t, Vec z) const;
  bool find_distance(Terrain& terrain, double t, Vec z, double near);
  void interpolate(int within, Out top, Out point);
  bool grows_without_bound(std::size_t i, double nothing) const;
  bool fit(const Terrain& terrain, double t);

  std::vector<Node> nodes_;
  std::vector<double> direction_, bend_, guess_, top_, point_, other_top_, other_point_;
  double r_ = 0;
  struct Pole {
    double t = 0, r = 0;  // when slopes were seen to grow without bound, and how far from there
  } pole_;
  int ends_ = 0;         // sides on which nothing was found
  bool linear_ = false;  // falls_linearly()
};

}  // namespace trammel::system

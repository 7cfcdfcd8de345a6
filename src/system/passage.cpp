#include "system/passage.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::system {
namespace {

// Distance of the first node, in time scales: those are estimates, and may be far too small.
constexpr double shortest = 1e-9, first = 1e-3, longest = 1e6;
constexpr double step = 1.5;        // from one try to the next
constexpr double better = 9;        // regularity of the first nodes beside the limit
constexpr double rounding = 1e-11;  // pivots that rounding may leave of equations that follow from others
constexpr double small_correction = 0.3;  // what P may do, beside the way from z

}  // namespace

Passage::Passage(std::size_t states, std::size_t tops)
    : nodes_(2 * reach), direction_(states), bend_(states), guess_(states), top_(tops), point_(states),
      other_top_(tops), other_point_(states) {
  for (Node& node : nodes_) {
    node.z.resize(states);
    node.top.resize(tops);
  }
}

void Passage::look(Terrain& terrain, double t, Vec z, Node& node, double tau) {
  node.tau = tau;
  double way = 0, moved = 0;
  for (std::size_t i = 0; i < z.size(); ++i)
    node.z[i] = guess_[i] = z[i] + tau * (direction_[i] + 0.5 * tau * bend_[i]);
  node.found = terrain.look(t + tau, node.z, node.top, node.regularity);
  if (!node.found) return;
  node.distance = terrain.distance();
  for (std::size_t i = 0; i < z.size(); ++i) {
    if (!terrain.known_rate(i)) continue;
    const double step = tau * direction_[i] / terrain.size(i),
                 off = (node.z[i] - guess_[i]) / terrain.size(i);
    way += step * step;
    moved += off * off;
  }
  node.moved = way > 0 ? std::sqrt(moved / way) : 0;
}

// z' and, of what has its rate in z, z''.
void Passage::set_out(const Terrain& terrain, Vec z, Vec slope) {
  terrain.direction(z, slope, direction_);
  for (std::size_t i = 0; i < z.size(); ++i) bend_[i] = terrain.known_rate(i) ? direction_[i + 1] : 0;
}

// The time in which the state would change by its own size.
double Passage::time_scale(const Terrain& terrain, double t, Vec z) const {
  double rate = 0;
  for (std::size_t i = 0; i < z.size(); ++i)
    rate = std::max(rate, std::fabs(direction_[i]) / std::max(std::fabs(z[i]), terrain.size(i)));
  // Sizes are estimates, which may be far too large where a start is singular.
  const double longest_scale = 10 * std::max(terrain.time_unit(), 0.01 * std::fabs(t));
  return rate > 0 ? std::min(1 / rate, longest_scale) : 0.1 * longest_scale;
}

// Far enough for regular equations, and for P to be a small correction; no farther, for the polynomial's sake: the
// nearest distance that serves, from a first one that may be too near or too far.
bool Passage::find_distance(Terrain& terrain, double t, Vec z, double near) {
  enum class Way { open, nearer, farther } way = Way::open;
  const double scale = time_scale(terrain, t, z);
  bool found[2] = {false, false}, serves = false;
  double r = r_ > 0 ? r_ / step : first * scale, last = 0;
  while (r <= longest * scale && r >= shortest * scale) {
    bool regular = true, straight = true;
    last = r;
    for (const int side : {-1, 1}) {
      look(terrain, t, z, node(side), side * r);
      const bool here = node(side).found && node(side).moved <= small_correction;
      found[side > 0] |= here;
      straight = straight && here;
      regular = regular && node(side).found && node(side).regularity >= better * near;
    }
    if (regular && straight) {
      r_ = r;
      serves = true;
    }
    if ((way == Way::farther && serves) || (way == Way::nearer && !regular)) break;
    if (way == Way::open) way = regular ? Way::nearer : Way::farther;
    r = way == Way::nearer ? r / step : r * step;
  }
  if (serves && last != r_)
    for (const int side : {-1, 1}) look(terrain, t, z, node(side), side * r_);
  ends_ = !found[0] + !found[1];
  return serves;
}

// Lagrange's formula at τ = 0, with the nodes that were found.
void Passage::interpolate(int within, Out top, Out point) {
  std::ranges::fill(top, 0.0);
  std::ranges::fill(point, 0.0);
  for (int k = -within; k <= within; ++k) {
    if (k == 0 || !node(k).found) continue;
    double weight = 1;
    for (int l = -within; l <= within; ++l)
      if (l != 0 && l != k && node(l).found) weight *= node(l).tau / (node(l).tau - node(k).tau);
    for (std::size_t j = 0; j < top.size(); ++j) top[j] += weight * node(k).top[j];
    for (std::size_t i = 0; i < point.size(); ++i) point[i] += weight * node(k).z[i];
  }
}

// A slope that grows like 1/τ or faster from both sides leads to no point behind: what a polynomial makes of
// it between them is nothing. (The slopes stand in the nodes.) That of 1/τ² differs by 6 % of the largest
// from one polynomial to the next, that of 1/τ not at all. Only the nearest nodes are asked: along such a
// slope the others are far from any solution.
bool Passage::grows_without_bound(std::size_t i, double nothing) const {
  constexpr int asked = 3;
  constexpr double faster = 0.7, alike = 4;  // than 1/τ, a little beside its zero; the two sides
  double nearest[2] = {0, 0};
  for (int k = 1; k <= asked; ++k)
    for (const int side : {-1, 1}) {
      const Node& one = nodes_[static_cast<std::size_t>(side < 0 ? reach - k : reach + k - 1)];
      if (!one.found) return false;
      const double here = std::fabs(one.z[i]);
      if (k == 1) nearest[side > 0] = here;
      if (k > 1 && !(nearest[side > 0] > std::pow(k, faster) * here)) return false;
    }
  return std::min(nearest[0], nearest[1]) > nothing && nearest[0] < alike * nearest[1] &&
         nearest[1] < alike * nearest[0];
}

// Do slopes and points of fewer nodes say the same?
bool Passage::fit(const Terrain& terrain, double t) {
  constexpr double agree = 1e-2, noise = 1e-6;  // of the largest on the way
  interpolate(reach - 1, other_top_, other_point_);
  interpolate(reach, top_, point_);
  for (std::size_t i = 0; i < point_.size(); ++i) {
    double size = 0;
    for (int k = -reach; k <= reach; ++k)
      if (k != 0 && node(k).found) size = std::max(size, std::fabs(node(k).z[i]));
    if (!(std::fabs(point_[i] - other_point_[i]) <= agree * std::max(size, terrain.size(i)))) return false;
  }
  terrain.direction(point_, top_, direction_);
  terrain.direction(point_, other_top_, other_point_);
  for (Node& one : nodes_)  // its point has done its service
    if (one.found) terrain.direction(one.z, one.top, one.z);
  for (std::size_t i = 0; i < point_.size(); ++i) {
    double size = 0;
    for (const Node& one : nodes_)
      if (one.found) size = std::max(size, std::fabs(one.z[i]));
    const double nothing =
        noise * terrain.size(i) / terrain.time_unit();  // what rests has rounding for a slope
    if (!(std::fabs(direction_[i] - other_point_[i]) <= 10 * agree * std::max(size, nothing))) return false;
    if (grows_without_bound(i, nothing)) {
      pole_ = {.t = t, .r = r_};
      return false;
    }
  }
  return true;
}

Passage::Verdict Passage::at(Terrain& terrain, double t, Vec z, Vec slope, double near) {
  // Nearer to a pole the state itself has grown, and hides that its slopes do.
  if (std::fabs(t - pole_.t) < reach * pole_.r) return Verdict::not_smooth;
  set_out(terrain, z, slope);
  if (!find_distance(terrain, t, z, near)) return ends_ > 0 ? Verdict::ends : Verdict::regular;
  for (int k = 2; k <= reach; ++k)
    for (const int side : {-1, 1}) look(terrain, t, z, node(side * k), side * k * r_);
  for (const int side : {-1, 1})
    if (!node(2 * side).found) return Verdict::ends;
  // The distance from a singular matrix grows like τ² at a crossing, like τ⁴ or faster where branches touch: on
  // both sides, and as far as it is looked at.
  const auto touch = [&](int side) {
    const double first = node(side).distance;
    return node(3 * side).found && node(2 * side).distance > 8 * first &&
           node(3 * side).distance > 27 * first;
  };
  if (node(1).regularity + node(-1).regularity < 0.2 && touch(1) && touch(-1)) return Verdict::tangent;
  return fit(terrain, t) ? Verdict::passed : Verdict::not_smooth;
}

bool Passage::step_aside(Terrain& terrain, double t, Vec z, Vec slope, double much_better, double here) {
  set_out(terrain, z, slope);
  // The best there is, not the first that is better: that may be next to the singular configuration, and the measure
  // of all others would be too small. Far beyond the best one nothing is looked for.
  constexpr double quadruple = 4, much_farther = 64;
  const double scale = time_scale(terrain, t, z);
  constexpr double between = 1.5, still_small = 0.1;  // powers 1 and 2
  double best = std::max(much_better * here, rounding), where = 0, nearest = 0, distance = 0;
  bool asked = false;
  for (double r = first * scale; r <= longest * scale && (where == 0 || r <= much_farther * std::fabs(where));
       r *= quadruple)
    for (const int side : {-1, 1}) {
      Node& there = node(side);
      look(terrain, t, z, there, side * r);
      if (there.found && side > 0 && !asked) {
        asked = nearest > rounding;
        // Of pivots two may share the distance of the matrix from a singular one: that tells.
        const double risen = there.distance / distance;
        if (asked && there.regularity < still_small)
          linear_ = there.regularity < std::pow(quadruple, between) * nearest &&
                    risen < std::pow(quadruple, between) && risen > std::pow(quadruple, 2 - between);
        nearest = there.regularity;
        distance = there.distance;
      }
      if (!there.found || !(there.regularity > best)) continue;
      best = there.regularity;
      where = side * r;
    }
  if (where == 0) return false;
  Node& there = node(1);
  look(terrain, t, z, there, where);
  std::ranges::copy(there.z, point_.begin());
  std::ranges::copy(there.top, top_.begin());
  return there.found;
}

}  // namespace trammel::system

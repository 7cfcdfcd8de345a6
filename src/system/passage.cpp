#include "system/passage.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::system {
namespace {

// Distance of the first node, in time scales: those are estimates, and may be far too small.
constexpr double shortest = 1e-3, longest = 1e6;
constexpr double better = 9;      // regularity of the first nodes beside the limit
constexpr double straight = 0.3;  // what P may do, beside the way from z

}  // namespace

Passage::Passage(std::size_t states, std::size_t tops)
    : nodes_(2 * reach), direction_(states), top_(tops), point_(states), other_top_(tops),
      other_point_(states) {
  for (Node& node : nodes_) {
    node.z.resize(states);
    node.top.resize(tops);
  }
}

void Passage::look(Terrain& terrain, double t, Vec z, Node& node, double tau) {
  node.tau = tau;
  double way = 0, moved = 0;
  for (std::size_t i = 0; i < z.size(); ++i) node.z[i] = z[i] + tau * direction_[i];
  node.found = terrain.look(t + tau, node.z, node.top, node.regularity);
  if (!node.found) return;
  node.distance = terrain.distance();
  for (std::size_t i = 0; i < z.size(); ++i) {
    if (!terrain.known_rate(i)) continue;
    const double step = tau * direction_[i] / terrain.size(i),
                 off = (node.z[i] - z[i] - tau * direction_[i]) / terrain.size(i);
    way += step * step;
    moved += off * off;
  }
  node.moved = way > 0 ? std::sqrt(moved / way) : 0;
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

// Far enough for regular equations, and for P to be a small correction; no farther, for the polynomial's sake.
bool Passage::find_distance(Terrain& terrain, double t, Vec z, double near) {
  const double scale = time_scale(terrain, t, z);
  double r = std::clamp(r_ / 4, shortest * scale, longest * scale);  // it may have been too far last time
  bool found[2] = {false, false};
  for (; r <= longest * scale; r *= 2) {
    for (const int side : {-1, 1}) {
      look(terrain, t, z, node(side), side * r);
      found[side > 0] |= node(side).found && node(side).moved <= straight;
    }
    if (node(-1).found && node(1).found &&
        std::min(node(-1).regularity, node(1).regularity) >= better * near &&
        std::max(node(-1).moved, node(1).moved) <= straight) {
      r_ = r;
      return true;
    }
  }
  ends_ = !found[0] + !found[1];
  return false;
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

// Do slopes and points of fewer nodes say the same?
bool Passage::fit(const Terrain& terrain) {
  constexpr double agree = 1e-2;  // of the largest on the way
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
    if (!(std::fabs(direction_[i] - other_point_[i]) <= 10 * agree * size)) return false;
  }
  return true;
}

Passage::Verdict Passage::at(Terrain& terrain, double t, Vec z, Vec slope, double near) {
  terrain.direction(z, slope, direction_);
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
  if (node(1).regularity + node(-1).regularity < 0.02 && touch(1) && touch(-1)) return Verdict::tangent;
  return fit(terrain) ? Verdict::passed : Verdict::not_smooth;
}

bool Passage::step_aside(Terrain& terrain, double t, Vec z, Vec slope, double much_better, double here) {
  terrain.direction(z, slope, direction_);
  const double scale = time_scale(terrain, t, z);
  for (double r = shortest * scale; r <= longest * scale; r *= 4)
    for (const int side : {-1, 1}) {
      Node& there = node(side);
      look(terrain, t, z, there, side * r);
      if (!there.found || !(there.regularity > much_better * here)) continue;
      std::ranges::copy(there.z, point_.begin());
      std::ranges::copy(there.top, top_.begin());
      return true;
    }
  return false;
}

}  // namespace trammel::system

// system/passage_ring.cpp: what is at a place where the constraints are nearly dependent, and f^ there from points
// around it.
#include <algorithm>
#include <cmath>

#include "system/passage.hpp"

namespace trammel::system {
namespace {

// Distances r of a ring, in times in which something moves by its own size. Rounding errors of f^ grow like
// r⁻², errors of the interpolation like 20 r⁸. It is made larger until its points are as far away as `clear_of_it`.
constexpr double smallest_ring = 4e-3, largest_ring = 3.2e-2, tiniest_ring = 2e-5, first_ring = 1.6e-2,
                 clear_of_it = 0.03;
constexpr std::array<double, 8> ring_nodes = {-9, -7, -5, -3, 3, 5, 7, 9};
constexpr std::array<std::size_t, 2> inner_nodes = {3, 4}, last_nodes = {0, 7};
constexpr std::array<std::size_t, 6> outer_nodes = {0, 1, 2, 5, 6, 7};
// The state is inside if it is nearer by this factor than the first points on either side: |distance| < r.
constexpr double inside_by = 3;
// Nearness at 9r beside that at 3r: 3 times at a simple zero of the constraint's gradient, 9 at a double one.
constexpr double double_zero = 5.2;
constexpr double node_moves = 0.5;  // a point may be moved by so much of its distance
constexpr double no_gap = 1e-9;     // of what a constraint changes by if a state moves by its own size

}  // namespace

// The way along which the points are looked for, a polynomial of the third degree in time. At first only the
// velocities among the states are known; what has none goes on as it went last.
void Passage::aim(Vec z, int pass) {
  const std::vector<Part>& parts = ode_.state();
  for (std::size_t i = parts.size(); i-- > 0;) {
    const bool last = i + 1 == parts.size() || parts[i + 1].unknown != parts[i].unknown;
    if (!last) {
      direction_[i] = z[i + 1];
      bend_[i] = direction_[i + 1];
      twist_[i] = bend_[i + 1];
    } else {
      direction_[i] = pass > 0 ? ring_.rate[i] : parts[i].derivative == 0 ? slope_[i] : 0;
      bend_[i] = pass > 1 ? ring_.change[i] : 0;
      twist_[i] = 0;
    }
  }
}

// The time in which a position moves by its own size; infinite at rest.
double Passage::slowness(Vec z) const {
  double fastest = 0;
  for (std::size_t i = 0; i < z.size(); ++i)
    if (ode_.state()[i].derivative == 0)
      fastest = std::max(
          fastest, std::fabs(direction_[i]) / std::max(ode_.nominal(static_cast<int>(i)), std::fabs(z[i])));
  return 1 / fastest;
}

// So slow that the way turns round between the points: then it is not known better than by its velocity.
bool Passage::turns_round(Vec z, double far) const {
  double straight = 0, bent = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double size = std::max(ode_.nominal(static_cast<int>(i)), std::fabs(z[i]));
    if (ode_.state()[i].derivative != 0) continue;
    straight = std::max(straight, std::fabs(far * direction_[i]) / size);
    bent = std::max(bent, std::fabs(far * far / 2 * bend_[i]) / size);
  }
  return bent > 0.5 * straight;
}

bool Passage::make_node(std::size_t k, double t, Vec z, double r) {
  const double ahead = ring_nodes[k] * r;
  std::vector<double>& node = ring_.z[k];
  for (std::size_t i = 0; i < z.size(); ++i)
    node[i] = z[i] + ahead * (direction_[i] + ahead / 2 * (bend_[i] + ahead / 3 * twist_[i]));
  if (!lift(t + ahead, node) || !ode_.derivative(t + ahead, node, ring_.slope[k])) return false;
  ring_.near[k] = by_response();
  std::ranges::copy(ode_.top(), ring_.top_at[k].begin());
  double far = 0, moved = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double size = std::max(ode_.nominal(static_cast<int>(i)), std::fabs(z[i]));
    if (ode_.state()[i].derivative != 0) continue;
    const double guess = ahead * (direction_[i] + ahead / 2 * (bend_[i] + ahead / 3 * twist_[i]));
    far = std::max(far, std::fabs(ahead * direction_[i]) / size);
    moved = std::max(moved, std::fabs(node[i] - z[i] - guess) / size);
  }
  return moved <= node_moves * far;
}

// The points at this distance. `again`: the distance may be chosen anew, so those far away are not needed where
// those next to the state are too near to the singular point still.
Passage::Reach Passage::make_ring(double t, Vec z, double r, bool again) {
  double next = 0;
  int before = 0, behind = 0;
  for (const std::size_t k : inner_nodes) {
    ring_.good[k] = make_node(k, t, z, r);
    if (ring_.good[k]) next = std::max(next, ring_.near[k]);
  }
  if (again && next > 0 && next < clear_of_it * best_) return Reach::too_near;
  for (const std::size_t k : outer_nodes) ring_.good[k] = make_node(k, t, z, r);
  for (std::size_t k = 0; k < nodes; ++k)
    if (ring_.good[k]) ++(k < nodes / 2 ? before : behind);
  return before >= 2 && behind >= 2 ? Reach::good : Reach::too_far;
}

// Are the constraints independent a little off, in some direction?
bool Passage::regular_beside(double t, Vec z) {
  constexpr double off = 1e-2, independent = 1e-4;
  std::vector<double>& node = ring_.z[0];
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double part = 2 * std::fmod(0.6180339887498949 * static_cast<double>(i + 4), 1.0) - 1;
    const double size = std::max(ode_.nominal(static_cast<int>(i)), std::fabs(z[i]));
    node[i] = z[i] + (ode_.state()[i].derivative == 0 ? off * part * size : 0);
  }
  return lift(t, node) && ode_.derivative(t, node, ring_.slope[0]) && by_response() > independent;
}

// What is there: leaves its answer in ring_.
void Passage::look_around(double t, Vec z, bool first) {
  const std::vector<double> state(z.begin(), z.end());
  ring_.kind = Kind::regular;
  ring_.inside = false;
  const double here = ode_.derivative(t, state, work_) ? by_response() : 0;
  aim(state, 0);
  const double unit = slowness(state);
  constexpr double vanishes = 1e-6;
  if (!std::isfinite(unit)) {
    ring_.inside = here < vanishes && regular_beside(t, state);
    if (ring_.inside) ring_.kind = Kind::at_rest;
    return;
  }
  double r = first ? first_ring : smallest_ring;
  Reach before = Reach::good, reach = make_ring(t, state, r * unit, true);
  for (; reach != Reach::good; before = reach, reach = make_ring(t, state, r * unit, true)) {
    const double other = reach == Reach::too_near ? 2 * r : r / 4;
    const bool turns = before != Reach::good && before != reach;
    if (turns || other > largest_ring || other < tiniest_ring) {
      if (reach == Reach::too_near) reach = make_ring(t, state, r * unit, false);
      break;
    }
    r = other;
  }
  ring_.r = r * unit;
  double first_near = 0, far = 0;
  for (const std::size_t k : inner_nodes)
    if (ring_.good[k]) first_near += ring_.near[k] / (ring_.good[3] && ring_.good[4] ? 2 : 1);
  for (const std::size_t k : last_nodes)
    if (ring_.good[k]) far = std::max(far, ring_.near[k]);
  ring_.inside = here * inside_by < first_near || (here < vanishes && first_near == 0);
  if (!ring_.inside) return;
  if (reach != Reach::good) {
    ring_.kind = Kind::dead_end;
    return;
  }
  if (far > double_zero * first_near) {
    ring_.kind = Kind::touching;
    return;
  }
  interpolate(r * unit);
  // A projection whose direction changes along the way has a pole at the singular point: its size is that of the
  // square of how far the points had to be moved. Measured: 1e-7 on a straight way, rounding on the third.
  for (int pass = 1; pass < 3; ++pass) {
    aim(state, pass);
    if (turns_round(state, ring_nodes.back() * r * unit)) break;
    if (make_ring(t, state, r * unit, false) != Reach::good) return;
    interpolate(r * unit);
  }
  if (!gap(t)) ring_.kind = Kind::crossing;
}

// Lagrange's formula at the state itself, through all points there are.
void Passage::interpolate(double r) {
  std::ranges::fill(ring_.middle, 0.0);
  std::ranges::fill(ring_.rate, 0.0);
  std::ranges::fill(ring_.top, 0.0);
  std::ranges::fill(ring_.change, 0.0);
  for (std::size_t k = 0; k < nodes; ++k) {
    if (!ring_.good[k]) continue;
    double weight = 1, sum = 0;
    for (std::size_t l = 0; l < nodes; ++l)
      if (l != k && ring_.good[l]) {
        weight *= ring_nodes[l] / (ring_nodes[l] - ring_nodes[k]);
        sum -= 1 / (ring_nodes[l] * r);
      }
    for (std::size_t i = 0; i < ring_.middle.size(); ++i) {
      ring_.middle[i] += weight * ring_.z[k][i];
      ring_.rate[i] += weight * ring_.slope[k][i];
      ring_.change[i] += weight * sum * ring_.slope[k][i];
    }
    for (std::size_t j = 0; j < ring_.top.size(); ++j) ring_.top[j] += weight * ring_.top_at[k][j];
  }
}

// Do the constraints fail in the middle? Measured by what they change by if a state moves by its own size
// beside it, where they are not singular.
bool Passage::gap(double t) {
  constexpr double probe = 1e-5;
  const std::size_t side = ring_.good[4] ? 4 : 3;
  std::vector<double>& beside = ring_.z[side];
  std::vector<double> size(h_.size(), 0.0);
  ode_.invariants(t, beside, h_);
  for (std::size_t i = 0; i < beside.size(); ++i) {
    const double kept = beside[i],
                 step = probe * std::max(ode_.nominal(static_cast<int>(i)), std::fabs(kept));
    beside[i] = kept + step;
    ode_.invariants(t, beside, h_moved_);
    beside[i] = kept;
    for (std::size_t k = 0; k < size.size(); ++k)
      size[k] = std::max(size[k], std::fabs(h_moved_[k] - h_[k]) / probe);
  }
  ode_.invariants(t, ring_.middle, h_);
  for (std::size_t k = 0; k < size.size(); ++k)
    if (std::fabs(h_[k]) > no_gap * size[k]) return true;
  return false;
}

}  // namespace trammel::system

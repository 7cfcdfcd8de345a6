// system/ode_rest.cpp: points of the solution at which nonlinear tops satisfy their equations, and no Newton
// step is defined.
//
// Turbulent flow begins in parallel pipes, q = q1 + q2, q1 |q1| = 4 q2 |q2|: where q is zero all slopes of
// the last equation are zero, too, and q1 may go on like any root of the distance. A little further on the
// equations are regular. There the branch that comes out of the point is looked for: it is the one whose
// distance shrinks towards it, and it must be the only one.
#include <algorithm>
#include <cmath>

#include "system/solved_ode.hpp"

namespace trammel::system {
namespace {

constexpr double rounded = 1e-12;           // of a row's terms when tops have moved by their size
constexpr double first_look = 1.0 / 16;     // of the way
constexpr double second_look = 1.0 / 256;   // there the branch must be
constexpr double shrinks = 1.5, alone = 4;  // by that; others are so many times farther
constexpr double same = 1e-6;               // roots, of their distance
constexpr int most_decades = 15;
constexpr int most_vain = 2;               // points that looked like one, and none led on
constexpr std::size_t largest_block = 40;  // of blocks

}  // namespace

// Do the equations hold for these tops, in units of their terms when all tops have moved by their size?
bool SolvedOde::holds_for(double t, Vec z, Vec top) {
  std::vector<double> moved(top.begin(), top.end()), residual(top.size()), unit(top.size(), 0.0),
      found = A_.value;
  for (std::size_t k = 0; k < moved.size(); ++k) moved[k] += scale_[k];
  const double* away[] = {&t, z.data(), moved.data()};
  double* out[] = {residual.data(), A_.value.data()};
  runner_.run(top_function, away, out);
  for (int j = 0; j < A_.pattern->columns; ++j)
    for (int k = A_.pattern->start[j]; k < A_.pattern->start[j + 1]; ++k)
      unit[static_cast<std::size_t>(A_.pattern->row[k])] +=
          std::fabs(A_.value[k]) * scale_[static_cast<std::size_t>(j)];
  const double* here[] = {&t, z.data(), top.data()};
  runner_.run(top_function, here, out);
  A_.value.swap(found);
  factored_t_ = std::nan("");
  for (std::size_t i = 0; i < residual.size(); ++i)
    if (!(std::fabs(residual[i]) <= rounded * unit[i])) return false;
  return true;
}

// From places around on all sides: those that differ.
std::vector<std::vector<double>> SolvedOde::roots_around(double t, Vec z) {
  std::vector<std::vector<double>> roots;
  double far = 1;  // Newton's method comes from there to a root that is not too much nearer
  for (int decade = 0; decade < most_decades; ++decade, far *= 0.1)
    for (int pattern = 0; pattern < 4; ++pattern) {
      unknown_ = rest_.top;
      for (std::size_t k = 0; k < unknown_.size(); ++k) {
        const bool odd = k % 2 == 1;
        const double sign = pattern == 0 ? 1 : pattern == 1 ? -1 : (pattern == 2) == odd ? 1 : -1;
        unknown_[k] += far * sign * scale_[k] * (1 + 0.1 * static_cast<double>(k % 7));
      }
      const bool found = bool(iterate(t, z)) && last_digits(Vec(correction_).first(unknown_.size()));
      solved_t_ = std::nan("");
      if (!found) continue;
      const auto is_known = [&](const std::vector<double>& root) {
        return distance(root, unknown_) <= same * distance(root, rest_.top);
      };
      if (std::ranges::none_of(roots, is_known)) roots.push_back(unknown_);
    }
  std::ranges::sort(roots, {}, [&](const std::vector<double>& root) { return distance(root, rest_.top); });
  return roots;
}

double SolvedOde::distance(const std::vector<double>& a, const std::vector<double>& b) const {
  double most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::fabs(a[k] - b[k]) / scale_[k]);
  return most;
}

bool SolvedOde::rests(double t, Vec z, Vec top) {
  if (vain_rests_ >= most_vain) return false;
  for (std::size_t b = 0; b < search_->blocks(); ++b)
    if (search_->columns_of(b).size() > largest_block) return false;
  const std::vector<double> before = unknown_;
  std::ranges::copy(top, unknown_.begin());
  const double* in[] = {&t, z.data(), unknown_.data()};
  std::vector<double> residual(unknown_.size());
  double* out[] = {residual.data(), A_.value.data()};
  runner_.run(top_function, in, out);
  const bool singular = !factor();
  factored_t_ = std::nan("");
  bool result = singular && holds_for(t, z, top);
  if (result) {
    rest_ = {t, {z.begin(), z.end()}, {top.begin(), top.end()}};
    result = moves_on();
    vain_rests_ = result ? 0 : vain_rests_ + 1;
    if (!result) rest_.t = std::nan("");
  }
  unknown_ = before;
  return result;
}

// Where states that rest themselves decide how it goes on, no explicit step leads away.
bool SolvedOde::moves_on() {
  constexpr double beside = 1e-3;  // of the unit of time
  std::ranges::copy(rest_.top, unknown_.begin());
  for (std::size_t k = 0; k < view_.implicit.size(); ++k) top_[view_.implicit[k]] = unknown_[k];
  evaluate(explicit_function, rest_.t, rest_.z, explicit_top_);
  for (std::size_t k = 0; k < view_.explicit_tops.size(); ++k)
    top_[view_.explicit_tops[k]] = explicit_top_[k];
  std::vector<double> slope(rest_.z.size()), there = rest_.z;
  spread(rest_.z, top_, slope);
  const double h = beside * data_.time_unit;
  for (std::size_t i = 0; i < there.size(); ++i) there[i] += h * slope[i];
  return !holds_for(rest_.t + h, there, rest_.top) && find_way(rest_.t + h, there).has_value();
}

// The one branch that comes out of such a point, a little further on the way to another one.
std::optional<SolvedOde::Rest> SolvedOde::find_way(double t, Vec z) {
  const auto part_of_way = [&](double part) {
    Rest point{rest_.t + part * (t - rest_.t), rest_.z, {}};
    for (std::size_t k = 0; k < z.size(); ++k) point.z[k] += part * (z[k] - rest_.z[k]);
    return point;
  };
  const Rest far = part_of_way(first_look);
  Rest near = part_of_way(second_look);
  const std::vector<std::vector<double>> farther = roots_around(far.t, far.z);
  if (farther.empty()) return {};
  const std::vector<std::vector<double>> nearer = roots_around(near.t, near.z);
  if (nearer.empty()) return {};
  const double here = distance(nearer[0], rest_.top);
  if (!(here * shrinks <= distance(farther[0], rest_.top))) return {};
  if (nearer.size() > 1 && distance(nearer[1], rest_.top) < alone * here) return {};
  near.top = nearer[0];
  return near;
}

Outcome SolvedOde::leave_rest(double t, Vec z) {
  const std::optional<Rest> near = vain_rests_ < most_vain ? find_way(t, z) : std::nullopt;
  if (!near) {
    ++vain_rests_;
    return {Outcome::singular, view_.rows[0]};
  }
  anchor_ = {.set = true,
             .kept = true,
             .t = near->t,
             .z = near->z,
             .top = near->top,
             .rate = anchor_.rate,
             .clear = near->t};
  find_sizes();
  unknown_ = good_ = near->top;
  solved_t_ = std::nan("");
  return follow_branch(t, z);
}

// Where nothing else helps: at such a point, or on the way from it.
Outcome SolvedOde::at_rest(double t, Vec z, const Outcome& otherwise) {
  if (t == rest_.t && std::ranges::equal(z, rest_.z)) {
    unknown_ = rest_.top;
    return {};
  }
  unknown_ = good_;
  if (!anchor_.kept || anchor_.t == t) {
    const std::vector<double> top = anchor_.kept ? anchor_.top : good_;
    if (!rests(t, z, top)) return otherwise;
    unknown_ = top;
    return {};
  }
  const bool nearer = std::fabs(t - rest_.t) < std::fabs(anchor_.t - rest_.t);
  const bool from_rest = nearer || (anchor_.t == rest_.t && anchor_.z == rest_.z);
  if (!from_rest && !rests(anchor_.t, anchor_.z, anchor_.top)) return otherwise;
  return leave_rest(t, z) ? Outcome{} : otherwise;
}

}  // namespace trammel::system

// system/ode_meeting.cpp: points at which the branch of the tops comes to others.
//
// There the determinant of a block is zero. Branches that cross or touch are smooth on both sides, and the
// values on this side tell which of those behind goes on: a polynomial through them leads across, to a point
// where branches are told apart by more than it may be off. Where a determinant only comes near zero, a gap
// stays between branches, and the root is followed through it. Where it falls like a root of the distance,
// the branch turns back, and ends.
#include <algorithm>
#include <cmath>

#include "system/solved_ode.hpp"

namespace trammel::system {
namespace {

constexpr double steep = 3;  // a determinant changes by less between points that are firm
constexpr double no_room = 1e-9,
                 one_and_the_same = 1e-7;  // of sizes and of tops: branches that are nearer than that are one
constexpr double narrowest = 1e-13;        // of the line
constexpr int most_points = 400;

// Where d = c (x - at)^m goes to zero, from three points: near, farther, farthest.
struct Zero {
  double at = 0, order = 1;
};
Zero zero_of(double x0, double d0, double x1, double d1, double x2, double d2) {
  const double a1 = x0 - x1, a2 = x0 - x2, l1 = std::log(d1 / d0), l2 = std::log(d2 / d0);
  // l1/log(1 + a1/r) = l2/log(1 + a2/r) = m; r is the distance of the zero.
  const auto off = [&](double r) { return l1 * std::log1p(a2 / r) - l2 * std::log1p(a1 / r); };
  double low = 1e-8 * a1, high = 1e8 * a1;
  if (!(off(low) * off(high) < 0)) return {x0 + a1 * d0 / (d1 - d0), 1};
  for (int i = 0; i < 100; ++i) {
    const double middle = std::sqrt(low * high);
    (off(middle) * off(low) > 0 ? low : high) = middle;
  }
  return {x0 + low, l1 / std::log1p(a1 / low)};
}

// Of the polynomial through values at these places: their weights at x.
std::vector<double> lagrange(const std::vector<double>& places, double x) {
  std::vector<double> weight(places.size(), 1.0);
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = 0; j < places.size(); ++j)
      if (j != i) weight[i] *= (x - places[j]) / (places[i] - places[j]);
  return weight;
}

// Does the parabola d0 + s x + c x² come near zero between 0 and 1, or through it?
bool dips(double d0, double s, double c, double of_ends) {
  if (!(c > 0 && s < 0 && -s < 2 * c)) return false;
  return d0 - s * s / (4 * c) < of_ends * std::min(d0, d0 + s + c);
}

}  // namespace

// By the determinants here, at the anchor, and before it, or next to it if nothing is known of what was before.
bool SolvedOde::may_be_singular_before(double t, Vec z) {
  constexpr double next_to = 1e-3, up_again = 0.5, near_zero = 0.2;
  const double h = t - anchor_.t, back = anchor_.t - anchor_.t_before;
  if (!(h > 0) || t <= anchor_.clear || anchor_.side.size() != along_.side_there.size()) return false;
  const bool known = back > 0 && anchor_.side_before.size() == anchor_.side.size();
  std::vector<double> beside;
  for (std::size_t b = 0; b < anchor_.side.size(); ++b) {
    const double d0 = std::fabs(anchor_.side[b]), d1 = std::fabs(along_.side_there[b]);
    if (d0 == 0 || d1 == 0) continue;
    if (!known && beside.empty()) beside = sides_beside(t, z, next_to);
    const double slope = known ? (anchor_.side[b] - anchor_.side_before[b]) * h / back
                               : (beside[b] - anchor_.side[b]) / next_to;
    const double s = anchor_.side[b] > 0 ? slope : -slope;
    if (s < 0 && ((d0 + s < 0 && d1 >= up_again * d0) || dips(d0, s, d1 - d0 - s, near_zero))) return true;
  }
  return false;
}

// The determinants a little further on than the anchor, by its rates.
std::vector<double> SolvedOde::sides_beside(double t, Vec z, double part) {
  const double h = part * (t - anchor_.t), there = anchor_.t + h;
  std::vector<double> between = anchor_.z, top = anchor_.top, residual(top.size()), side, found = A_.value;
  for (std::size_t k = 0; k < top.size(); ++k) top[k] += h * anchor_.rate[k];
  for (std::size_t k = 0; k < between.size(); ++k) between[k] += part * (z[k] - anchor_.z[k]);
  const double* in[] = {&there, between.data(), top.data()};
  double* out[] = {residual.data(), A_.value.data()};
  runner_.run(top_function, in, out);
  find_side(side);
  A_.value.swap(found);
  return side;
}

// A block whose determinant has a zero between the first and the last of three points with equal distances,
// or comes near one.
int SolvedOde::comes_to_zero(const std::vector<double>& first, const std::vector<double>& middle,
                             const std::vector<double>& last) {
  constexpr double near_zero = 0.1;  // the other way round, too: next to one, another may be taken for it
  for (std::size_t b = 0; b < std::min(first.size(), last.size()); ++b) {
    if (first[b] == 0 || last[b] == 0 || b >= middle.size()) continue;
    const double d0 = std::fabs(first[b]), sign = first[b] > 0 ? 1 : -1, m = sign * middle[b],
                 d1 = sign * last[b];
    if (m <= 0 || d1 <= 0 || m < near_zero * std::min(d0, d1) || d1 < near_zero * d0 || d0 < near_zero * d1 ||
        dips(d0, 4 * m - 3 * d0 - d1, 2 * (d0 + d1 - 2 * m), near_zero))
      return static_cast<int>(b);
  }
  return -1;
}

int SolvedOde::fallen_most(const std::vector<double>& from, const std::vector<double>& to, double part) {
  int most = -1;
  for (std::size_t b = 0; b < std::min(from.size(), to.size()); ++b)
    if (from[b] != 0 && to[b] != 0 && std::fabs(to[b] / from[b]) < part) {
      part = std::fabs(to[b] / from[b]);
      most = static_cast<int>(b);
    }
  return most;
}

int SolvedOde::row_of_block(std::size_t block) const {
  const std::vector<int>& rows = search_->rows_of(block);
  return rows.empty() ? -1 : view_.rows[static_cast<std::size_t>(rows.front())];
}

// By the nearest points, on both sides or on one.
std::vector<double> SolvedOde::predict(const std::vector<Firm>& firm, double at) {
  constexpr std::ptrdiff_t most = 4;
  const auto next = std::ranges::lower_bound(firm, at, {}, &Firm::at) - firm.begin();
  const std::ptrdiff_t count = std::min(most, std::ssize(firm));
  const std::ptrdiff_t first = std::clamp<std::ptrdiff_t>(next - count / 2, 0, std::ssize(firm) - count);
  std::vector<double> places, top(firm[0].top.size(), 0.0);
  for (std::ptrdiff_t i = first; i < first + count; ++i)
    places.push_back(firm[static_cast<std::size_t>(i)].at);
  const std::vector<double> weight = lagrange(places, at);
  for (std::size_t i = 0; i < weight.size(); ++i)
    for (std::size_t k = 0; k < top.size(); ++k)
      top[k] += weight[i] * firm[static_cast<std::size_t>(first) + i].top[k];
  return top;
}

// The tops at a point, and nothing else near them: no farther from where they were expected than to where the
// determinant would be another.
bool SolvedOde::firm_step(const Line& line, const std::vector<Firm>& firm, double at, double last,
                          const Look& look, Firm& to) {
  unknown_ = predict(firm, at);
  if (!solve_on(line, at)) return false;
  find_side(along_.side_there);
  const double d = along_.side_there[look.block];
  to = {at, unknown_, d};
  return d * last > 0 && std::fabs(d) * steep > std::fabs(last) && std::fabs(d) < steep * std::fabs(last) &&
         apart(unknown_, predicted_, look.block) <= look.room * std::fabs(d / look.side);
}

// Goes on towards the zero, in steps that become shorter as it comes nearer.
SolvedOde::Behind SolvedOde::look_ahead(const Line& line, double step, std::size_t block) {
  constexpr double up_again = 2, enough = 1e-5, turned_back = 0.8, seen = 0.03;
  std::vector<Firm> firm;
  for (const Along::Trace& point : along_.trace)
    if (point.side.size() > block && point.side[block] != 0)
      firm.push_back({point.at, point.top, point.side[block]});
  if (firm.empty()) return {};
  unknown_ = firm.back().top;
  if (!solve_on(line, firm.back().at)) return {};
  const Look look{block, firm.back().side, room(line, firm.back().at, unknown_, block)};
  const std::vector<double> zeros(unknown_.size(), 0.0);
  const double nearest = no_room + one_and_the_same * apart(unknown_, zeros, block);
  double largest = 0;
  for (const Firm& point : firm) largest = std::max(largest, std::fabs(point.side));
  double least = std::fabs(firm.back().side), least_at = firm.back().at;
  const auto zero = [&] {
    std::size_t near = firm.size() - 1;
    while (near > 2 && look.room * std::fabs(firm[near].side / look.side) < enough &&
           std::fabs(firm[near - 1].side) <= seen * largest)
      --near;
    const double d0 = std::fabs(firm[near].side);
    std::size_t far = near;
    while (far > 0 && std::fabs(firm[far].side) < 2 * d0) --far;
    std::size_t farther = far;
    while (farther > 0 && std::fabs(firm[farther].side) < 2 * std::fabs(firm[far].side)) --farther;
    if (far == near || farther == far) return Zero{firm.back().at + step, 1};
    return zero_of(firm[near].at, d0, firm[far].at, std::fabs(firm[far].side), firm[farther].at,
                   std::fabs(firm[farther].side));
  };
  Firm next;
  while (firm.size() < most_points) {
    const double to = std::min(1.0, firm.back().at + step);
    if (!firm_step(line, firm, to, firm.back().side, look, next)) {
      if ((step /= 2) < narrowest) break;
      continue;
    }
    firm.push_back(next);
    const double d = std::fabs(next.side);
    if (d < least) {
      least = d;
      least_at = to;
    }
    if (to == 1 || d > up_again * least) {
      const Firm& before = firm[firm.size() - 2];
      return {
          .at = to, .top = unknown_, .length = to - least_at, .before = before.top, .way = to - before.at};
    }
    if (look.room * least < nearest * std::fabs(look.side)) break;
    if (firm.size() > 3 && least < seen * largest && zero().order < turned_back) return {};
    step *= 2;
  }
  return least > seen * largest ? Behind{} : carry_across(line, firm, zero().at, look);
}

// The tops at a point on this side, by way of others between it and its neighbours if need be.
bool SolvedOde::firm_at(const Line& line, std::vector<Firm>& firm, double at, double meeting,
                        const Look& look, int depth) {
  const auto place = std::ranges::lower_bound(firm, at, {}, &Firm::at);
  if (place != firm.end() && place->at == at) return true;
  const bool outside = place == firm.begin();
  const Firm beside = outside ? *place : *(place - 1);
  Firm found;
  if (firm_step(line, firm, at, beside.side, look, found)) {
    firm.insert(place, found);
    return true;
  }
  // Halfway, as distances from the meeting go.
  const double between = meeting - std::sqrt((meeting - at) * (meeting - beside.at));
  return depth > 0 && (between > at) == outside && firm_at(line, firm, between, meeting, look, depth - 1) &&
         firm_at(line, firm, at, meeting, look, depth - 1);
}

// How far tops may go before the determinant has changed by half: a part of the distance to the next root,
// whatever its kind is.
double SolvedOde::room(const Line& line, double at, const std::vector<double>& top, std::size_t block) {
  constexpr double least = 1e-13, half = 0.5;
  const std::vector<int>& columns = search_->columns_of(block);
  std::vector<double> w(unknown_.size(), 0.0), there(top), residual(top.size()), found = A_.value, side;
  find_side(side);
  const double d = side[block];
  double sign = 1;
  for (const int row : search_->rows_of(block)) w[static_cast<std::size_t>(row)] = sign = -0.7 * sign;
  solver_->solve(w);
  double size = 0;
  for (const int c : columns) size = std::max(size, std::fabs(w[static_cast<std::size_t>(c)]) / size_[c]);
  const double t = at == 1 ? line.t : anchor_.t + at * (line.t - anchor_.t);
  std::vector<double> z(line.z.begin(), line.z.end());
  for (std::size_t k = 0; k < z.size() && at != 1; ++k) z[k] = anchor_.z[k] + at * (line.z[k] - anchor_.z[k]);
  const double* in[] = {&t, z.data(), there.data()};
  double* out[] = {residual.data(), A_.value.data()};
  double far = least;
  for (bool same = size > 0 && std::isfinite(size); same && far < 1; far *= 2)
    for (const double way : {far, -far}) {
      for (const int c : columns)
        there[static_cast<std::size_t>(c)] =
            top[static_cast<std::size_t>(c)] + way * w[static_cast<std::size_t>(c)] / size;
      runner_.run(top_function, in, out);
      find_side(side);
      same = same && std::fabs(side[block] - d) < half * std::fabs(d);
    }
  A_.value.swap(found);
  return far / 2;
}

double SolvedOde::apart(const std::vector<double>& a, const std::vector<double>& b, std::size_t block) const {
  double most = 0;
  for (const int c : search_->columns_of(block))
    most =
        std::max(most, std::fabs(a[static_cast<std::size_t>(c)] - b[static_cast<std::size_t>(c)]) / size_[c]);
  return most;
}

// Longer pieces first: there branches that touch are farther apart.
SolvedOde::Behind SolvedOde::carry_across(const Line& line, std::vector<Firm>& firm, double meeting,
                                          const Look& look) {
  constexpr int nodes = 6, deepest = 5;
  constexpr double longest = 0.25, shortest = 1e-6, shorter = 0.5, of_room = 0.1;
  Behind behind{.meeting = meeting};
  std::vector<double> guess;
  const auto lands = [&](double at, double most) {
    unknown_ = predicted_ = guess;
    for (std::size_t k = 0; k < along_.z.size(); ++k)
      along_.z[k] = at == 1 ? line.z[k] : anchor_.z[k] + at * (line.z[k] - anchor_.z[k]);
    if (!iterate(at == 1 ? line.t : anchor_.t + at * (line.t - anchor_.t), along_.z)) return false;
    behind.several = true;
    const double here = room(line, at, unknown_, look.block);
    return apart(unknown_, guess, look.block) <= of_room * std::min(here, most);
  };
  for (double length = longest * std::max(meeting, 1 - meeting); length > shortest; length *= shorter) {
    std::vector<double> places;
    std::vector<const std::vector<double>*> tops;
    bool found = true;
    for (int k = 1; k <= nodes && found; ++k)
      found = firm_at(line, firm, meeting - k * length, meeting, look, deepest);
    if (!found) continue;
    double side = 0;
    for (int k = 1; k <= nodes; ++k) {
      const auto here = std::ranges::lower_bound(firm, meeting - k * length, {}, &Firm::at);
      places.push_back(-k);
      tops.push_back(&here->top);
      if (k == 1) side = std::fabs(here->side);
    }
    const double before = look.room * side / std::fabs(look.side);
    const auto extrapolate = [&](double x) {
      const std::vector<double> weight = lagrange(places, x);
      guess.assign(unknown_.size(), 0.0);
      for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t k = 0; k < guess.size(); ++k) guess[k] += weight[i] * (*tops[i])[k];
    };
    extrapolate(1);
    const double at = meeting + length;
    if (!lands(at, before)) continue;
    const std::vector<double> landed = unknown_;
    if (at < 1) return {.at = at, .top = landed, .length = length, .before = *tops[0], .way = 2 * length};
    places.push_back(1);
    tops.push_back(&landed);
    extrapolate((1 - meeting) / length);
    if (lands(1, INFINITY)) return {.at = 1, .top = unknown_, .length = length, .before = landed, .way = 0};
  }
  return behind;
}

// A point of the solution next to a meeting tells nothing of how it goes on from there. Next to the end of a
// branch, where determinants fall like a root of the distance, it is as good as others.
bool SolvedOde::beside_a_meeting() {
  constexpr double fallen = 1e-4, too_near = 1e-5, turned_back = 0.8;
  if (view_.linear || view_.implicit.empty() || !anchor_.kept) return false;
  find_side(along_.side_there);
  const int block = fallen_most(largest_side_, along_.side_there, fallen);
  if (block < 0 || anchor_.side.size() != along_.side_there.size() ||
      anchor_.side_before.size() != anchor_.side.size())
    return false;
  const auto b = static_cast<std::size_t>(block);
  const double here = std::fabs(along_.side_there[b]), last = std::fabs(anchor_.side[b]),
               before = std::fabs(anchor_.side_before[b]);
  if (!(here < last && last < before && anchor_.t_before < anchor_.t && anchor_.t < solved_t_)) return false;
  return zero_of(solved_t_, here, anchor_.t, last, anchor_.t_before, before).order > turned_back &&
         room({solved_t_, solved_z_}, 1, unknown_, b) < too_near;
}

}  // namespace trammel::system

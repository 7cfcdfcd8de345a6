#include "modelica/table_curves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel::modelica {

using expr::Op;

namespace {

constexpr double same_time = 1e-10;  // of the length of a table: two times that differ by less are one

}  // namespace

Curve::Curve(std::vector<double> x, std::vector<double> y, Smoothness smoothness)
    : x_(std::move(x)), y_(std::move(y)), smoothness_(smoothness) {
  const std::size_t n = x_.size();
  const bool cubic = n > 2 && smoothness != Smoothness::linear && smoothness != Smoothness::constant &&
                     std::ranges::adjacent_find(x_) == x_.end();
  const std::vector<double> d = cubic ? slopes() : std::vector<double>();
  for (std::size_t k = 0; k + 1 < n; ++k) {
    const double h = x_[k + 1] - x_[k];
    if (!(h > 0)) continue;
    Piece p{x_[k], y_[k], (y_[k + 1] - y_[k]) / h};
    if (smoothness == Smoothness::constant) p.c1 = 0;
    if (cubic) {  // Hermite's form: values and slopes at both ends
      const double mean = p.c1;
      p.c1 = d[k];
      p.c2 = (3 * mean - 2 * d[k] - d[k + 1]) / h;
      p.c3 = (d[k] + d[k + 1] - 2 * mean) / (h * h);
    }
    pieces_.push_back(p);
  }
  if (pieces_.empty()) return;
  // Beyond the ends: as a smooth curve ends, else along the line through the last two points, also where the
  // curve between points is constant. Of two points at one x the curve goes on level.
  const auto slope = [&](std::size_t k) {
    return x_[k + 1] > x_[k] ? (y_[k + 1] - y_[k]) / (x_[k + 1] - x_[k]) : 0.0;
  };
  slope_before_ = cubic ? d.front() : slope(0);
  slope_after_ = cubic ? d.back() : slope(n - 2);
}

// Slopes at the points. Akima, J. ACM 17 (1970); Fritsch & Butland, SIAM J. Sci. Stat. Comput. 5 (1984);
// Steffen, Astron. Astrophys. 239 (1990).
std::vector<double> Curve::slopes() const {
  const std::size_t n = x_.size();
  std::vector<double> m(n + 3), d(n);  // m[k + 2]: slope of the interval from k to k + 1
  for (std::size_t k = 0; k + 1 < n; ++k) m[k + 2] = (y_[k + 1] - y_[k]) / (x_[k + 1] - x_[k]);
  m[1] = 2 * m[2] - m[3];
  m[0] = 2 * m[1] - m[2];
  m[n + 1] = 2 * m[n] - m[n - 1];
  m[n + 2] = 2 * m[n + 1] - m[n];
  for (std::size_t k = 0; k < n; ++k) {
    const double a = m[k], b = m[k + 1], c = m[k + 2], e = m[k + 3];
    if (smoothness_ == Smoothness::akima || smoothness_ == Smoothness::modified_akima) {
      const bool modified = smoothness_ == Smoothness::modified_akima;
      const double left = std::abs(e - c) + (modified ? std::abs(e + c) / 2 : 0),
                   right = std::abs(b - a) + (modified ? std::abs(b + a) / 2 : 0);
      d[k] = left + right > 0 ? (left * b + right * c) / (left + right) : modified ? 0 : (b + c) / 2;
      continue;
    }
    if (k == 0 || k + 1 == n) {
      d[k] = k == 0 ? c : b;
      continue;
    }
    const double h0 = x_[k] - x_[k - 1], h1 = x_[k + 1] - x_[k];
    if (b * c <= 0) {
      d[k] = 0;
    } else if (smoothness_ == Smoothness::fritsch_butland) {
      const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
      d[k] = (w0 + w1) / (w0 / b + w1 / c);
    } else {
      const double p = std::abs(b * h1 + c * h0) / (h0 + h1);
      d[k] = (b > 0 ? 2 : -2) * std::min({std::abs(b), std::abs(c), p / 2});
    }
  }
  return d;
}

Expr Curve::value(Graph& g, Expr u, const Piece& p) {
  const Expr s = g.apply(Op::sub, u, g.constant(p.x));
  Expr v = g.constant(p.c3);
  for (const double c : {p.c2, p.c1, p.y}) v = g.apply(Op::add, g.apply(Op::mul, v, s), g.constant(c));
  if (p.c3 == 0 && p.c2 == 0)
    v = p.c1 == 0 ? g.constant(p.y)
                  : g.apply(Op::add, g.constant(p.y), g.apply(Op::mul, g.constant(p.c1), s));
  return v;
}

Expr Curve::is_before(Graph& g, const Place& at, double x) const {
  if (!at.next) return g.apply(Op::lt, at.u, g.constant(x));
  return g.apply(Op::le, at.next, g.constant(x + same_time * (x_.back() - x_.front())));
}

// The piece that holds u, by halves.
Expr Curve::choose(Graph& g, const Place& at, std::size_t first, std::size_t last) const {
  if (first == last) return value(g, at.u, pieces_[first]);
  const std::size_t middle = (first + last + 1) / 2;
  return g.apply(Op::select, is_before(g, at, pieces_[middle].x), choose(g, at, first, middle - 1),
                 choose(g, at, middle, last));
}

Expr Curve::at(Graph& g, Expr u, Extrapolation extrapolation, Expr next) const {
  if (pieces_.empty()) {  // one point, or a jump at one
    const Expr last = g.constant(y_.empty() ? 0 : y_.back());
    if (y_.size() < 2 || extrapolation == Extrapolation::periodic) return last;
    return g.apply(Op::select, is_before(g, {u, next}, x_.front()), g.constant(y_.front()), last);
  }
  const double low = x_.front(), high = x_.back();
  const Expr period = g.constant(high - low);
  if (extrapolation == Extrapolation::periodic) {
    if (!next) {
      const Expr shifted = g.apply(Op::sub, u, g.constant(low));
      u = g.apply(Op::add, g.constant(low), g.apply(Op::mod, shifted, period));
    } else {  // next lies behind the beginning of its repetition, at most at its end
      const Expr from = g.apply(Op::sub, next, g.constant(low + same_time * (high - low)));
      const Expr shift = g.apply(Op::mul, period, g.apply(Op::floor, g.apply(Op::div, from, period)));
      u = g.apply(Op::sub, u, shift);
      next = g.apply(Op::sub, next, shift);
    }
    return choose(g, {u, next}, 0, pieces_.size() - 1);
  }
  const bool line = extrapolation == Extrapolation::last_two_points;
  const Piece before{low, y_.front(), line ? slope_before_ : 0},
      after{high, y_.back(), line ? slope_after_ : 0};
  const Place at{u, next};
  const Expr inside = choose(g, at, 0, pieces_.size() - 1);
  const Expr upper = g.apply(Op::select, is_before(g, at, high), inside, value(g, u, after));
  return g.apply(Op::select, is_before(g, at, low), value(g, u, before), upper);
}

Expr next_of(Graph& g, const std::vector<double>& times, Expr t, bool periodic) {
  if (times.empty()) return g.constant(std::numeric_limits<double>::max());
  const double length = times.back() - times.front();
  Expr shift = g.constant(0), rest = g.constant(std::numeric_limits<double>::max());
  if (periodic && length > 0) {
    const Expr from = g.apply(Op::sub, t, g.constant(times.front() - same_time * length));
    shift =
        g.apply(Op::mul, g.constant(length), g.apply(Op::floor, g.apply(Op::div, from, g.constant(length))));
    t = g.apply(Op::sub, t, shift);
    rest = g.constant(times.back());
  }
  for (auto at = times.rbegin(); at != times.rend(); ++at) {
    const Expr early = g.constant(*at - 1e-14 * std::abs(*at) - (periodic ? same_time * length : 0));
    rest = g.apply(Op::select, g.apply(Op::lt, t, early), g.constant(*at), rest);
  }
  return g.apply(Op::add, rest, shift);
}

}  // namespace trammel::modelica

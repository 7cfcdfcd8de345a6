#include "modelica/table_curves.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::modelica {

using expr::Op;

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
  slope_before_ = pieces_.front().c1;
  slope_after_ = cubic ? d.back() : pieces_.back().c1;
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

// The piece that holds u, by halves.
Expr Curve::choose(Graph& g, Expr u, std::size_t first, std::size_t last) const {
  if (first == last) return value(g, u, pieces_[first]);
  const std::size_t middle = (first + last + 1) / 2;
  return g.apply(Op::select, g.apply(Op::lt, u, g.constant(pieces_[middle].x)),
                 choose(g, u, first, middle - 1), choose(g, u, middle, last));
}

Expr Curve::at(Graph& g, Expr u, Extrapolation extrapolation) const {
  if (pieces_.empty()) return g.constant(y_.empty() ? 0 : y_.back());
  const double low = x_.front(), high = x_.back();
  if (extrapolation == Extrapolation::periodic) {
    const Expr shifted = g.apply(Op::sub, u, g.constant(low));
    u = g.apply(Op::add, g.constant(low), g.apply(Op::mod, shifted, g.constant(high - low)));
    return choose(g, u, 0, pieces_.size() - 1);
  }
  const bool line = extrapolation == Extrapolation::last_two_points && smoothness_ != Smoothness::constant;
  const Piece before{low, y_.front(), line ? slope_before_ : 0},
      after{high, y_.back(), line ? slope_after_ : 0};
  const Expr inside = choose(g, u, 0, pieces_.size() - 1);
  const Expr upper = g.apply(Op::select, g.apply(Op::lt, u, g.constant(high)), inside, value(g, u, after));
  return g.apply(Op::select, g.apply(Op::lt, u, g.constant(low)), value(g, u, before), upper);
}

}  // namespace trammel::modelica

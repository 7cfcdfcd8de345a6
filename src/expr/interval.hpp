// expr/interval.hpp: intervals, and series of them: rules for sums, products and elementary functions.
//
// A series holds f^(k)(s)/k!, k = 0, 1, .., for every s of a range; its rules are those of automatic differentiation
// [GW08, table 13.2] in interval arithmetic [Moo79, 3.4]. Ends are not rounded outwards: who asks allows for rounding.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "expr/op.hpp"

namespace trammel::expr {

struct Interval {
  double low = 0, high = 0;
  bool has(double x) const { return low <= x && x <= high; }
  double size() const { return high > -low ? high : -low; }  // the largest absolute value
  bool bounded() const { return low > -infinite && high < infinite; }
  static constexpr double infinite = std::numeric_limits<double>::infinity();
  static constexpr Interval anything() { return {-infinite, infinite}; }
};

namespace interval {

inline constexpr Interval anything = Interval::anything();

inline Interval hull(Interval a, Interval b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }
inline Interval safe(Interval a) { return a.low <= a.high ? a : anything; }  // also where one is NaN
inline Interval operator+(Interval a, Interval b) { return safe({a.low + b.low, a.high + b.high}); }
inline Interval operator-(Interval a) { return {-a.high, -a.low}; }
inline Interval operator-(Interval a, Interval b) { return a + -b; }

inline double product(double x, double y) {
  return x == 0 || y == 0 ? 0 : x * y;
}  // also of zero and infinity
inline Interval operator*(Interval a, Interval b) {
  const double p = product(a.low, b.low), q = product(a.low, b.high), r = product(a.high, b.low),
               s = product(a.high, b.high);
  return safe({std::min({p, q, r, s}), std::max({p, q, r, s})});
}
inline Interval operator*(double x, Interval a) {
  return x < 0 ? Interval{product(x, a.high), product(x, a.low)}
               : Interval{product(x, a.low), product(x, a.high)};
}
inline Interval inverse(Interval a) { return a.has(0) ? anything : Interval{1 / a.high, 1 / a.low}; }
inline Interval square(Interval a) {
  const double p = a.low * a.low, q = a.high * a.high;
  return safe({a.has(0) ? 0 : std::min(p, q), std::max(p, q)});
}
inline Interval rising(double (*f)(double), Interval a) { return safe({f(a.low), f(a.high)}); }

// cos over an interval: extrema at whole multiples of pi.
inline Interval cosine(Interval a) {
  constexpr double pi = std::numbers::pi, farthest = 1e15;
  if (!a.bounded() || a.size() > farthest || a.high - a.low >= 2 * pi) return {-1, 1};
  const double p = std::cos(a.low), q = std::cos(a.high), first = std::ceil(a.low / pi),
               last = std::floor(a.high / pi);
  Interval range{std::min(p, q), std::max(p, q)};
  for (double k = first; k <= last; ++k)
    (std::fmod(k, 2) == 0 ? range.high : range.low) = std::fmod(k, 2) == 0 ? 1 : -1;
  return range;
}
inline Interval sine(Interval a) {
  if (!a.bounded()) return {-1, 1};
  Interval range = cosine({a.low - std::numbers::pi / 2, a.high - std::numbers::pi / 2});
  // Near its zeros, where the shift rounds.
  if (a.high - a.low < 1 && range.low > -1 && range.high < 1) {
    const double p = std::sin(a.low), q = std::sin(a.high);
    range = {std::min(p, q), std::max(p, q)};
  }
  return range;
}

// Coefficients of functions of one variable s: rules as in [GW08, table 13.2]. n: their number.
using Row = Interval*;
using In = const Interval*;

inline void fill(Row out, std::size_t from, std::size_t n, Interval with) {
  std::fill(out + from, out + n, with);
}

inline void multiply(In a, In b, Row out, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    Interval sum{};
    for (std::size_t j = 0; j <= k; ++j) sum = sum + a[j] * b[k - j];
    out[k] = sum;
  }
  if (a == b) {
    out[0] = square(a[0]);
  }
}

inline void divide(In a, In b, Row out, std::size_t n) {
  const Interval by = inverse(b[0]);
  for (std::size_t k = 0; k < n; ++k) {
    Interval sum = a[k];
    for (std::size_t j = 1; j <= k; ++j) sum = sum - b[j] * out[k - j];
    out[k] = sum * by;
  }
}

// f' = sign*g*u', one coefficient: f_k = sum j/k u_j g_(k-j).
inline Interval chained(In u, In g, std::size_t k) {
  Interval sum{};
  for (std::size_t j = 1; j <= k; ++j)
    sum = sum + (static_cast<double>(j) / static_cast<double>(k)) * (u[j] * g[k - j]);
  return sum;
}

// sin and cos, or sinh and cosh.
inline void waves(In u, Row s, Row c, bool hyperbolic, std::size_t n) {
  if (hyperbolic) {
    s[0] = rising(std::sinh, u[0]);
    const Interval ends{std::cosh(u[0].low), std::cosh(u[0].high)};
    c[0] = safe({u[0].has(0) ? 1 : std::min(ends.low, ends.high), std::max(ends.low, ends.high)});
  } else {
    s[0] = sine(u[0]);
    c[0] = cosine(u[0]);
  }
  for (std::size_t k = 1; k < n; ++k) {
    s[k] = chained(u, c, k);
    c[k] = hyperbolic ? chained(u, s, k) : -chained(u, s, k);
  }
}

inline void exponential(In u, Row out, std::size_t n) {
  out[0] = rising(std::exp, u[0]);
  for (std::size_t k = 1; k < n; ++k) out[k] = chained(u, out, k);
}

inline void logarithm(In u, Row out, std::size_t n) {
  if (!(u[0].low > 0)) return fill(out, 0, n, anything);
  out[0] = rising(std::log, u[0]);
  const Interval by = inverse(u[0]);
  for (std::size_t k = 1; k < n; ++k) {
    Interval sum = u[k];
    for (std::size_t j = 1; j < k; ++j)
      sum = sum - (static_cast<double>(j) / static_cast<double>(k)) * (out[j] * u[k - j]);
    out[k] = sum * by;
  }
}

// u^p for a number p, where u is positive.
inline void power(In u, double p, Row out, std::size_t n) {
  if (!(u[0].low > 0)) {
    fill(out, 0, n, anything);
    if (p > 0 && u[0].low >= 0) out[0] = {std::pow(u[0].low, p), std::pow(u[0].high, p)};
    return;
  }
  const double x = std::pow(u[0].low, p), y = std::pow(u[0].high, p);
  out[0] = safe({std::min(x, y), std::max(x, y)});
  const Interval by = inverse(u[0]);
  for (std::size_t k = 1; k < n; ++k) {
    Interval sum{};
    for (std::size_t j = 1; j <= k; ++j)
      sum = sum + ((p + 1) * static_cast<double>(j) / static_cast<double>(k) - 1) * (u[j] * out[k - j]);
    out[k] = sum * by;
  }
}

inline void whole_power(In u, int p, Row out, Row spare, std::size_t n) {
  std::copy(u, u + n, out);
  for (int k = 1; k < p; ++k) {
    multiply(k == 1 ? u : out, u, spare, n);
    std::copy(spare, spare + n, out);
  }
  const double x = std::pow(u[0].low, p), y = std::pow(u[0].high, p);
  out[0] = safe({p % 2 == 0 && u[0].has(0) ? 0 : std::min(x, y), std::max(x, y)});
}

// The antiderivative of u'*g, g = 1/(1 + u^2) and its like.
inline void integrated(In u, In g, Interval value, Row out, std::size_t n) {
  out[0] = value;
  for (std::size_t k = 1; k < n; ++k) out[k] = chained(u, g, k);
}

inline void tangent(In u, Row out, Row spare, std::size_t n) {  // tanh' = (1 - tanh^2) u'
  out[0] = rising(std::tanh, u[0]);
  spare[0] = Interval{1, 1} - square(out[0]);
  for (std::size_t k = 1; k < n; ++k) {
    out[k] = chained(u, spare, k);
    Interval sum{};
    for (std::size_t j = 0; j <= k; ++j) sum = sum + out[j] * out[k - j];
    spare[k] = -sum;
  }
}

// What one of two functions is: continuous, but it bends.
inline void either(In a, In b, Interval value, Row out, std::size_t n) {
  out[0] = value;
  if (n > 1) out[1] = hull(a[1], b[1]);
  fill(out, std::min<std::size_t>(n, 2), n, anything);
}

inline void constant(double value, Row out, std::size_t n) {
  fill(out, 1, n, {});
  out[0] = {value, value};
}

// What jumps within a range of values.
inline void jumping(Interval range, Row out, std::size_t n) {
  if (range.low == range.high) return constant(range.low, out, n);
  fill(out, 1, n, anything);
  out[0] = range;
}

// 0, 1, or either.
inline Interval truth(Op op, Interval a, Interval b) {
  constexpr Interval yes{1, 1}, no{0, 0}, open{0, 1};
  switch (op) {
    case Op::lt:
      return a.high < b.low ? yes : a.low >= b.high ? no : open;
    case Op::le:
      return a.high <= b.low ? yes : a.low > b.high ? no : open;
    case Op::gt:
      return truth(Op::lt, b, a);
    case Op::ge:
      return truth(Op::le, b, a);
    case Op::eq:
      return a.high < b.low || b.high < a.low                       ? no
             : a.low == a.high && b.low == b.high && a.low == b.low ? yes
                                                                    : open;
    case Op::ne: {
      const Interval same = truth(Op::eq, a, b);
      return {1 - same.high, 1 - same.low};
    }
    case Op::logical_and:
      return {a.has(0) || b.has(0) ? 0.0 : 1.0,
              (a.low == 0 && a.high == 0) || (b.low == 0 && b.high == 0) ? 0.0 : 1.0};
    case Op::logical_or:
      return {a.has(0) && b.has(0) ? 0.0 : 1.0,
              a.low == 0 && a.high == 0 && b.low == 0 && b.high == 0 ? 0.0 : 1.0};
    default:
      return {a.low == 0 && a.high == 0 ? 1.0 : 0.0, a.has(0) ? 1.0 : 0.0};  // not
  }
}

}  // namespace interval
}  // namespace trammel::expr

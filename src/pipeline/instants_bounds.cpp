// pipeline/instants_bounds.cpp: whether the points of a step show all of a relation's zero function.
//
// The function is an expression of what moves on the step along polynomials. Intervals that hold its q-th
// derivative there bound how far it is from the polynomial through its points: sin(10000*x) goes to and fro
// many times while x hardly moves.
#include <algorithm>
#include <cmath>

#include "pipeline/guards.hpp"
#include "pipeline/instants.hpp"

namespace trammel::pipeline {
namespace {

// Intervals that hold the Taylor coefficients of the polynomial through values at Chebyshev points, on [-1, 1].
void enclose(Vec values, std::size_t first, std::size_t stride, int degree, int order, expr::Interval* out) {
  constexpr int most = solution::ChebyshevGrid::most;
  const std::vector<double>& theta = solution::chebyshev_grid(degree).points;
  double c[most + 2] = {};
  for (int i = 0; i <= degree; ++i) {
    const double x = 2 * theta[static_cast<std::size_t>(i)] - 1, end = i == 0 || i == degree ? 0.5 : 1;
    double before = x, now = 1;  // T_(-1) = T_1
    for (int k = 0; k <= degree; ++k) {
      c[k] += end * values[first + static_cast<std::size_t>(i) * stride] * now;
      before = 2 * x * now - before;
      std::swap(before, now);
    }
  }
  for (int k = 0; k <= degree; ++k) c[k] *= (k == 0 || k == degree ? 1.0 : 2.0) / degree;
  int length = degree;  // the degree that is left
  for (int k = 0; k <= order; ++k) {
    double sum = 0;
    for (int j = 1; j <= length; ++j) sum += std::fabs(c[j]);
    out[k] = {c[0] - sum, c[0] + sum};
    // The derivative, over k + 1: c'_(j-1) = c'_(j+1) + 2 j c_j.
    double d[most + 3] = {};
    for (int j = length; j >= 1; --j) d[j - 1] = d[j + 1] + 2 * j * c[j];
    d[0] *= 0.5;
    length = std::max(length - 1, 0);
    for (int j = 0; j <= most; ++j) c[j] = j <= length ? d[j] / (k + 1) : 0;
    if (degree == 0 || (length == 0 && k >= degree)) std::fill(std::begin(c), std::end(c), 0.0);
  }
}

}  // namespace

Instants::Shown Instants::shown(std::size_t w, const Guard& guard, const Range& range, double from, double to,
                                int degree) {
  if (w >= bounds_.size() || !bounds_[w] || degree < 1) return Shown::by_points;
  expr::Enclosure& zero = *bounds_[w];
  const std::size_t stride = moving_.size() / (static_cast<std::size_t>(degree) + 1);
  const auto bounds = [&](int order) {
    const auto n = static_cast<std::size_t>(order) + 1;
    series_.resize(n * zero.leaves().size());
    for (std::size_t i = 0; i < zero.leaves().size(); ++i) {
      expr::Interval* const out = series_.data() + i * n;
      const int leaf = zero.leaves()[i];
      if (leaf > 0) {
        enclose(moving_, static_cast<std::size_t>(leaf) - 1, stride, degree, order, out);
        continue;
      }
      std::fill(out, out + n, expr::Interval{});
      const double half = 0.5 * (to - from);
      out[0] = {from, to};
      if (n > 1) out[1] = {half, half};
    }
    return zero.run(order, series_, parameters_);
  };
  const std::span<const expr::Interval> first = bounds(1);
  const double low = guard.offset + (guard.sign > 0 ? first[0].low : -first[0].high);
  if (low > range.noise) return Shown::positive;
  if (!first[0].bounded() || !first[1].bounded()) return Shown::by_points;  // nothing is known
  if (first[1].low > 0 || first[1].high < 0) return Shown::by_points;
  // The best approximation of degree q - 1 is off by at most max |f^(q)|/(2^(q-1) q!) [Tre13, chapter 8], the
  // polynomial through q or more Chebyshev points by (1 + Lebesgue's constant) times as much: less than 4 up
  // to degree 16.
  const int q = std::min(degree + 1, expr::Enclosure::most);
  const double off = 4 * std::ldexp(bounds(q)[static_cast<std::size_t>(q)].size(), 1 - q);
  constexpr double unlike = 0.02;  // of the range
  const auto k = static_cast<std::size_t>(code_->watched[w]);
  const bool like = off <= std::max({unlike * (range.high - range.low), range.noise, accuracy_ * size_[k]});
  return like ? Shown::by_points : Shown::in_part;
}

}  // namespace trammel::pipeline

#include "pipeline/clock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel::pipeline {
namespace {

constexpr double rounding_of_time = std::numeric_limits<double>::epsilon();

expr::Interval guarded(const Guard& guard, expr::Interval zero) {
  return guard.sign > 0 ? expr::Interval{zero.low + guard.offset, zero.high + guard.offset}
                        : expr::Interval{guard.offset - zero.high, guard.offset - zero.low};
}

}  // namespace

Clock::Bounds Clock::bounds(double a, double b) {
  const double half = 0.5 * (b - a);
  const expr::Interval time[] = {{a, b}, {half, half}};
  const std::span<const expr::Interval> zero = zero_.run(1, time, parameters_);
  return {guarded(guard_, zero[0]), guard_.sign > 0 ? zero[1] : expr::Interval{-zero[1].high, -zero[1].low}};
}

double Clock::at(double t) {
  const expr::Interval time{t, t};
  const expr::Interval zero = zero_.run(0, std::span(&time, 1), parameters_)[0];
  return zero.low == zero.high || zero.bounded() ? guarded(guard_, {zero.low, zero.low}).low : NAN;
}

// The time behind the zero, as close to it as rounding allows; a itself if it is not positive there.
double Clock::root(double a, double b) {
  if (!(at(a) > 0)) return a;
  for (;;) {
    const double middle = 0.5 * (a + b);
    if (!(a < middle && middle < b)) return b;
    (at(middle) > 0 ? a : b) = middle;
  }
}

bool Clock::search(double a, double b) {
  if (--parts_left_ < 0) {
    found_ = {a, false};
    return true;
  }
  const auto negative = [&](double t) {
    found_ = {t, true};
    return true;
  };
  const Bounds here = bounds(a, b);
  if (here.value.low >= 0) return false;
  const double latest = std::max(std::fabs(a), std::fabs(b)), half = 0.5 * (b - a), middle = 0.5 * (a + b);
  const bool bounded = here.slope.bounded();
  const double noise =
      bounded
          ? 4 * rounding_of_time *
                (std::max(here.value.size(), std::fabs(guard_.offset)) + latest / half * here.slope.size())
          : 0;
  if (bounded && here.slope.low >= 0) return at(a) < -noise && negative(a);
  if (bounded && here.slope.high <= 0) return at(b) < 0 && negative(root(a, b));
  if (bounded && at(middle) > here.slope.size()) return false;
  const bool shortest = !(a < middle && middle < b) || b - a <= 4 * rounding_of_time * latest;
  if (shortest || ((!bounded || weak_) && b - a <= shortest_)) return at(b) < -noise && negative(root(a, b));
  return search(a, middle) || search(middle, b);
}

Clock::Found Clock::next(const Guard& guard, double from, double to, Vec parameters) {
  constexpr int most_parts = 1 << 17;
  constexpr double finest = 0x1p-16, coarse = 0x1p-12;  // of the time that is searched
  if (!(from < to)) return {to, false};
  guard_ = guard;
  parameters_ = parameters;
  parts_left_ = most_parts;
  shortest_ = (weak_ ? coarse : finest) * (to - from);
  found_ = {to, false};
  if (search(from, to) && parts_left_ < 0) {
    weak_ = true;
    found_.t = std::max(found_.t, from + coarse * (to - from));
  }
  return found_;
}

}  // namespace trammel::pipeline

#include "analysis/scalar_root.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace trammel::analysis {
namespace {

constexpr int most_root_steps = 200;  // a bracket of 1e17 shrinks to rounding in 110 bisections
constexpr double root_rounding = 4e-16, nearly_zero = 1e-9;

class RootSearch {
 public:
  RootSearch(const std::function<Sample(double)>& f, const ScalarGuess& guess) : f_(f), guess_(guess) {}

  // Newton's method from x. A step must make |f| smaller or change its sign; a change of sign is a bracket,
  // which no later step leaves.
  std::optional<double> from(double x) {
    Sample here = f_(x);
    if (!usable(here)) return {};
    for (int iteration = 0; iteration < most_root_steps; ++iteration) {
      if (here.value == 0) return x;
      double step = here.slope == 0 ? INFINITY : -here.value / here.slope;
      if (std::fabs(step) <= root_rounding * std::fabs(x) || std::fabs(step) < 1e-300) return x;
      const double farthest = 100 * (std::fabs(x) + guess_.scale);
      if (!(std::fabs(step) <= farthest)) step = std::copysign(farthest, step);
      bool advanced = false;
      for (int halving = 0; halving < 60 && !advanced; ++halving, step /= 2) {
        const double next = x + step;
        if (next == x) return close(here, x) ? std::optional(x) : std::nullopt;
        const Sample there = f_(next);
        if (!std::isfinite(there.value)) continue;
        if (std::signbit(there.value) != std::signbit(here.value) && there.value != 0)
          return between(x, here, next, there);
        if (std::fabs(there.value) >= std::fabs(here.value) || !usable(there)) continue;
        x = next;
        here = there;
        advanced = true;
      }
      if (!advanced) return close(here, x) ? std::optional(x) : std::nullopt;
    }
    return close(here, x) ? std::optional(x) : std::nullopt;
  }

  // Newton's method that bisects where it would leave the bracket or gains less than a bisection.
  std::optional<double> between(double a, Sample at_a, double b, Sample at_b) {
    const double first = std::max(std::fabs(at_a.value), std::fabs(at_b.value));
    double x = std::fabs(at_a.value) < std::fabs(at_b.value) ? a : b;
    Sample here = x == a ? at_a : at_b;
    double before = std::fabs(b - a);
    const bool a_negative = at_a.value < 0;
    for (int iteration = 0; iteration < most_root_steps; ++iteration) {
      const double newton = x - here.value / here.slope, middle = a + 0.5 * (b - a);
      const bool inside = newton > std::min(a, b) && newton < std::max(a, b);
      const double next = inside && std::fabs(newton - x) < 0.5 * before ? newton : middle;
      if (inside && std::fabs(newton - x) <= root_rounding * std::fabs(x)) break;
      if (next == a || next == b) break;
      before = std::fabs(next - x);
      x = next;
      here = f_(x);
      if (!std::isfinite(here.value)) return {};
      if (here.value == 0) return x;
      ((here.value < 0) == a_negative ? a : b) = x;
    }
    // A change of sign may be a pole or a jump.
    if (std::fabs(here.value) <= nearly_zero * first || close(here, x)) return x;
    return {};
  }

  // The nearest change of sign on either side, in growing steps.
  std::optional<double> scan() {
    constexpr int doublings = 50;
    std::array<std::optional<std::pair<double, Sample>>, 2> last;
    const Sample at_guess = f_(guess_.x);
    if (std::isfinite(at_guess.value)) last.fill(std::pair(guess_.x, at_guess));
    const double unit = std::max(guess_.scale, 1e-3 * std::fabs(guess_.x)) / 64;
    for (int k = 0; k < doublings; ++k)
      for (int side = 0; side < 2; ++side) {
        const double x = guess_.x + (side == 0 ? 1 : -1) * std::ldexp(unit, k);
        const Sample there = f_(x);
        if (!std::isfinite(there.value)) continue;
        if (there.value == 0) return x;
        if (last[side] && std::signbit(last[side]->second.value) != std::signbit(there.value))
          if (const auto root = between(last[side]->first, last[side]->second, x, there)) return root;
        last[side] = std::pair(x, there);
      }
    return {};
  }

 private:
  static bool usable(const Sample& s) {
    return std::isfinite(s.value) && std::isfinite(s.slope) && (s.slope != 0 || s.value == 0);
  }
  bool close(const Sample& s, double x) const {
    return std::isfinite(s.slope) && std::fabs(s.value) <= nearly_zero * std::fabs(s.slope * x);
  }

  const std::function<Sample(double)>& f_;
  const ScalarGuess& guess_;
};

}  // namespace

ScalarRoot find_root(const std::function<Sample(double)>& f, const ScalarGuess& guess) {
  RootSearch search(f, guess);
  if (const auto root = search.from(guess.x)) return {true, *root, false};
  std::optional<double> outside;
  for (const double move : {1.0, -1.0, 0.1, -0.1, 10.0, -10.0}) {
    const double x = guess.x + move * guess.scale;
    if (x < guess.min || x > guess.max) continue;
    const auto root = search.from(x);
    if (!root) continue;
    if (*root >= guess.min && *root <= guess.max) return {true, *root, true};
    if (!outside) outside = root;
  }
  const auto root = search.scan();
  if (root && *root >= guess.min && *root <= guess.max) return {true, *root, true};
  if (!outside) outside = root;
  return outside ? ScalarRoot{true, *outside, true} : ScalarRoot{false, guess.x, false};
}

}  // namespace trammel::analysis

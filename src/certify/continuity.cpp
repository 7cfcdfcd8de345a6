#include "certify/continuity.hpp"

#include <cmath>

namespace trammel::certify {
namespace {

constexpr double noticed = 0.1;    // of an unknown's size: smaller changes are not looked at
constexpr double expected = 4;     // times the change that the course so far suggests
constexpr int halvings = 24;       // a jump persists down to 1e-7 of the step
constexpr double smaller = 0.25;   // a change that came down to this is none

}  // namespace

Continuity::Continuity(const Equations& equations) : at_(equations.reported().size()) {
  for (int i = 0; i < equations.rows(); ++i)
    if (equations.piecewise(i)) return;
  for (std::size_t p = 0; p < equations.reported().size(); ++p)
    if (equations.reported()[p].order == 0 && equations.reported()[p].above < 0)
      watched_.push_back(static_cast<int>(p));
  change_.assign(watched_.size(), -1);
}

std::optional<Jump> Continuity::halve(int value, double a, double from, double b, double to,
                                      const Inside& inside) {
  const double whole = std::fabs(to - from);
  for (int k = 0; k < halvings; ++k) {
    const double m = 0.5 * (a + b);
    if (!(m > a && m < b)) break;
    inside(m, at_);
    const double middle = at_[value];
    const double left = std::fabs(middle - from), right = std::fabs(to - middle);
    if (left > right) {
      b = m;
      to = middle;
    } else {
      a = m;
      from = middle;
    }
    if (std::max(left, right) < smaller * whole) return {};
  }
  return Jump{value, b, from, to};
}

std::optional<Jump> Continuity::across(double a, Vec first, double b, Vec last, Vec sizes,
                                       const Inside& inside) {
  const double growth = length_ > 0 ? (b - a) / length_ : 1;
  length_ = b - a;
  std::optional<Jump> found;
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    const int p = watched_[k];
    const double change = std::fabs(last[p] - first[p]), before = change_[k];
    change_[k] = change;
    if (found || before < 0 || change <= noticed * sizes[p] || change <= expected * growth * before) continue;
    found = halve(p, a, first[p], b, last[p], inside);
  }
  return found;
}

std::optional<Jump> Continuity::through(double a, Vec first, double t, Vec middle, Vec slope, double b,
                                        Vec last, Vec sizes, const Inside& inside) {
  for (const int p : watched_) {
    const double usual = noticed * sizes[p] + expected * (b - a) * std::fabs(slope[p]);
    const double from = first[p], at = middle[p], to = last[p];
    if (std::fabs(at - from) > usual)
      if (const auto jump = halve(p, a, from, t, at, inside)) return jump;
    if (std::fabs(to - at) > usual)
      if (const auto jump = halve(p, t, at, b, to, inside)) return jump;
  }
  return {};
}

}  // namespace trammel::certify

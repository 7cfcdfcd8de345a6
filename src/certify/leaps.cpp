// certify/leaps.cpp: what is differentiated and jumps, without an event.
//
// Where a choice makes no event (noEvent, functions, sign), a variable may follow it that is differentiated:
// x = noEvent(if s < 1 then s else s + 1) beside der(x) = y. All equations hold on both sides, and the jump
// is in no integral of y. Such a variable moves further in a step than its rates explain. It may do so on a
// steep way, too: the step is halved until nothing is left of it, or the jump is.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "certify/certifier.hpp"

namespace trammel::certify {

void Certifier::look_for_leaps(double from, double to, const Inside& inside) {
  constexpr double part = 0.5;       // of the way that the rates explain
  constexpr double noticed = 100;    // tolerances
  constexpr double left = 0.5;       // of that way, in no time
  constexpr int most_halvings = 80;  // of a step, down to rounding of time
  const auto leapt = [&](int value, double t, double before, double behind, std::string_view how) {
    fail({.value = value,
          .time = t,
          .what = fmt::format("{} leaps from {:.6g} to {:.6g}{}, which no event explains",
                              quote(equations_.reported()[static_cast<std::size_t>(value)].name), before,
                              behind, how)});
  };
  if (const auto leap = last_known_ ? leaps_.see(from, to, last_, end_, sizes_.of_values()) : std::nullopt;
      leap && judged_)
    leapt(leap->value, leap->time, leap->from, leap->to, " in one step");
  if (!kinks_ || !judged_) return;
  const std::vector<Reported>& reported = equations_.reported();
  for (std::size_t p = 0; p < reported.size(); ++p) {
    if (reported[p].variable < 0 || reported[p].above < 0) continue;
    const auto rate = static_cast<std::size_t>(reported[p].above);
    struct End {
      double t, value, rate;
    };
    End a{from, last_[p], last_[rate]}, b{to, end_[p], end_[rate]};
    const auto beyond = [](const End& x, const End& y) {  // what the rates explain
      return std::fabs(y.value - x.value - 0.5 * (y.t - x.t) * (x.rate + y.rate));
    };
    const double moved = beyond(a, b);
    if (!(moved > part * (to - from) * std::max(std::fabs(a.rate), std::fabs(b.rate))) ||
        !(moved > noticed * tolerance_ * sizes_.of_values()[p]))
      continue;
    for (int k = 0; k < most_halvings && beyond(a, b) > left * moved; ++k) {
      const double t = 0.5 * (a.t + b.t);
      if (!(a.t < t && t < b.t)) break;
      inside(t, at_);
      const End middle{t, at_[p], at_[rate]};
      (beyond(a, middle) > beyond(middle, b) ? b : a) = middle;
    }
    if (beyond(a, b) > left * moved) leapt(static_cast<int>(p), b.t, a.value, b.value, "");
  }
}

}  // namespace trammel::certify

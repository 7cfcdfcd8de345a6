// certify/sampling.hpp: which steps are looked at between their ends, and where. The same at every run.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace trammel::certify {

inline constexpr double apart =
    1e-4;  // of a step: two points whose difference is the slope of what is reported

// The van der Corput sequence in base 2, moved so that its points are neither ends nor nodes of any formula.
inline double within_step(long n) {
  double theta = 0.3819660112501051, digit = 0.5;  // the golden section
  for (auto k = static_cast<std::uint64_t>(n); k > 0; k >>= 1, digit *= 0.5)
    if (k & 1) theta += digit;
  theta -= theta >= 1 ? 1 : 0;
  return 0.03 + 0.94 * theta;
}

// One in `stride`, scattered: a fixed rhythm could beat with the run's own.
inline bool chosen(long step, long stride) {
  auto x = static_cast<std::uint64_t>(step) * 0x9E3779B97F4A7C15u;
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9u;
  x ^= x >> 32;
  return x % static_cast<std::uint64_t>(stride) == 0;
}

// Behind a kink that makes no event steps grow freely, and may pass over the next one: those are looked at,
// in several places. So they do while a function rests, as the current of a diode does; most such models are
// smooth, so that steps must grow more there, or be long for the run so far.
struct Stretch {
  double step, before, run;  // lengths: of the step, of the one before it, of the run so far
};
inline int places_of_long(const Stretch& length, bool kinks, bool rests) {
  constexpr double longer = 1.2, longer_at_rest = 1.6, long_at_rest = 0.1;
  constexpr int at_kinks = 4, at_rest = 2, per_run = 24;
  int places = kinks && length.step > longer * length.before ? at_kinks : 0;
  if (rests && length.step > longer_at_rest * length.before) places = std::max(places, at_rest);
  if (rests && length.step > long_at_rest * length.run)
    places = std::max(places, static_cast<int>(std::ceil(per_run * length.step / length.run)));
  return places;
}

}  // namespace trammel::certify

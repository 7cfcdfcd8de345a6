// certify/sampling.hpp: which steps are looked at between their ends, and where. The same at every run.
#pragma once

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

}  // namespace trammel::certify

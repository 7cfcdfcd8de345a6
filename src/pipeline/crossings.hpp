// pipeline/crossings.hpp: where a function first becomes negative within a step.
//
// The function is known at the Chebyshev points of the step, and can be asked for in between. Numbers only.
#pragma once

#include <functional>
#include <optional>

#include "base/span.hpp"

namespace trammel::pipeline {

// A margin that must not become negative unnoticed.
struct Margin {
  Vec at_points = {};  // its values at the Chebyshev points of the step, as many as the degree + 1
  double noise = 0;    // smaller values have no sign
  // Its value at a time of the step.
  std::function<double(double t)> at = {};
};

// The time in [from, to] at which the margin has just become negative, or none. `from` itself means that it
// is negative there, or that it is zero there and becomes negative at once. A margin that touches zero, or
// that is still within the noise at the end of the step, has not become negative.
std::optional<double> first_negative(const Margin& margin, double from, double to);

}  // namespace trammel::pipeline

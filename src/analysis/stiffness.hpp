// analysis/stiffness.hpp: how fast the solutions near a point decay, which decides between explicit and
// implicit methods.
#pragma once

#include <optional>

#include "analysis/top_system.hpp"

namespace trammel::analysis {

// The largest -Re λ over the modes of the underlying ODE, linearized at a point; 0 if none decays, none if it
// cannot be told (singular top Jacobian, numbers that are not finite). Oscillations do not count: following
// them takes small steps with any method.
std::optional<double> fastest_decay(const TopSystem& top);

}  // namespace trammel::analysis

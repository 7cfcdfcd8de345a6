// analysis/stiffness.hpp: how fast the solutions near a point decay, which decides between explicit and
// implicit methods.
#pragma once

#include <optional>

#include "analysis/along_invariants.hpp"
#include "analysis/top_system.hpp"

namespace trammel::analysis {

// The largest -Re λ over the modes of the underlying ODE, linearized at a point; 0 if none decays, none if it
// cannot be told (singular top Jacobian, numbers that are not finite). Oscillations do not count: following
// them takes small steps with any method. In a run of some length those that die out early do: they keep the
// steps of explicit methods short long after there is anything to follow, and count with their |λ|. What
// decays hardly faster than something else grows does not count either, since growth has to be followed: on
// its circle a planet has λ = ±√2 ω. `along` invariants of the states: their modes alone, those of P A P.
// Across them A has modes of the rate H'/H where their Jacobian H changes, which methods that return to the
// invariants never see; near a singular configuration that rate has no bound.
std::optional<double> fastest_decay(const TopSystem& top, double length = 0,
                                    AlongInvariants* along = nullptr);

}  // namespace trammel::analysis

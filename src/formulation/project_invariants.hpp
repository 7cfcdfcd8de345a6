// formulation/project_invariants.hpp: constraints as equations, with multipliers that move the state onto
// them.
#pragma once

#include "formulation/manifold.hpp"

namespace trammel::formulation {

// Gear, Gupta and Leimkuhler: all levels of a constraint but the lowest hold beside the one that determines
// the multipliers, and x' = v - D μ makes room for them. Index 2, for constraints of any depth.
//   block: q' = v - Gᵀμ [Wun05, (7.10)];  mass: M q' = M u - Gᵀμ [HW96, (VII.1.48)].
struct Ggl {
  static constexpr std::string_view name = "ggl";
  Direction direction = Direction::block;
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

// z' = f^(z) - D μ, 0 = h(z): the underlying ODE with all of its invariants [AQR94, (2.7)]; index 2. With
// `positions_only` just the constraints as written are held, their hidden derivatives are not.
struct ProjectInvariants {
  static constexpr std::string_view name = "project_invariants";
  Direction direction = Direction::transpose;
  bool positions_only = false;
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

// x' = v, M v' = f - Gᵀλ, g = 0 and its first two derivatives are more equations than unknowns. All
// constraints hold, and the others as well as they can in the metric of M: multipliers along Hᵀ = (Gᵀ, Ġᵀ; 0,
// Gᵀ) [FL91; HW96, (VII.2.25)-(2.27)]. Here for constraints of any depth: where level b of a constraint moves
// along Gᵀ, a level b' above it moves along binom(c - b', c - b) (d/dt)^(b - b') Gᵀ. Without accelerations
// nothing is left of the second multiplier: that is Ggl in the mass metric.
struct Overdetermined {
  static constexpr std::string_view name = "overdetermined";
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

// After Ggl with direction `block`: v = q' + Gᵀμ is written out, so that q'' stands in the equations
// [Wun05, (7.19)]. The velocity that obeys the constraints, and is reported, is still q' + Gᵀμ.
struct WithoutVelocities {
  static constexpr std::string_view name = "without_velocities";
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

}  // namespace trammel::formulation

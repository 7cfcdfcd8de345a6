// system/gain.hpp: how large the gain of a stabilized ODE must be at least.
//
// z' = f^ - γ F h with HF = I returns to h = 0 for every γ > γ_0 where |H f^ + h_t| ≤ γ_0 |h| in a
// neighbourhood of h = 0. [AQR94, Proposition 2.2] Linearized at a point of it that is
//
//   γ_0 = |∂(H f^ + h_t)/∂z F|_2,   F = Hᵀ(HHᵀ)⁻¹.
//
// A mechanism with h = (g, Gv) on its underlying ODE has H f^ = (Gv, 0) up to what vanishes with h: γ_0 is
// near 1.
#pragma once

#include "system/invariants.hpp"
#include "system/system.hpp"

namespace trammel::system {

// γ_0 at a state with h = 0, by differences; not a number where f^ or h cannot be evaluated around it or H has
// not full rank, 0 without invariants. Work of order m slopes and m² n: for diagnosis, not for every step.
double least_gain(Ode& ode, Invariants& invariants, double t, Vec z);

}  // namespace trammel::system

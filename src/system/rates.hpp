// system/rates.hpp: what an underlying ODE has learned of how fast projections converge.
#pragma once

namespace trammel::system {

class Ode;

// What is computed next depends on nothing that was asked before.
void forget_rates(Ode& ode);

}  // namespace trammel::system

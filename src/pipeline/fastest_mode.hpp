// pipeline/fastest_mode.hpp: how fast the fastest motion near a point of a run is, which bounds the steps of explicit
// methods.
#pragma once

#include "base/span.hpp"
#include "system/system.hpp"

namespace trammel::pipeline {

struct FastestMode {
  double rate = 0;      // |λ|; 0: not known
  bool decays = false;  // rather than swings
};

// Of z' = f(t, z), by a power iteration with differences of f, which costs about as much as a step of an
// explicit method. z is measured by its own size and by the nominal values of its components.
FastestMode fastest_mode(system::Ode& ode, double t, Vec z);

}  // namespace trammel::pipeline

// system/undetermined.hpp: multipliers of redundant constraints, and what follows from multipliers.
#pragma once

#include <vector>

#include "base/span.hpp"

namespace trammel::system {

class Ode;

// Per top unknown: whether the matrix that was used last leaves it open, so that the smallest one was taken.
std::vector<char> undetermined(Ode& ode);

// The impulses of a projection together with those of unknowns that formulas give in terms of them, as s of f = -k s:
// project() leaves the latter at zero. Only formulas that are linear in what has an impulse tell one.
std::vector<double> followed_impulses(Ode& ode, double t, Vec z, Vec impulses);

}  // namespace trammel::system

// system/undetermined.hpp: multipliers of redundant constraints.
#pragma once

#include <vector>

namespace trammel::system {

class Ode;

// Per top unknown: whether the matrix that was used last leaves it open, so that the smallest one was taken.
std::vector<char> undetermined(Ode& ode);

}  // namespace trammel::system

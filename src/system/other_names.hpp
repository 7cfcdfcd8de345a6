// system/other_names.hpp: unknowns of their own that stand for derivatives of others, w = x⁽ᵏ⁾. Passes that
// replace equations for derivatives by constraints make such (minimal extension): where a constraint
// determines x, no equation has its derivatives.
#pragma once

#include <vector>

namespace trammel::system {

class System;

struct OtherName {
  int unknown, of, derivative;
};
const std::vector<OtherName>& other_names(const System& system);

}  // namespace trammel::system

// formulation/underlying_ode.hpp: every equation at its top derivative, and what that loses as invariants.
#pragma once

#include "formulation/formulation.hpp"

namespace trammel::formulation {

// Equations F_i^(c_i) = 0: a square system for the top derivatives, z' = f^(t, z). Invariants F_i^(l), l <
// c_i: the constraints on z, given and hidden. The driver projects onto them.
struct UnderlyingOde {
  static constexpr std::string_view name = "underlying_ode";
  Dae apply(const Dae& dae, const Diagnosis& found) const;
  Formulated formulated(const Dae& dae, const Diagnosis& found) const;  // the same
};

}  // namespace trammel::formulation

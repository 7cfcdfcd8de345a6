// formulation/regularize_mass.hpp: mass matrices that are singular, also on the kernel of the constraints.
#pragma once

#include "formulation/formulation.hpp"

namespace trammel::formulation {

// Of M x^(m) = f - B y, 0 = g(x). Where M is regular on the kernel of G nothing of this is needed: the equations
// determine x^(m) although M is singular [HW96, exercise VII.2.2], and all formulations but those that divide by
// M take them as they are. Elsewhere `identity` adds ε x^(m) to each equation of motion, with the sign of M, and
// `printed` is (MᵀM + εI) x^(m) = Mᵀ(f - B y) [PRM97, (4.11)].
//
// (4.11) deletes what Mᵀ maps to zero: M = diag(1, 0), x = y and a force F on y have x'' = F, and (4.11) gives
// x'' = 0 for every ε. It is there to reproduce the paper.
struct RegularizeMass {
  static constexpr std::string_view name = "regularize_mass";
  enum class Kind { identity, printed };
  Kind kind = Kind::identity;
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

}  // namespace trammel::formulation

// formulation/minimal_extension.hpp: all levels of all constraints as equations, and as many derivatives
// made algebraic.
#pragma once

#include "formulation/formulation.hpp"

namespace trammel::formulation {

// The unknowns are x_j^(k), k = 0 .. d_j, each of its own; the equations F_i^(l), l = 0 .. c_i, and
// der(x_j^(k)) = x_j^(k+1), k < d_j, except that each level of a constraint takes the place of one of the
// latter: there x_j^(k+1) is no derivative any more but an algebraic unknown, and the system has index 1
// [Wun05, (7.13); KM04; MS93]. For a mechanism: q2' and v2' of as many q2 as there are constraints.
//
// Which ones is open here. The row of der(x_j^(k)) = x_j^(k+1) is
//     (1 - Σ_i π_ij) (der(x_j^(k)) - x_j^(k+1)) + Σ_i π_ij F_i^(l) = 0,   l - c_i = k - d_j,
// with parameters π_ij in {0, 1} that the run sets (Dae::selections). As ∂F_i^(l)/∂x_j^(k) is the same entry
// of the top Jacobian on all levels, one choice per constraint serves them all: what is chosen for positions
// is chosen for velocities, too.
struct MinimalExtension {
  static constexpr std::string_view name = "minimal_extension";
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

// After MinimalExtension: the highest derivatives that stand in an equation with a constant coefficient are
// written out (mass matrices that are constant and diagonal), which leaves only states and multipliers.
struct WithoutTops {
  static constexpr std::string_view name = "without_tops";
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

// The same in the derivatives of x themselves [Wun05, (7.31)]: x_j^(k) is w_jk wherever it stands, with
//     (1 - Σ_i π_ij) (x_j^(k) - w_jk) + Σ_i π_ij F_i^(l) = 0,   l - c_i = k - 1 - d_j,
// if a constraint may choose it. Where none does, w_jk is x_j^(k), which (7.31) leaves as it is: so unknowns
// mean the same whatever is chosen.
struct MinimalExtensionSecondOrder {
  static constexpr std::string_view name = "minimal_extension_second_order";
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

// After MinimalExtensionSecondOrder, for methods that know first derivatives only [Wun05, (7.37)]: v = q',
// but v = w_1 where q' was replaced.
struct ExtensionInFirstOrder {
  static constexpr std::string_view name = "extension_in_first_order";
  Dae apply(const Dae& dae, const Diagnosis& found) const;
};

}  // namespace trammel::formulation

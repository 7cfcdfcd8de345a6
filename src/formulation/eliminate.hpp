// formulation/eliminate.hpp: remove unknowns that an invariant defines.
#pragma once

#include <optional>

#include "formulation/formulation.hpp"

namespace trammel::formulation {

// An equation that restricts states (c_i >= 1) and can be solved for one unknown with a constant coefficient,
// as in q' = v, an alias or a definition r = sqrt(x² + y²), removes that unknown and all its derivatives. So
// a mechanism written in first order integrates (q, v), not (q, q', v). Never a division by something that
// may vanish, and never an equation of an ODE (x' = y - x stays: eliminating y there would trade a state for
// a higher derivative).
struct Eliminate {
  static constexpr std::string_view name = "eliminate";
  Dae apply(const Dae& dae, const Diagnosis& found) const { return formulated(dae, found).dae; }
  Formulated formulated(const Dae& dae, const Diagnosis& found) const {
    auto less = reduced(dae, found);
    return less ? *std::move(less) : Formulated{dae, found};
  }
  std::optional<Formulated> reduced(const Dae& dae,
                                    const Diagnosis& found) const;  // none: nothing to eliminate
};

// Without an equation and an unknown each, which is replaced by a value wherever it stood and stays reported
// as a definition.
struct Solved {
  int equation, unknown;
  expr::Expr value;
};
Dae without(const Dae& before, const std::vector<Solved>& solved);

}  // namespace trammel::formulation

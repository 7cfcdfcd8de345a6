// formulation/derivative_array.hpp: the index-1 part of a derivative array as a Dae: for models whose
// structure misleads. [KM96; HW96, (VII.2.28)-(2.31)] Runs use it for single blocks of models that are too
// large for the views of system/array.hpp, which need no such choice.
//
//   d rows of F(t, x, x') = 0,   F_mu(t, x, y) = 0,   with y = (x', ..., x^(mu+1)) as unknowns of their own
//
// Its structure tells the truth, so every other formulation and method applies to it: an implicit method
// integrates it as Kunkel and Mehrmann do, its underlying ODE (one differentiation more: F .. F^(nu), nu =
// mu + 1) is that of Campbell and Moore.
#pragma once

#include "analysis/array_choice.hpp"
#include "formulation/formulation.hpp"

namespace trammel::formulation {

// For a Dae in first order. Not in the catalog as a pass: the choice is made of numbers at the start.
struct FromDerivativeArray {
  static constexpr std::string_view name = "from derivative array";
  analysis::ArrayChoice choice;
  Dae apply(const Dae& dae, const Diagnosis& found) const;
  // The unknowns that were made for members of y stand behind those of the Dae, in the order of
  // choice.solved.
};

}  // namespace trammel::formulation

// analysis/combined.hpp: hidden constraints that are combinations of several equations and their derivatives.
//
// Where the structure misleads, no single F_i^(l) is free of higher derivatives; what restricts a start is
// Z2ᵀ F_mu with Z2 in the corange of the derivatives' columns. [KM96] In echelon form, from the highest
// derivative down, its coefficients are mostly constants, or multiples of time or of single unknowns; these
// are recognized from several points and the combination is multiplied out. What cannot be recognized is told
// in words, with its linearization at the start.
#pragma once

#include <vector>

#include "analysis/diagnosis.hpp"
#include "analysis/local.hpp"

namespace trammel::analysis {

std::vector<HiddenConstraint> combined_constraints(const model::Dae& dae, const Values& near, double t,
                                                   int mu);

}  // namespace trammel::analysis

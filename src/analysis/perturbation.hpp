// analysis/perturbation.hpp: the perturbation index by experiment. [HW96, definition VII.1.3]
//
// The equations get defects ε sin(ωt + φ) of growing frequency, one at a time and in pairs a quarter period
// apart; with the free states held, the derivative array gives the perturbed values and slopes at once. If
// some component answers, in its value or in the mean of its slope over a period, like ω^p, an estimate needs
// p derivatives of the defect: the index is p + 1. Differentiation and perturbation index may differ, [HW96,
// (VII.1.31), (1.32)].
#pragma once

#include <optional>

#include "analysis/strangeness.hpp"

namespace trammel::analysis {

// Near a consistent point, with derivatives up to F^(level) at hand; none if the perturbed equations could
// not be solved. 0 is an ODE. Small models only: the cost is quadratic in the number of equations.
std::optional<int> perturbation_index(const model::Dae& dae, const Values& near, double t, int level,
                                      const std::vector<int>& free);

}  // namespace trammel::analysis

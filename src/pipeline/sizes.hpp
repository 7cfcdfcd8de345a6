// pipeline/sizes.hpp: variables without a nominal value get one that the equations and start values tell, so
// that the unit in which a variable is written changes nothing.
#pragma once

#include "model/dae.hpp"

namespace trammel::pipeline {

// The problem with nominal values for all variables (analysis/scales.hpp): from the start values as they were
// given. `length` of the run: derivatives are measured by it.
model::Problem measured(model::Problem problem, double t, double length);

}  // namespace trammel::pipeline

// pipeline/start.hpp: a consistent start: states on all constraints, as near as possible to what was asked
// for.
#pragma once

#include <vector>

#include "model/dae.hpp"
#include "system/system.hpp"

namespace trammel::pipeline {

// The state z at t for a Dae in underlying-ODE form. Fixed values and initial equations hold exactly, or an
// Error says which of them contradict each other; preferred values move as little as possible, guesses
// freely.
std::vector<double> consistent_start(const model::Problem& problem, const model::Dae& dae, system::Ode& ode,
                                     double t);

}  // namespace trammel::pipeline

// pipeline/sizes.hpp: variables without a nominal value get one that the equations and start values tell, so
// that the unit in which a variable is written changes nothing.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/dae.hpp"
#include "pipeline/setup.hpp"

namespace trammel::pipeline {

// The problem with nominal values for all variables (analysis/scales.hpp): from the start values as they were
// given. `length` of the run: derivatives are measured by it.
model::Problem measured(model::Problem problem, double t, double length);

// The sizes that a run works with, by the names of reported variables: those of its state as its error test
// uses them, and of the others as they were measured. What has the size 1 is left out.
std::vector<std::pair<std::string, double>> scales_of(const Setup& setup,
                                                      const std::vector<std::string>& reported);

}  // namespace trammel::pipeline

// pipeline/coordinates.hpp: what a set-up needs for coordinates that are chosen during the run.
#pragma once

#include "pipeline/setup.hpp"

namespace trammel::pipeline {

// Local coordinates of the states on the constraints, if the formulation has them; projection is theirs.
void set_up_chart(Setup& setup);
// The variables that follow from constraints, where the equations leave that choice open.
void set_up_selection(Setup& setup);

}  // namespace trammel::pipeline

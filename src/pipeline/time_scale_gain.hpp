// pipeline/time_scale_gain.hpp: the gain of stabilizing terms from the time scale of the constraints.
//
// 1/γ is the time within which the linearized constraint describes them [PRM97, section 2.1], and that has
// little to do with the step that the differential equations ask for. Their Jacobian changes by itself within
// |H| / |dH/dt|; a tenth of that is taken. Explicit methods get no more than 1/h, which they can stand.
#pragma once

#include "pipeline/setup.hpp"

namespace trammel::pipeline {

// What a run asks at the start and after each accepted step. `before`: what it would ask otherwise, and all
// there is unless the gain is left to the constraints (a negative one). `span`: the length of the run.
integrate::Recoordinate with_time_scale_gain(Setup& setup, double span, bool explicit_method,
                                             integrate::Recoordinate before);

}  // namespace trammel::pipeline

// pipeline/guesses.hpp: a start value given for one of two variables that an equation ties together is a
// guess for the other: where equations have several roots, it does not matter under which name one was
// chosen.
#pragma once

#include "model/dae.hpp"

namespace trammel::pipeline {

// Adds guesses for variables without a start value that stand with one other variable in an affine equation
// a x + b y + c = 0, along chains of those, and for those that are alone in one, a x + c = 0.
void pass_on_guesses(model::Problem& problem);

}  // namespace trammel::pipeline

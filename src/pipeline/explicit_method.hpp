// pipeline/explicit_method.hpp: which explicit method, by what is known before the run.
#pragma once

#include "integrate/methods/catalog.hpp"

namespace trammel::pipeline {

struct ExplicitCase {
  double rtol = 1e-6;
  bool constant_steps = false;
};

// A method of order p with q evaluations in a step, whose error estimate is of order h^e, takes about
// q tol^(-1/e) evaluations. For `dopri5` (q = 6, e = 5) against `dop853` (q = 12, e = 8) the quotient grows
// like tol^(-0.075), twice per four digits, from where they cost the same: that is calibrated
// (explicit_method.cpp). At constant steps nothing is predicted, and `dopri5` is meant.
const integrate::Integrator& explicit_method(const ExplicitCase& known);

}  // namespace trammel::pipeline

// pipeline/implicit_method.hpp: which implicit method, by what is known before the run.
#pragma once

#include "integrate/methods/catalog.hpp"
#include "model/dae.hpp"

namespace trammel::pipeline {

struct ImplicitCase {
  int index = 0;                 // of the equations as they are integrated
  int size = 0;                  // how many they are
  bool constant_matrix = false;  // the coefficients of their highest derivatives are constants
  double rtol = 1e-6;
  bool constant_steps = false;
  bool dear_factors =
      true;  // a method that factors seldom is expected to take less work than one that does often
};

// At index 1, with constant coefficients and at loose tolerances: `rodas`, whose six linear systems cost less
// than the iterations of a step that need not be long. At loose tolerances with many unknowns up to index 2, where
// factors are dear: `bdf`, which factors one real matrix where `radau` factors that and a complex one of the
// same size, in steps that a higher order would not make much longer. Else `radau`, which takes as many
// stages as the tolerance is worth; at constant steps it has nothing to choose by, and `radau5` is meant.
// Measured by `trammel_bench implicit`, where multistep methods, ours or others', are behind on all but a few
// problems.
const integrate::Integrator& implicit_method(const ImplicitCase& known);

// Do the highest derivatives of all variables have constant coefficients, by the form of the equations?
bool constant_coefficients(const model::Dae& dae);

}  // namespace trammel::pipeline

// pipeline/derivative_array.hpp: a problem whose structure misleads as one whose structure tells the truth.
#pragma once

#include <optional>
#include <string>

#include "model/dae.hpp"
#include "pipeline/observe.hpp"

namespace trammel::pipeline {

struct ArrayProblem {
  model::Problem problem;  // formulation::FromDerivativeArray, with start values for all its unknowns
  Reported reported;       // the user's variables in its terms
  int index = 0;           // differentiation index of what was given
  int degrees_of_freedom = 0;
  std::string reason = {};
  bool needs_more = false;  // some reported derivative is not among the unknowns: one level more has it
};

// Throws if the ranks of the derivative array cannot be decided: none of `most` differentiations satisfies
// the hypothesis.
ArrayProblem derivative_array(const model::Problem& problem, double t);

// The same if the structural verdict fails at the start (the highest derivatives do not follow from the
// equations that should give them) although the equations determine a solution; none if the structure is to
// be trusted, or the model is too large for ranks.
std::optional<ArrayProblem> where_structure_misleads(const model::Problem& problem, double t);

// For models that are too large for that, when a run could not even begin: the singular blocks of the top
// system are replaced by their derivative arrays; none if there are none or their ranks do not settle it.
std::optional<ArrayProblem> where_a_part_misleads(const model::Problem& problem, double t);

}  // namespace trammel::pipeline

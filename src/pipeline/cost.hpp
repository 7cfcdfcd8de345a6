// pipeline/cost.hpp: what a run may cost with a choice, by what is known before it.
//
// Cost is effort (base/effort.hpp): steps times what a step comes to. Steps follow from the tolerance and the
// method, and for explicit methods from the fastest mode of the problem; what a step comes to follows from
// evaluations, factorizations and solutions, each counted on the equations at hand.
#pragma once

#include <string_view>

#include "formulation/catalog.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {

// Of a run from begin to end, with an error of the size of the tolerance: equal tolerances do not mean equal
// errors, and costs are compared where errors are equal. 0: of methods that nothing is known about.
double expected_cost(const formulation::Entry& formulation, std::string_view method, const Facts& facts,
                     double rtol);
// Its steps.
double expected_steps(std::string_view method, const Facts& facts, double rtol);
// How much more work such a run is than one at the same tolerance.
double work_for_accuracy(std::string_view method);
// What single evaluations come to on these equations; reference and standing are there.
void count_pieces(Facts& facts, const model::Dae& written, const model::Dae& reference);

}  // namespace trammel::pipeline

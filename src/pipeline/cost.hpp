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

// Equal tolerances do not mean equal errors. Given this part of the tolerance, a method errs by no more than ten
// tolerances, one digit, in 19 of 20 runs that were looked at; 1: nothing is known about it. Costs are compared
// where errors are equal, and `auto` gives its methods no more than that.
double share_of_tolerance(std::string_view method, double rtol);
// Of a run from begin to end, with that part of the tolerance. 0: nothing is known about the method or the equations.
double expected_cost(const formulation::Entry& formulation, std::string_view method, const Facts& facts,
                     double rtol);
// Of one step; 0: not known.
double step_cost(const formulation::Entry& formulation, std::string_view method, const Facts& facts);
// Steps where accuracy alone limits them, of a problem of middling length: of two methods their ratio counts.
double expected_steps(std::string_view method, double rtol);
// Of explicit methods: |h λ| at which they become unstable; 0: of others.
double reach_of(std::string_view method);
// What single evaluations come to on these equations; `slope` that of the underlying ODE, which was counted.
Pieces count_pieces(const model::Dae& written, const model::Dae& reference, double slope, int states);

}  // namespace trammel::pipeline

// pipeline/guesses.hpp: a start value given for one of two variables that an equation ties together is a
// guess for the other: where equations have several roots, it does not matter under which name one was
// chosen.
#pragma once

#include <unordered_map>
#include <vector>

#include "model/dae.hpp"

namespace trammel::pipeline {

// Adds guesses for variables without a start value that stand with one other variable in an affine equation
// a x + b y + c = 0, along chains of those, and for those that are alone in one, a x + c = 0.
void pass_on_guesses(model::Problem& problem);

// Values at time t that follow from start values of at least this rank, those of higher rank first, parameters and time
// by one equation after another, each affine in the one unknown that it still has; by the id of their symbols.
std::unordered_map<std::uint32_t, double> follow_starts(const model::Problem& problem,
                                                        const std::vector<double>& parameters, double t,
                                                        model::Rank least);

struct Held;
// What relations probably are at the start; the start decides.
void guess_relations(Held& held, double t);

}  // namespace trammel::pipeline

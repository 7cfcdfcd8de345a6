// pipeline/choose.hpp: which formulation and which integrator. Here, because analysis cannot see the
// catalogs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/diagnosis.hpp"
#include "formulation/catalog.hpp"
#include "integrate/methods/catalog.hpp"
#include "pipeline/options.hpp"

namespace trammel::pipeline {

struct Choice {
  const formulation::Entry* formulation = nullptr;
  const integrate::Integrator* integrator = nullptr;
  std::string reason;  // one sentence
};

// What the user asked for, completed by what fits; an Error if a formulation and a method do not go together.
Choice choose(const analysis::Diagnosis& found, const Options& options);

// What `auto` tries, in this order, when nothing is asked for: each entry is a choice with its reason, and
// the next one is for when it fails. `stiffness` is |eigenvalue| of the largest times the interval, at the
// start; 0: not known.
std::vector<Choice> candidates(const analysis::Diagnosis& found, const Options& options, double stiffness);

// The spectral radius of ∂f^/∂z at the start, by power iteration with difference quotients, times the
// interval.
double estimate_stiffness(system::Ode& ode, double t, Vec z, double length);

// Can this method work on what this formulation leaves?
// The view that both know, the method's best first.
std::optional<system::Form> common_form(const formulation::Entry& formulation,
                                        const integrate::Method& method);
bool fits(const formulation::Entry& formulation, const integrate::Method& method);

}  // namespace trammel::pipeline

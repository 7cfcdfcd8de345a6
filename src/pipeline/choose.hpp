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
#include "pipeline/setup.hpp"

namespace trammel::pipeline {

struct Choice {
  const formulation::Entry* formulation = nullptr;
  const integrate::Integrator* integrator = nullptr;
  std::string reason;  // one sentence
};

// What the choice rests on.
struct Facts {
  int index = 0;
  bool structure_holds = true;  // the top Jacobian is regular at the start
  // The fastest decay times the length of the interval: an explicit method takes at least a third as many
  // steps. None: not known.
  std::optional<double> stiffness = {};
  bool constant_matrix = false;  // at the highest derivatives, as written
  int size = 0;                  // equations, as written
};
// From a run's setup of the underlying ODE.
Facts gather(const analysis::Diagnosis& found, Setup& setup, double length);

// What to try, in this order: each entry is a choice with its reason, and the next one goes on where it
// fails. One entry if the user asked for a method or a formulation; an Error if those two do not go together.
std::vector<Choice> candidates(const Facts& facts, const Options& options);
// The same where the structure misleads, among the forms that do not need it.
std::vector<Choice> array_candidates(const Options& options);

// The view that both know, the method's best first.
std::optional<system::Form> common_form(const formulation::Entry& formulation,
                                        const integrate::Method& method);
// Can this method work on what this formulation leaves?
bool fits(const formulation::Entry& formulation, const integrate::Method& method);

}  // namespace trammel::pipeline

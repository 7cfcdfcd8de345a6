// pipeline/choose.hpp: which formulation and which integrator. Here, because analysis cannot see the
// catalogs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formulation/catalog.hpp"
#include "integrate/methods/catalog.hpp"
#include "pipeline/options.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {

struct Choice {
  const formulation::Entry* formulation = nullptr;
  const integrate::Integrator* integrator = nullptr;
  std::string reason;  // one sentence
  double cost = 0;     // effort that is expected for the whole run (cost.hpp); 0: not known
  double share = 1;    // of the tolerance, which the method is given (cost.hpp); all of it where it was named
};

// What to try, in this order: each entry is a choice with its reason, and the next one goes on where it
// fails. Where the user named a formulation there is one entry, and where a method, its forms; an Error if those
// two do not go together.
std::vector<Choice> candidates(const Facts& facts, const Options& options);
// The same where the structure misleads, among the forms that do not need it.
std::vector<Choice> array_candidates(const Options& options);

// The view that both know, the method's best first.
std::optional<system::Form> common_form(const formulation::Entry& formulation,
                                        const integrate::Method& method);
// Can this method work on what this formulation leaves?
bool fits(const formulation::Entry& formulation, const integrate::Method& method);

}  // namespace trammel::pipeline

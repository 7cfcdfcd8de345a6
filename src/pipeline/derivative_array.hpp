// pipeline/derivative_array.hpp: problems whose structure misleads, by the ranks of their derivative arrays.
#pragma once

#include <exception>
#include <optional>
#include <string>

#include "analysis/numeric_verdict.hpp"
#include "model/dae.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/start.hpp"

namespace trammel::pipeline {

// What the ranks say about a whole model: F, ..., F^(mu) hold all constraints, F, ..., F^(nu) determine x'.
struct ArrayModel {
  model::Problem first_order;
  int mu = 0, nu = -1;  // nu = -1: not found
  int constraints = 0;
  int index = 0;  // differentiation index of what was given
  int degrees_of_freedom = 0;
  std::string reason = {};
};

// Throws if the ranks of the derivative array cannot be decided: no number of differentiations that was tried
// satisfies the hypothesis.
ArrayModel derivative_array(const model::Problem& problem, double t);

// What numbers at the start say about the structure. None if no start was found (what there is to say about
// that comes from whoever needs the start), or if the model is too large to be asked before a run; a doubt
// asks nevertheless, and so does who wants to know what ranks alone can tell. `why` receives the reason that
// there is no start.
enum class AskNumbers { if_affordable, in_doubt, all };
struct AtStart {
  analysis::NumericVerdict verdict;
  FullStart start;  // consistent
};
// `known`: consistent values, if somebody has found them already.
std::optional<AtStart> numbers_at_start(const model::Problem& problem, const analysis::Diagnosis& found,
                                        double t, std::optional<analysis::Values> known,
                                        AskNumbers ask = AskNumbers::if_affordable,
                                        std::exception_ptr* why = nullptr);
// The Error for equations that depend on each other so that unknowns stay open, naming both; none if they do
// not.
std::exception_ptr why_undetermined(const analysis::NumericVerdict& verdict, const model::Dae& dae, double t);

// The array of a model that the ranks settle otherwise than its structure; none if they do not.
std::optional<ArrayModel> where_structure_misleads(const model::Problem& problem, double t,
                                                   const analysis::NumericVerdict& verdict);

// A problem in which the parts that mislead were replaced, so that its structure tells the truth.
struct ArrayProblem {
  model::Problem problem;  // formulation::FromDerivativeArray, with start values for all its unknowns
  Reported reported;       // the user's variables in its terms
  int index = 0;           // differentiation index of what was given
  int degrees_of_freedom = 0;
  std::string reason = {};
};

// For models that are too large for ranks of the whole, when a run could not even begin: the singular blocks
// of the top system are replaced by their derivative arrays; none if there are none or their ranks do not
// settle it.
std::optional<ArrayProblem> where_a_part_misleads(const model::Problem& problem, double t);

}  // namespace trammel::pipeline

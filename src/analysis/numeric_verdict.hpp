// analysis/numeric_verdict.hpp: what numbers say about the structural verdict of a model: the one place that
// decides it, for analyze, simulate and all others.
//
// The structure holds where the equations for the highest derivatives are regular, in all units
// (block_rank.hpp). Where they are singular, a second point nearby must agree before anything overrules it: a
// start may be a singular configuration of a sound model. Then the ranks of the derivative array tell which
// of three kinds of models this is: one whose solution follows from more derivatives than the structure says;
// one with constraints that follow from others; one that leaves unknowns open.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/local.hpp"
#include "analysis/strangeness.hpp"

namespace trammel::analysis {

struct NumericVerdict {
  enum class Says {
    structure_holds,  // the equations for the highest derivatives are regular at the start
    singular_start,   // they are singular there, and regular around it
    ranks_overrule,   // the derivative array determines the solution: index and degrees of freedom by its
                      // ranks
    redundant,        // constraints follow from others: the motion is unique, some multipliers are not
    undetermined,     // equations follow from others and leave unknowns open
    undecided         // singular wherever it was looked at, for a reason that was not found
  };
  Says says = Says::structure_holds;
  int index = 0, degrees_of_freedom = 0;
  bool part = false;  // ranks of the singular blocks alone decided: the model is too large for one array
  int missing = 0;    // equations for the highest derivatives that say nothing new
  int points = 1;     // that agree
  // What is redundant and what is not unique, or what leaves which unknowns open: names of equations and
  // unknowns.
  std::vector<std::string> equations = {}, unknowns = {};
  LocalFindings local = {};                // at the start
  std::optional<Strangeness> ranks = {};   // of the derivative array of the whole model, where it was asked
  std::optional<std::string> why() const;  // one sentence for people; none if the structure holds
};

// Whether it is worth asking if the differentiation index is less than the structural one: of small models,
// if there is something to save.
bool index_may_be_less(const model::Dae& dae, const Diagnosis& found);

// At a consistent start. `ask_ranks`: also where the structure holds, for what ranks alone can tell
// (analyze). `later`: a time behind the start at which a coefficient that vanishes at the start does not; the
// start itself if none is known.
NumericVerdict numeric_verdict(const model::Dae& dae, const Diagnosis& found, TopSystem& start,
                               const Values& values, const std::vector<std::vector<int>>& reluctance,
                               bool ask_ranks = false, double later = 0);

}  // namespace trammel::analysis

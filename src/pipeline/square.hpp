// pipeline/square.hpp: models with more equations than they need.
//
// Where equations share fewer unknowns than there are of them, some must follow from the others, or the model
// contradicts itself. Those that do, by the ranks of their Jacobian or because they hold along the solution
// of the rest, are left out and kept as `surplus`, which is judged with the rest; as many multipliers that
// nothing determines are written in terms of the others, the smallest in their own units.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/dae.hpp"
#include "pipeline/observe.hpp"

namespace trammel::pipeline {

// How much higher the index as written may be than that of equations with combinations, which hold derivatives. These
// are enough to find the solution, but a shorter way may do: the index of a linear model with constant coefficients is
// that of its pencil.
struct Raised {
  int most = 0;
  std::optional<int> pencil = {};
  int as_written(int combined) const {
    return std::max(combined, pencil ? std::min(*pencil, combined + most) : combined + most);
  }
};

// The same problem with as many equations as unknowns and a perfect matching between them.
struct Squared {
  model::Problem problem;
  std::vector<model::Equation> surplus;  // as written
  std::string note = {};                 // what was left out and what is not unique therefore
  std::vector<std::string> open = {};    // names of what is not unique
  std::vector<int> replaced = {};        // equations that are combinations now, by number
  bool misled = false;                   // their structure was
  Raised raises = {};
};
// None: it is square already, or no surplus was found that follows from the rest. Throws where the surplus
// contradicts it.
std::optional<Squared> squared(const model::Problem& given, double t);

// The same problem with combinations in the place of equations whose highest derivatives cancel
// (analysis/untangle.hpp); what they took the place of is surplus. None: nothing cancels.
std::optional<Squared> untangled(const model::Problem& given);

// What a Prepared has left out; empty: nothing.
struct Surplus {
  std::vector<model::Equation> equations = {};
  std::string note = {};
  std::vector<std::string> open = {};
  Reported reported = {};
  bool misled = false;  // as in Squared
  Raised raises = {};
  std::shared_ptr<const model::Problem> whole = {};  // with them
};
class Prepared;
const Surplus& surplus_of(const Prepared& prepared);

}  // namespace trammel::pipeline

// pipeline/square.hpp: models with more equations than they need.
//
// Where equations share fewer unknowns than there are of them, some must follow from the others, or the model
// contradicts itself. Those that do, by the ranks of their Jacobian or because they hold along the solution
// of the rest, are left out and kept as `surplus`, which is judged with the rest; as many multipliers that
// nothing determines are written in terms of the others, the smallest in their own units.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/dae.hpp"
#include "pipeline/observe.hpp"

namespace trammel::pipeline {

// The same problem with as many equations as unknowns and a perfect matching between them.
struct Squared {
  model::Problem problem;
  std::vector<model::Equation> surplus;   // as written
  std::vector<std::string> open() const;  // names of what is not unique therefore
  std::string note() const;               // what was left out and what is not unique therefore
};
// None: it is square already, or no surplus was found that follows from the rest. Throws where the surplus
// contradicts it.
std::optional<Squared> squared(const model::Problem& given, double t);

// What a Prepared has left out; empty: nothing.
struct Surplus {
  std::vector<model::Equation> equations = {};
  std::string note = {};
  std::vector<std::string> open = {};
  Reported reported = {};
  std::shared_ptr<const model::Problem> whole = {};  // with them
};
class Prepared;
const Surplus& surplus_of(const Prepared& prepared);

}  // namespace trammel::pipeline

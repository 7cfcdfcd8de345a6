// pipeline/nominals.hpp: sizes of unknowns where a run begins, for its error test and its Newton iteration.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "pipeline/setup.hpp"

namespace trammel::pipeline {

// Sizes that were estimated from equations and start values, made to fit the point where this run begins.
void temper_nominals(Setup& setup, double length);

// Unknowns that a formulation has added, like the multipliers of 'ggl', get the sizes at which their equations
// notice them.
void size_added_unknowns(Setup& setup);

// Of a run in pieces, by the names of states. A piece that begins where something passes through zero, perhaps with
// other equations, knows less about it than those before: sizes never shrink.
class SizesOfRun {
 public:
  void take(Setup& setup);

 private:
  std::shared_ptr<const Blueprint> plan_;  // of the last piece
  std::vector<double> last_;
  std::unordered_map<std::string, double> by_name_;
};

}  // namespace trammel::pipeline

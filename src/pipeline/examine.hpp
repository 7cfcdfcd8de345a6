// pipeline/examine.hpp: everything that `trammel analyze` says, as a value.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/diagnosis.hpp"
#include "model/dae.hpp"

namespace trammel::pipeline {

struct Recommendation {
  std::string formulation, method, stabilization, reason;
};

struct Examination {
  std::string model;
  int equations = 0, unknowns = 0;
  int index = 0;  // differentiation index: numerical where the structure misleads
  int structural_index = 0;
  std::optional<int> strangeness_index = {};  // of the first-order form, where it could be determined
  int degrees_of_freedom = 0;
  std::vector<analysis::HiddenConstraint> hidden_constraints;
  std::vector<std::string> free_start_values;                    // "x", "der(x)"
  std::vector<std::pair<std::string, double>> consistent_start;  // by the user's names
  std::vector<std::string> redundant;                            // names of equations
  std::vector<std::vector<std::string>> blocks;                  // of the top system, by unknowns
  Recommendation recommendation;
  std::vector<std::string> findings;  // one sentence each, for people
};

Examination examine(const model::Problem& problem);

// A page for people: aligned, hidden constraints as mathematics in the user's names.
std::string text(const Examination& examination);

}  // namespace trammel::pipeline

// pipeline/examine.hpp: everything that `trammel analyze` says, as a value.
#pragma once

#include <complex>
#include <memory>
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

struct PencilFacts {  // of a model that is linear with constant coefficients
  bool regular = true;
  int index = 0;                                       // of nilpotency
  std::vector<std::complex<double>> eigenvalues = {};  // the finite ones
};

struct Examination {
  std::string model;
  int equations = 0, unknowns = 0;
  int index = 0;  // differentiation index: numerical where the structure misleads
  int structural_index = 0;
  std::optional<int> strangeness_index = {};  // of the first-order form, where it could be determined
  int degrees_of_freedom = 0;
  int constraints = 0;                 // on the states, given and hidden
  std::shared_ptr<expr::Graph> graph;  // of the residuals below; it stands on top of the problem's
  std::vector<analysis::HiddenConstraint> hidden_constraints;
  std::vector<analysis::HiddenConstraint> determining;           // what multipliers and the like follow from
  std::vector<std::string> free_start_values;                    // "x", "der(x)"
  std::vector<std::pair<std::string, double>> consistent_start;  // by the user's names
  std::vector<std::string> redundant;                            // names of equations
  std::vector<std::vector<std::string>> blocks;                  // of the top system, by unknowns
  std::optional<PencilFacts> pencil = {};
  Recommendation recommendation;
  std::vector<std::string> findings;  // one sentence each, for people
};

// `tolerance`: that of the run which is recommended.
Examination examine(const model::Problem& problem, double tolerance = 1e-6);
// The same with the equations of all modes together.
Examination examine_as_written(const model::Problem& problem, double tolerance);
// With combinations of equations where their structure misleads (square.hpp); none if there are none, or if they
// do not serve.
std::optional<Examination> examine_untangled(const model::Problem& problem, double tolerance);

// A page for people: aligned, hidden constraints as mathematics in the user's names.
std::string text(const Examination& examination);

}  // namespace trammel::pipeline

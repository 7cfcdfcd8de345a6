// model/hamiltonian.hpp: the equations of motion of a Hamiltonian system, by differentiating the graph.
#pragma once

#include <vector>

#include "model/model.hpp"

namespace trammel::model {

// q' = ∂H/∂p,   p' = -∂H/∂q                                                                  [HLW06, VI.1]
struct Hamiltonian {
  std::vector<Formula> q, p;  // variables of the model, p_i conjugate to q_i
  Formula energy;             // H(q, p, t)
};

// Adds two equations per pair ("motion of q", "motion of p") and marks the pairs, so that symplectic methods
// know what they must treat alike; no pass eliminates a momentum.
void add_hamiltonian(Model& model, const Hamiltonian& system, Model::Place place = Model::Place::current());

}  // namespace trammel::model

// model/lagrange.hpp: equations of motion from energies, by differentiating the graph.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/model.hpp"

namespace trammel::model {

// d/dt ∂T/∂q' − ∂T/∂q + ∂U/∂q + Gᵀλ + Aᵀμ = Q,   0 = g(q, t),   0 = a(q, q', t)
//                                                                                  [HW96, (VII.1.41)-(1.46)]
//
// with G = ∂g/∂q (holonomic, also rheonomic, constraints) and A = ∂a/∂q' (nonholonomic ones, by d'Alembert's
// principle: varying L − μa instead would give other, wrong, equations).
struct Lagrangian {
  std::vector<Formula> q;                                          // variables of the model
  Formula kinetic, potential = 0.0;                                // T(q, q', t), U(q, t)
  std::vector<std::pair<std::string, Formula>> constraints = {};   // name, g
  std::vector<std::pair<std::string, Formula>> nonholonomic = {};  // name, a
  std::vector<Formula> forces = {};                                // Q(q, q', t), per coordinate; empty: none
};

// Adds one equation per coordinate ("motion of q"), the constraints under their names, and a multiplier
// variable "lambda_<name>" per constraint. Returns the multipliers, holonomic ones first.
std::vector<Formula> add_lagrangian(Model& model, const Lagrangian& mechanism,
                                    Model::Place place = Model::Place::current());

}  // namespace trammel::model

// trammel.hpp: everything a program that uses Trammel needs.
//
//   #include <trammel/trammel.hpp>
//   using namespace trammel;
//   Model m("pendulum");  ...  Solution s = solve(m, {.t_end = 10});  s.at("x", 5.0);
#pragma once

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "model/hamiltonian.hpp"
#include "model/lagrange.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel {

using analysis::analyze;
using analysis::hidden_constraints;
using expr::der;
using expr::Formula;
using expr::select;
using model::add_hamiltonian;
using model::add_lagrangian;
using model::Hamiltonian;
using model::Lagrangian;
using model::Model;
using model::Problem;
using model::Rank;
using pipeline::Engine;
using pipeline::Options;
using pipeline::solve;
using solution::Outcome;
using solution::Solution;

}  // namespace trammel

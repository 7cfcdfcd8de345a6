// trammel.hpp: everything a program that uses Trammel needs.
//
//   #include <trammel/trammel.hpp>
//   using namespace trammel;
//   Model m("pendulum");  ...  Solution s = solve(m, {.t_end = 10});  s.at("x", 5.0);
//
//   Prepared p = prepare(load({{"crank.mo", text}}).problem);      // once: formulated, compiled
//   Solution s = run(p, {.parameters = {{"length", 0.3}}});        // often, from any thread
//   Simulation r(p);  while (r.step()) r.value("x");               // or step by step
#pragma once

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "model/hamiltonian.hpp"
#include "model/lagrange.hpp"
#include "model/model.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/compare.hpp"
#include "pipeline/examine.hpp"
#include "pipeline/input_signal.hpp"
#include "pipeline/opaque.hpp"
#include "pipeline/simulation.hpp"
#include "pipeline/solve.hpp"
#include "pipeline/sweep.hpp"
#include "report/solution_file.hpp"

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
using modelica::load;
using pipeline::compare;
using pipeline::Engine;
using pipeline::examine;
using pipeline::Numbers;
using pipeline::OpaqueProblem;
using pipeline::Options;
using pipeline::prepare;
using pipeline::Prepared;
using pipeline::run;
using pipeline::set_input;
using pipeline::Simulation;
using pipeline::Snapshot;
using pipeline::solve;
using pipeline::sweep;
using report::load_solution;
using report::save;
using report::SavedSolution;
using solution::Outcome;
using solution::Solution;

}  // namespace trammel

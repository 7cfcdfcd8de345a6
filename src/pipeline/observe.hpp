// pipeline/observe.hpp: from states back to everything the user declared.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/dae.hpp"
#include "program/program.hpp"
#include "system/system.hpp"

namespace trammel::pipeline {

// What is reported: all declared variables under their names, and der(...) of those whose derivatives appear
// in the user's equations. `leaf` is x or x^(k), in the user's terms.
struct Reported {
  std::vector<std::string> names;
  std::vector<expr::Expr> leaves;
};
Reported reported(const model::Dae& as_written);

// A leaf of the user's Dae in terms of one that was made from it: itself, what a pass renamed it to, or the
// definition that eliminated it.
class Dictionary {
 public:
  // Without `observed`, derivatives are what passes renamed them to, also where something else is reported.
  explicit Dictionary(const model::Dae& dae, bool observed = true);
  expr::Expr translate(expr::Expr leaf) const;

 private:
  expr::Graph& graph_;
  std::unordered_map<std::uint32_t, expr::Expr> renamed_;
  std::unordered_map<int, expr::Expr> defined_;
};

// How some leaves follow from the state z of an underlying ODE: compiled once, for any number of observers.
struct OdeReadout {
  system::System system;
  program::Program program;
  std::vector<int> state;  // per leaf: which component of z it is; -1: it has to be computed
};
OdeReadout read_from_ode(const model::Dae& integrated, const system::System& system,
                         const std::vector<expr::Expr>& leaves);

// The values of some leaves from the state z of an underlying ODE.
class OdeObserver {
 public:
  OdeObserver(const OdeReadout& readout, Vec parameters);
  // With `project`, the state is first moved onto the constraints (between steps dense output leaves them a
  // little). `slope` of z, where it is known: what is reported of highest derivatives that the equations do
  // not give at a point, because it is a singular one.
  void operator()(double t, Vec z, bool project, Out values, Vec slope = {});
  // Only the leaves that are components of z.
  void states(double t, Vec z, bool project, Out values);
  void guess(Vec top) { instance_->ode().guess(top); }  // near what will be looked for
  // A point of the solution before or after: what is asked for next lies on the same branch.
  void anchor(double t, Vec z, Vec top) { instance_->ode().anchor(t, z, top); }

 private:
  std::unique_ptr<system::Instance> instance_;
  bool move(double t, Vec z, bool project);  // z_ and what solves for the tops there
  program::Runner runner_;
  std::vector<int> state_;
  std::vector<double> z_, dz_, unknown_, top_;
  std::vector<int> below_;  // per unknown: the component of z whose rate its top is, or -1
};

// The points of a run with their top derivatives. Where equations have several solutions, values between
// the steps are followed from these: the branch that the run is on.
class Branch {
 public:
  struct Node {
    double t = 0;
    Vec z = {}, top = {};
  };
  void add(double t, Vec z, Vec top, bool keep);  // all of them, or the last one only
  bool empty() const { return times_.empty(); }
  Node before(double t) const;  // the last one up to t, or the first

 private:
  std::size_t states_ = 0, tops_ = 0;
  std::vector<double> times_, values_;
};

// The values of some leaves from the unknowns y of a residual and their slopes.
program::Program read_from_residual(const model::Dae& integrated, const std::vector<expr::Expr>& leaves);
class ResidualObserver {
 public:
  ResidualObserver(const program::Program& readout, Vec parameters);
  void operator()(double t, Vec y, Vec slope, Out values);

 private:
  program::Runner runner_;
};

// The numbers of all parameters, in the order of the graph.
std::vector<double> parameter_values(const model::Dae& dae, int count);
std::vector<double> parameter_values(const model::Dae& dae);

// A program was compiled when the graph had these parameters; others have joined them since.
inline program::Runner runner_for(const program::Program& program, Vec parameters) {
  program::Runner runner(program);
  runner.set_parameters(parameters.first(static_cast<std::size_t>(program.parameters())));
  return runner;
}

}  // namespace trammel::pipeline

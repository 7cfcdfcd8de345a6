// model/dae.hpp: a model as data. Analysis reads a Dae, passes turn one into another, a System is compiled
// from one.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "expr/graph.hpp"
#include "model/events.hpp"
#include "model/origin.hpp"

namespace trammel::model {

using expr::Expr;
using expr::Graph;

struct Variable {
  int id = -1;                       // the graph's number of it; its name is the graph's too
  std::optional<double> start = {};  // given by the user; none means the default 0, as a guess
  bool fixed = false;
  double nominal = 1;
  bool nominal_given = false;  // otherwise the 1 is only a default
  double min = -std::numeric_limits<double>::infinity(), max = std::numeric_limits<double>::infinity();
  SharedText unit = {}, description = {};
  Origin origin = {};
  int momentum_of = -1;  // the coordinate to which this is the conjugate momentum; -1: none
};

struct Parameter {
  int id = -1;
  double value = 0;
  SharedText unit = {}, description = {};
  Origin origin = {};
  // Of other parameters, if the value follows from them. A constant: the value is built into the equations
  // and cannot be changed.
  Expr formula = {};
};

// residual = 0. An equation made by differentiating another keeps its family (the number of the equation as
// the user wrote it) and tells how often it was differentiated, so that messages can name what the user
// knows.
struct Equation {
  std::string name = {};
  Expr residual = {};
  Origin origin = {};
  int family = -1;
  int derivative = 0;
};

// A variable that was eliminated: variable = value, in terms of those that remain. Still reported by its
// name.
struct Definition {
  int variable = -1;
  Expr value = {};
};

// An unknown that a pass made for a derivative: variable = der^k(of).
struct Renamed {
  int variable = -1, of = -1, derivative = 0;
};

// A derivative of the user's that is reported as this value: equal on exact solutions, but the one that obeys
// the constraints.
struct Observed {
  Expr leaf = {}, value = {};
};

// A parameter that the run sets before every try of a step: a gain that follows the step size.
struct RunTimeParameter {
  enum class Rule { inverse_step };
  int id = -1;
  Rule rule = Rule::inverse_step;
  int power = 1;  // the highest power of it in an equation: it magnifies rounding errors that much
};

// A choice that is made during the run: the constraint takes the place of the relation x' = v of one of the
// variables in it. Of the parameters of one constraint exactly one is 1, the others are 0; a variable serves
// at most one constraint. The coefficient, ∂ constraint / ∂ variable, tells how good a choice is.
struct Selection {
  int parameter = -1;                  // among `parameters`
  int constraint = -1, variable = -1;  // numbers that tell them apart
  int depth = 1;                       // of the constraint: how many levels of it are involved
  Expr coefficient = {};
  double nominal = 1;  // of the variable
};

struct Dae {
  std::string name = {};
  std::shared_ptr<Graph> graph = {};
  std::vector<Variable> variables = {};  // the unknowns
  std::vector<Parameter> parameters = {};
  std::vector<Equation> equations = {};  // as many as unknowns
  std::vector<Equation> initial_equations = {};
  std::vector<Equation> invariants = {};  // true on every exact solution: for projection and checks
  std::vector<Variable> eliminated = {};  // beside `definitions`, with their attributes
  std::vector<Definition> definitions = {};
  std::vector<Renamed> renamed = {};
  std::vector<Observed> observed = {};
  std::vector<RunTimeParameter> run_time = {};  // among `parameters`
  std::vector<Selection> selections = {};
  // Equations for the highest derivatives that follow from the others, found by numbers at the start: so many
  // directions of the tops are open, and the smallest tops are taken (reactions of redundant constraints).
  int dependent_tops = 0;
  // The time in which variables move by their nominal values: their derivatives have nominal/time_unit^k. The
  // length of the interval, once that is known.
  double time_unit = 1;
  double nominal(const Variable& variable, int derivative) const;
  std::vector<Assertion> assertions = {};  // in the user's terms, whatever passes do
  Events events = {};                      // likewise
};

// How binding a start value is: a guess may be changed freely, a preferred one as little as possible, a fixed
// one not.
enum class Rank { guess, preferred, fixed };

struct StartValue {
  Expr leaf = {};  // x⁽ᵏ⁾
  double value = 0;
  Rank rank = Rank::preferred;
  Expr formula = {};  // of parameters, if the value follows from them
};

struct Problem {
  Dae dae = {};
  std::vector<StartValue> starts = {};  // one per leaf that has one
  double t_start = 0, t_end = 1;
};

// The same as data, on a graph of its own that stands on top of the original's: whatever is made from it
// leaves the original as it is, so that any number of threads may work on one Problem.
Dae on_top(const Dae& dae);
Problem on_top(const Problem& problem);
// The values of parameters that both know.
void take_parameters(Dae& dae, const Dae& from);

// "d/dt rod" for derivatives, also for those that are yet to be made; equations as written are just named.
std::string name_of(const Equation& equation, int times = 0);

}  // namespace trammel::model

// analysis/point.hpp: a consistent point: all conditions hold, fixed values hold, the rest is as near as
// possible to what was asked for.
//
// Lexicographic: conditions and fixed values exactly; then preferred values move as little as possible, those
// of states less than those of algebraic unknowns and top derivatives; then guesses.
#pragma once

#include <string>
#include <vector>

#include "analysis/numbers.hpp"
#include "model/dae.hpp"

namespace trammel::analysis {

struct Quantity {  // an unknown of the start
  expr::Expr leaf = {};
  double value = 0;
  model::Rank rank = model::Rank::guess;
  double nominal = 1;
  bool state = true;  // worth mentioning if nothing determines it
  // Derivative minus the order d of its variable: positions come before velocities before tops.
  int stage = 0;
};

struct Condition {  // names are made when a message asks for them: large problems have many conditions
  expr::Expr residual = {};
  const model::Equation* equation = nullptr;  // of the Dae, or none: then `text` says what this is
  int times = 0;                              // how often the equation was differentiated
  int family = -1;                            // derivatives of one equation belong together; -1: stands alone
  std::string text = {};

  std::string name() const { return equation ? model::name_of(*equation, times) : text; }  // "d/dt rod"
  const std::string& written() const { return equation ? equation->name : text; }          // "rod"
};

struct PointProblem {
  const model::Dae* dae = nullptr;
  std::vector<Quantity> quantities = {};
  std::vector<Condition> conditions = {};
  double t = 0;
};

// All of a PointProblem that does not depend on numbers, compiled: for the same quantities and conditions
// with other values and parameters.
struct PointPlan {
  explicit PointPlan(const PointProblem& problem);
  program::Program program;    // the conditions by the quantities
  std::vector<int> row_stage;  // per condition: the highest stage among its quantities
  int simplification;          // the parameter of homotopy(..), if a condition holds it; -1: none does
};

struct Point {
  std::vector<double> values;               // beside `quantities`
  std::vector<std::string> notes;           // what had to be decided, one sentence each
  std::vector<std::string> dependent = {};  // names of conditions that follow from those before them there
};

// Damped Gauss-Newton stage by stage, then all at once, then homotopy, then restarts from perturbed guesses;
// always in this order and without chance, so that the guess picks the branch. Throws an Error of kind
// initialization that names a minimal set of fixed values and equations that contradict each other.
Point find_point(const PointProblem& problem);
// Without symbolic work, unless the search fails and a message is to be made.
Point find_point(const PointProblem& problem, const PointPlan& plan, Vec parameters);

// Two starts are the same quantity in the digits with which they were written: 0.123456789 may move by 1e-9.
double printed_unit(double value);  // 10^(last digit)
int printed_digits(double value);   // significant ones

}  // namespace trammel::analysis

// pipeline/held.hpp: a problem whose relations keep their values between events.
//
// Every relation outside noEvent(..) becomes a parameter, and so does what floor, ceil, div, mod and rem
// round to. Between events the equations are then smooth, and their derivatives are what they should be; at
// events the parameters get new values, and nothing is compiled.
#pragma once

#include <string>
#include <vector>

#include "model/dae.hpp"

namespace trammel::pipeline {

struct HeldRelation {
  // Truth: the sign of left - right decides. The others: the parameter is floor, ceil or trunc of left.
  enum class Kind { truth, floor, ceil, trunc };
  Kind kind = Kind::truth;
  expr::Op op = expr::Op::gt;  // of a truth
  int parameter = -1;
  expr::Expr left = {}, right = {};  // right: of a truth
  expr::Expr zero = {};              // left - right, or left; other relations in it are held too
  std::string text = {};             // as the user wrote it
  bool at_rest = false;              // the motion stays at its zero: it keeps its value
  int delay = -1;                    // it tells that this delay needs another piece of the past: no truth
  bool silent = false;               // nobody is told when it changes
  model::Origin origin = {};
};

// delay(value, by): within a piece of the past it is a polynomial in time - by, whose coefficients are
// parameters; between pieces it is an event. So its derivatives are known to all orders.
struct HeldDelay {
  expr::Expr value = {}, past = {};  // past: time - by
  double longest = 0;                // 0: `by` does not change
  bool moving = false;               // `by` changes with time
  bool at_rest = false;              // its value changes at events only
  expr::Expr polynomial = {};        // that stands for it
  std::vector<int> coefficients = {};
  int centre = -1, half = -1, from = -1, to = -1;
  std::string text = {};
  model::Origin origin = {};
};

struct Held {
  model::Problem problem;  // on a graph of its own; its events are in terms of the parameters
  std::vector<HeldRelation> relations;
  std::vector<HeldDelay> delays = {};
  // Parameters that change at events and choose between branches with different unknowns in them: they may
  // change the structure of the equations.
  std::vector<int> structural = {};
};

// Finds delays whose value follows from parameters alone, so that it changes at events only. In the expressions
// they are one parameter each, not a polynomial.
void find_resting(Held& held, const std::vector<expr::Expr*>& all);

bool has_events(const model::Dae& dae);
Held hold(const model::Problem& problem);
// The problem in one mode: structural parameters are constants in its equations.
model::Problem in_mode(const Held& held, const std::vector<double>& parameters);

// The value that a relation has, by its op and by left and right.
double value_of(const HeldRelation& relation, double left, double right);

}  // namespace trammel::pipeline

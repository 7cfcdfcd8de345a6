// model/events.hpp: what a model does at instants, and what it claims about itself, as data.
//
// Whatever changes only at events is a parameter of the graph: discrete variables, pre(x), sample(..),
// initial(), terminal(). So its time derivative is zero, and writing a new value recompiles nothing.
#pragma once

#include <string>
#include <vector>

#include "expr/graph.hpp"
#include "model/origin.hpp"

namespace trammel::model {

// assert(condition, message): a run ends where an error is false, and goes on with a note where a warning is.
struct Assertion {
  expr::Expr condition = {};
  std::string message = {};
  bool warning = false;
  Origin origin = {};
};

// A variable that keeps its value between events; an enumeration counts as Integer, false and true as 0
// and 1.
struct Discrete {
  enum class Type { real, integer, boolean };
  Type type = Type::real;
  expr::Expr value = {};  // a parameter that when-clauses assign, or a symbol that an equation determines
  int pre = -1;           // the parameter that stands for pre(value); -1: nothing asks for it
  double start = 0;
  bool fixed = false;
  Origin origin = {};
};

// A relation outside noEvent(..): its truth changes where the zero function does so in the way of its kind.
// expr::print shows its text.
struct Relation {
  // Passes through zero; passes through any whole number (floor, div, mod); bends where its zero function is zero (abs,
  // sign, min, max).
  enum class Kind { sign, whole, bend };
  Kind kind = Kind::sign;
  expr::Expr value = {}, zero = {};  // x > y and x - y; floor(x) and x; max(x, y) and x - y
  Origin origin = {};
  bool silent = false;  // steps end there, but the language knows of no event (model/inputs.hpp)
};

// sample(start, interval): the parameter `id` is 1 at start + k*interval, k = 0, 1, .., and 0 elsewhere.
struct Sampler {
  int id = -1;
  expr::Expr start = {}, interval = {};  // of parameters only
  Origin origin = {};
};

// delay(value, by): the parameter `id` stands for what an expression was that long ago.
struct Delay {
  int id = -1;
  expr::Expr value = {}, by = {};
  double longest = 0;  // that `by` will ever be; 0: it does not change
  Origin origin = {};
};

// when .. elsewhen .. end when: the first branch of which a trigger becomes true is carried out.
struct When {
  struct Assignment {  // of a discrete variable (its parameter), or a new value of a state (its symbol)
    expr::Expr target = {}, value = {};
    Origin origin = {};
  };
  struct Branch {
    std::vector<expr::Expr> triggers = {};
    std::vector<Assignment> assignments = {}, reinits = {};
    std::vector<Assertion> assertions = {};
    std::vector<Assertion> endings = {};  // terminate(message), where the condition holds
  };
  std::vector<Branch> branches = {};
  Origin origin = {};
};

struct Events {
  std::vector<Discrete> discrete = {};
  std::vector<Relation> relations = {};
  std::vector<Sampler> samplers = {};
  std::vector<When> whens = {};
  std::vector<Delay> delays = {};
  int initial = -1, terminal = -1;  // parameters that stand for initial() and terminal(); -1: not used

  struct Construct {  // the Modelica word, and where it is used first
    std::string word = {};
    Origin origin = {};
  };
  std::vector<Construct> constructs = {};  // what a run cannot do without handling events
};

}  // namespace trammel::model

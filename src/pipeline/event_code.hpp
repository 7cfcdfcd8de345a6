// pipeline/event_code.hpp: what a model does at instants, compiled: functions of time, the state z of the
// underlying ODE, its highest derivatives, and the parameters.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "expr/enclosure.hpp"
#include "pipeline/held.hpp"
#include "pipeline/reference.hpp"
#include "program/program.hpp"

namespace trammel::pipeline {

struct EventCode {
  // Throws an Error where something at an instant needs what no equation holds.
  EventCode(const Held& held, std::shared_ptr<const ReferenceForm> reference);

  std::shared_ptr<const ReferenceForm> reference;
  std::vector<HeldRelation> relations;
  std::vector<int> watched;  // relations that are looked for on every step
  std::vector<int> timed;    // relations that are affine in time and depend on nothing else that moves
  std::vector<int> clocked;  // relations of time alone that are not
  std::vector<expr::Enclosure> clocks;  // of `clocked`
  // Of `watched`: functions of time, state and highest derivatives, numbered in this order. None: its points show all
  // of it, or nothing is known of it.
  std::vector<std::optional<expr::Enclosure>> bounds;
  bool bounded = false;     // there is one
  std::vector<char> still;  // per relation: nothing in it moves between events, in these equations

  struct Discrete {
    std::string name;
    int parameter = -1;  // that holds its value; -1: an unknown, whose value is `row`
    int row = -1;
    int pre = -1;  // parameter; -1: none
    double start = 0;
    bool real = false;
    bool continuous = false;  // a Real unknown: only its value before the event matters
  };
  std::vector<Discrete> discrete;

  struct Sampler {
    int parameter = -1;
    std::string text;
  };
  std::vector<Sampler> samplers;

  struct Assignment {
    int target = -1;     // a parameter; of a new value of a state: a component of z
    int row = -1;        // the value
    int reached = -1;    // of a new value of a state: the row that must get it
    bool plain = false;  // that row is the component itself
    std::string name;
    model::Origin origin;
  };
  struct Claim {
    int row = -1;
    const model::Assertion* claim = nullptr;
  };
  struct Branch {
    std::vector<int> triggers;  // rows
    std::vector<Assignment> assignments, reinits;
    std::vector<Claim> assertions, endings;
    std::string text;  // of its triggers
  };
  struct When {
    std::vector<Branch> branches;
    std::vector<int> assigned;  // parameters that one of the branches assigns
    // Parameters that are what the clauses before this one have made of others: so far, and those.
    std::vector<std::pair<int, int>> carried;
    model::Origin origin;
  };
  std::vector<When> whens;
  int initial = -1, terminal = -1, simplification = -1;  // parameters

  // Rows of what is differentiated somewhere and is no state: it must not jump.
  struct Smooth {
    int row = -1;
    std::string name;
    double nominal = 1;
  };
  std::vector<Smooth> smooth;
  bool tied = false;  // a constraint was solved for something that is differentiated somewhere

  std::vector<HeldDelay> delays;

  // Functions of the program. zeros: of `watched`; sides: left and right of all relations; rows: all that is
  // read at an event; times: zero and slope of `timed`, then start and interval of samplers; delayed: value
  // and time of `delays`.
  enum Function { zeros, sides, rows, times, delayed };
  static constexpr int functions = 5;
  std::unique_ptr<program::Program> program;
  int row_count = 0;
  bool needs_tops[functions] = {};

 private:
  model::Events events_;  // held
};

// One thread's way to ask for those numbers.
class EventView {
 public:
  explicit EventView(std::shared_ptr<const EventCode> code);
  void set_parameters(Vec values);
  void guess(Vec top);
  Vec top();
  // False: the equations cannot be solved for the highest derivatives there.
  bool evaluate(EventCode::Function function, double t, Vec z, Out values);
  // With these top derivatives and algebraic unknowns instead of those that solve the equations.
  void evaluate(EventCode::Function function, double t, Vec z, Vec top, Out values);
  system::Ode& ode() { return instance_.ode(); }
  const system::System& system() const { return instance_.system(); }
  bool highest(int component);  // of the derivatives of its unknown among the states
  int row_at_fault() const { return row_at_fault_; }

 private:
  std::shared_ptr<const EventCode> code_;
  system::Instance instance_;
  system::Outcome solve(double t, Vec z);

  program::Runner runner_;
  std::vector<double> slope_, nothing_, first_;
  std::vector<double> kept_;  // the last tops that were given or found
  int row_at_fault_ = -1;
};

}  // namespace trammel::pipeline

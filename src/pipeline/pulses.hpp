// pipeline/pulses.hpp: what in the equations may have a pulse as a function of states.
//
// exp(-((x - a)/w)^2) is zero but where x is near a; a step that passes over that place sees nothing. A function can do so
// if it rests for some arguments (exp, tanh, 1/(..), a choice) and is not monotone in them. A diode, exp(v/vt), is monotone in v:
// it cannot have rested at both ends of a step in which v has gone one way.
#pragma once

#include <string>
#include <vector>

#include "expr/enclosure.hpp"
#include "model/dae.hpp"

namespace trammel::pipeline {

class Pulses {
 public:
  // Where the numbers come from that the functions depend on: components of the state, what is reported, time.
  struct Leaf {
    enum class From : char { time, state, reported } from = From::time;
    int place = 0;
  };
  Pulses() = default;
  // `state`: names of the components of the state; `reported`: of what can be had from it.
  Pulses(const model::Dae& as_written, const std::vector<std::string>& state,
         const std::vector<std::string>& reported);
  bool empty() const { return functions_.empty(); }
  // `power`: it rests as far away as 1/r^2 does. Next to a pole that grows like a power, and error tests see it from afar.
  struct Function {
    expr::Enclosure of;
    bool power = false;
  };
  const std::vector<Function>& functions() const { return functions_; }
  const std::vector<Leaf>& leaves() const { return leaves_; }  // by the numbers that the functions give them

 private:
  std::vector<Function> functions_;
  std::vector<Leaf> leaves_;
};

}  // namespace trammel::pipeline

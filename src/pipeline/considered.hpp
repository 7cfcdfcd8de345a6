// pipeline/considered.hpp: what `auto` considered in the last run of this thread, with what it cost.
#pragma once

#include <string>
#include <vector>

namespace trammel::pipeline {

// Costs are effort (base/effort.hpp), in units of about one instruction.
struct Considered {
  struct Candidate {
    std::string formulation, method;
    double predicted = 0;  // for the whole run, at equal errors; 0: nothing is known
    double spent = 0;      // in the steps that it made
    std::string how;       // why it is out of the race, or empty
  };
  std::vector<Candidate> candidates = {};
  double effort = 0;  // of the whole run
};

inline Considered& last_considered() {
  thread_local Considered considered;
  return considered;
}

}  // namespace trammel::pipeline

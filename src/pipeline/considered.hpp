// pipeline/considered.hpp: what `auto` considered in the last run of this thread, with what it cost; and how a run
// tells that one choice took over from another.
#pragma once

#include <string>
#include <vector>

namespace trammel::pipeline {

struct Choice;
struct Once;
class Outlook;

// Costs are effort (base/effort.hpp), in units of about one instruction.
struct Considered {
  struct Candidate {
    std::string formulation, method;
    double predicted = 0;  // for the whole run, at equal errors; 0: nothing is known
    double spent = 0;      // from where it began to where it ended; 0: it was not asked
    std::string how;       // why it was left or refused, or empty
  };
  std::vector<Candidate> candidates = {};
  double effort = 0;  // of the whole run
};

inline Considered& last_considered() {
  thread_local Considered considered;
  return considered;
}

std::vector<Considered::Candidate> as_candidates(const std::vector<Choice>& choices);

// What a choice did, as a note; and why it was left, as the beginning of the reason of the next one.
std::string told(const Once& once, const Outlook& outlook);
std::string why_left(const Once& once, const Outlook& outlook);

}  // namespace trammel::pipeline

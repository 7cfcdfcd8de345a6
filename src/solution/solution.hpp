// solution/solution.hpp: what a run returns: trajectories by the user's names, why it ended, what it cost.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/error.hpp"
#include "base/span.hpp"
#include "solution/certificate.hpp"
#include "solution/readout.hpp"
#include "solution/trajectory.hpp"

namespace trammel::solution {

// Why a run or a segment of it ended.
enum class Outcome {
  finished,
  event,
  step_too_small,
  too_many_steps,
  not_finite,
  singular,
  interrupted,
  assertion
};
std::string_view name(Outcome outcome);

struct Sample {
  double time = 0;
  std::vector<double> values;  // per variable
};

struct Segment {
  Trajectory trajectory;
  Readout observe;
};

// An instant at which something changed.
struct Event {
  double time = 0;
  std::string name = {};                  // what made it: relations, samplers
  std::vector<std::string> changed = {};  // discrete variables and states with new values
  struct Impulse {
    std::string variable;  // an algebraic unknown: a force, a current
    double value = 0;      // its integral over the instant
    bool shared = false;   // redundant constraints leave it open: the smallest ones that serve were taken
  };
  std::vector<Impulse> impulses = {};  // of those that had to be infinite
};

struct Choice {  // how the problem was solved, and why so
  std::string formulation, method, stabilization, reason;
};

// What was considered as a choice, with what it cost: effort (base/effort.hpp), in units of about one
// instruction.
struct Considered {
  struct Candidate {
    std::string formulation, method;
    double predicted = 0;  // for the whole run, at equal errors; 0: nothing is known
    double spent = 0;      // from where it began to where it ended; 0: it was not asked
    std::string how = {};  // why it was left or refused, or empty
  };
  std::vector<Candidate> candidates = {};
  double effort = 0;  // of the whole run
};

class Solution {
 public:
  Outcome outcome = Outcome::finished;
  std::string message;                 // one sentence: why it ended
  Where culprits;                      // of a run that stopped early: equations, variables, place
  std::vector<std::string> variables;  // "x", "y", "der(x)", ...
  double t_start = 0, t_end = 0;       // as far as it got
  std::vector<Sample> samples;         // at the times that were asked for
  std::vector<double> last;            // per variable, at t_end
  // Sizes at which variables count as zero, for those at which it is not 1: their absolute tolerance is that
  // times `atol`. Fixed before the first step.
  std::vector<std::pair<std::string, double>> scales;
  // Variables that the equations leave open, reactions of redundant constraints: of these the smallest are taken.
  std::vector<std::string> not_unique;
  double constraint_residual = 0;  // largest |h| over all accepted steps, given and hidden constraints
  int index = 0, degrees_of_freedom = 0;
  Choice choice;
  Considered considered;
  Certificate certificate;
  Counts counts;
  double seconds = 0;
  std::vector<std::string> notes;
  std::vector<Event> events;
  std::vector<Segment> segments;  // empty if the run was told to keep no trajectory

  bool success() const { return outcome == Outcome::finished; }
  // By dense output, moved onto the constraints. Any number of threads may ask at the same time; of named
  // variables no more is computed than they need. At an event, the values behind it.
  std::vector<double> at(double t) const;  // all variables
  std::vector<double> at(double t, std::span<const std::string> names) const;
  double at(std::string_view variable, double t) const;
  double end(std::string_view variable) const;  // at t_end
  std::vector<double> times() const;            // the accepted steps
  std::string summary() const;
  // The same as data only: all reported variables are polynomials, and nothing of the model is needed to read
  // them. They pass through the reported values at the ends of the steps and at as many points between them
  // as the square of a state needs.
  Solution as_data() const;

 private:
  std::size_t column(std::string_view variable) const;
  void read(double t, bool states_only, Out values) const;
};

}  // namespace trammel::solution

// pipeline/race.hpp: which of the choices of a run goes on, by the work that they are seen to need.
//
// A run begins with the choice that is expected to cost least. While it goes on, its rate is measured: effort
// (base/effort.hpp) per unit of time. Where the rest of the run would cost ten times what a look at another
// choice costs, the most promising other one goes on for a while. It goes on for real: the steps that it makes
// are steps of the run, and nothing is computed twice. Then the better of the two has the run. Looks are
// repeated when the effort has doubled, because the problem may have changed: stiffness comes and goes.
//
// Effort is counted, not timed, so that a run is the same whenever and wherever it is repeated.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/choose.hpp"
#include "pipeline/considered.hpp"

namespace trammel::pipeline {

class Race {
 public:
  // Among these choices, from `begin` to `end`. Only those with a cost race; the others go on where all before
  // them have failed.
  Race(const std::vector<Choice>& choices, const Facts& facts, double rtol, double begin, double end);

  std::optional<std::size_t> current() const;  // the choice that goes on; none: no other is left
  bool open() const { return others_ > 0; }    // somebody else could go on
  void starts(double t);                       // the current choice goes on from t
  // Asked after each accepted step; true: somebody else goes on from here. `stiff`: the method thinks that
  // stability limits its steps.
  bool leaves(double t, bool stiff);
  const std::string& why() const { return why_; }        // the last one was left; empty: for a trial only
  const std::string& reason() const { return reason_; }  // that the current one goes on; empty: for a trial
  const std::string& found() const { return found_; }    // by the trial that it has won
  void fails(const std::string& how);  // the current choice cannot be set up, or cannot go on
  void ends();                         // the run is over
  std::vector<Considered::Candidate> considered() const;

 private:
  struct Runner {
    const Choice* choice;
    double expected;  // effort of the whole run: a forecast, then by what was seen
    double steps;     // likewise, a forecast
    double spent = 0;
    bool started = false, out = false;
    std::string how = {};
    bool races() const { return choice->cost > 0 && !out; }
  };
  struct Step {
    double t, effort;
  };
  Runner& now() { return runners_[current_]; }
  int settled(const Runner& runner) const;  // steps after which its rate is believed
  double rate() const;                      // of the current choice, by its last steps
  void learn(double t);
  std::optional<std::size_t> challenger(double rest, bool stiff) const;
  bool ends_trial(double t);
  void hand_over(std::size_t to);

  std::vector<Runner> runners_;
  double setup_, begin_, end_, began_;
  double hardness_ = 1;  // steps that were needed, in units of the forecast
  std::size_t current_ = 0;
  int others_ = 0;
  std::optional<std::size_t> incumbent_ = {};  // in a trial: who goes on if it brings nothing
  double incumbent_rate_ = 0, budget_ = 0;     // of the trial
  double look_at_ = 0;                         // effort at which the next look is due
  std::deque<Step> steps_ = {};                // the last ones of the current choice
  Step first_ = {};
  long count_ = 0;  // of its steps
  std::string why_ = {}, reason_ = {}, found_ = {};
};

}  // namespace trammel::pipeline

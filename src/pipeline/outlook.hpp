// pipeline/outlook.hpp: would another choice take less work for the rest of a run?
//
// A run begins with a choice that holds all constraints to rounding. What its steps really come to shows on the
// way: where each evaluation of the underlying ODE iterates, it may be many times what an implicit method, which
// iterates once for everything, needs. So the work of the steps is counted (integrate/step_effort.hpp) and
// projected to the end of the interval; the other choice is expected to take as many steps as its order needs in
// place of those that were seen (cost.hpp). Where the forecast is close, the two race: the other choice goes on for as
// much work as a tenth of the rest, and is left again if it took more per unit of time than the first one did. Work is
// counted, not timed: a run is the same wherever it is repeated.
//
// Stiffness comes and goes. Where the fastest mode decays and bounds the steps of an explicit method, those that it has
// made say nothing of how many an implicit one needs. And where an implicit method goes on, the fastest mode tells how
// many steps an explicit one would take now. It is looked at after 50 steps and each time their number has
// doubled, and in implicit runs each time the work has doubled, which costs a few evaluations.
#pragma once

#include <functional>
#include <string>

#include "pipeline/choose.hpp"
#include "pipeline/fastest_mode.hpp"

namespace trammel::pipeline {

bool is_explicit(const Choice& choice);

class Outlook {
 public:
  // `explicitly`: the choice that steps back to where stiffness has gone, if there is one.
  Outlook(const Facts& facts, double rtol, double end, const Choice* explicitly = nullptr)
      : facts_(facts), rtol_(rtol), end_(end), explicitly_(explicitly) {}

  // A choice goes on from t; `next`, if there is one, would be the next. One that goes on for a choice that
  // was left for its work races with it.
  void starts(const Choice& mine, const Choice* next, double t);
  using Mode = std::function<FastestMode()>;  // where the run is now
  // Asked after each accepted step: should another choice go on from here?
  bool leaves(double t, const Mode& mode = {});
  // What was found, for the reason that users read.
  std::string why() const;
  bool races() const { return races_; }      // who leaves now leaves for the choice before
  bool bound() const { return bound_; }      // ... because stability bounds its steps
  bool returns() const { return returns_; }  // ... for the explicit one, because it is not stiff any more

 private:
  bool is_due(double t, double effort);
  bool leaves_for_next(double t, double effort);
  bool is_bound(double t, double effort, const Mode& mode);
  bool leaves_for_explicit(double t, double effort, const Mode& mode);
  void seen(double t, double effort);
  const Facts& facts_;
  double rtol_, end_;
  const Choice* explicitly_;
  const Choice *mine_ = nullptr, *next_ = nullptr;
  bool returns_ = false, returned_ = false, bound_ = false;
  int agreed_ = 0;                         // looks in a row that were for an explicit method
  double patience_ = 4e6;                  // effort after which an implicit run looks back
  long all_steps_ = 0, bound_look_ = 0;    // of this choice; at which number the next look is due
  double bound_t_ = 0, bound_effort_ = 0;  // at the last one
  long bound_steps_ = 0;
  bool watches_ = false;  // the next choice may need less
  bool begins_ = true;    // its first steps do not count
  double steps_ratio_ = 0, other_step_ = 0;
  double began_ = 0;                     // effort at the start of this choice
  double look_at_ = 0;                   // effort at which the next look is due
  double seen_t_ = 0, seen_effort_ = 0;  // at the last look
  long steps_ = 0;                       // since then
  double part_ = 1, at_ = 0;
  double rate_ = 0;     // of the choice that was left: effort per unit of time
  bool races_ = false;  // with that
};

}  // namespace trammel::pipeline

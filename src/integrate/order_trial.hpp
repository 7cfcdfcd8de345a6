// integrate/order_trial.hpp: does a higher order pay? It is tried for some steps, and given up again if they
// did not get farther for the same work.
//
// Contraction of Newton's iteration says whether many stages can be solved for, not whether they are worth
// it: at loose tolerances, or where the equations have kinks, the longer steps that high order permits do not
// come.
#pragma once

#include <algorithm>

namespace trammel::integrate {

class OrderTrial {
 public:
  void forget() { *this = {}; }
  void worked(double effort) { effort_ += effort; }  // on a step, accepted or not
  // A step was accepted. True: that was the last one of a trial, and the order is not worth it.
  bool disappoints(double h) {
    progress_ += h;
    ++steps_;
    if (wait_ > 0) --wait_;
    if (left_ == 0) {
      progress_ *= memory;
      effort_ *= memory;
      return false;
    }
    if (--left_ > 0) return false;
    const bool pays = progress_ >= worth * before_ * effort_;
    pause_ = pays ? 0 : std::clamp(2 * pause_, shortest_pause, longest_pause);
    return !pays;
  }
  bool may_rise() const { return wait_ == 0; }
  bool settled() const { return steps_ >= settling; }
  void rises() {
    const double before = effort_ > 0 ? progress_ / effort_ : 0;
    changed(0);
    before_ = before;
    left_ = trial;
  }
  void gives_up() { changed(pause_); }     // back, and not again for a while
  void falls(int wait) { changed(wait); }  // for another reason than a trial

 private:
  void changed(int wait) {
    progress_ = effort_ = 0;
    steps_ = left_ = 0;
    wait_ = wait;
  }
  // Measured on the IVP test set at 1e-2 to 1e-10; all of them lie on a flat optimum.
  static constexpr int settling = 8, trial = 8, shortest_pause = 10, longest_pause = 100;
  static constexpr double memory = 0.7, worth = 0.9;
  double progress_ = 0, effort_ = 0, before_ = 0;  // time and work of late; their quotient before the trial
  int steps_ = 0, left_ = 0;                       // since the last change of order; of the trial
  int wait_ = 0, pause_ = 0;
};

}  // namespace trammel::integrate

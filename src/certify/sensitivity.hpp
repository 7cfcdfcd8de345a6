// certify/sensitivity.hpp: how much small changes grow along a run.
//
// One random tangent vector is carried along by implicit Euler steps for the linearized equations as written,
//   sum_k F_x(k) w(k) = 0,  w(k) at the end = (w(k-1) at the end - w(k-1) at the beginning)/h,
// at a sample of the accepted points. At each of them the equations are frozen for some steps, the rate of
// growth is read off, and it counts until the next one. That finds exponential growth, not its last digit.
// Where a model makes events, its equations are others from one moment to the next: there the vector is
// carried over every step, and over each event by the saltation matrix [LN04], I + (f+ - f-) n'/(n' f-) where
// the state is continuous. Errors are measured in the sizes of the variables, as tolerances are: what grows
// no faster than the solution itself is not amplified.
//
// Where time does not stand in the equations and steps are implicit, errors along the motion are shifts of
// time: they neither grow nor fade, and are as large as the motion is fast. So the vector is kept normal to
// the motion, and shifts are counted by speeds: one that was made where everything was slow is as many times
// larger as everything moves faster later, over times that count. A relaxation oscillation, whose jumps take
// a millionth of its period, would seem to amplify errors in each of them beyond all bounds.
#pragma once

#include <optional>
#include <vector>

#include "certify/filter.hpp"

namespace trammel::certify {

class Sensitivity {
 public:
  explicit Sensitivity(Equations& equations);
  void reset();
  // Where the run is. `sizes`: per variable; `value_sizes`: per reported value.
  struct Place {
    double t = 0;
    Vec values, sizes, value_sizes;
  };
  void begin(const Place& start);
  // An event: what moves from here on need not have come from what moved before.
  void forget_shifts() { slowest_ = 0; }
  struct Way {
    double h = 0;           // the step that ended there
    long steps = 0;         // its number
    double since = 0;       // a first look counts from here on
    bool implicit = false;  // the step may be far longer than the time in which errors fade
  };
  void see(const Place& at, const Way& way, Filter& filter);
  void see_motion(const Place& at);  // all that an end of a run tells
  // The same for every step of a model with events.
  void carry(double t, double h, Vec values, Vec sizes, Filter& filter);
  // How the vector moves what is reported; its length is that of the sizes. Empty: not known.
  Vec direction() const { return carried_ ? Vec(w_) : Vec(); }
  // An event that comes later by so much for what is displaced by the vector. `set`: values that were set there.
  void pass(double later, Vec before, Vec after, const std::vector<int>& set);
  bool begun() const { return begun_ || given_up_; }
  // The largest from any time to any later one; 0: not known. `sizes`: at the end, of a step h; `own`: those
  // of the values themselves, where errors are tested in units of larger ones.
  double amplification(double t_end, Vec sizes, Vec own, double h, long steps) const;
  // The rate at which a change of this variable at a point grows, whatever else it changes, on any scale of
  // time up to the longest one.
  double own_rate(int variable, double t, double longest, Vec values, Vec sizes, Filter& filter);

 private:
  bool advance(double h, Vec sizes, Filter& filter);
  std::optional<double> growth(const Place& at, double step, int count, bool normal, Filter& filter);
  void take(std::optional<double> rate, const Place& at, const Way& way, bool normal);
  void begin_anywhere();
  void begin_anywhere(Vec value_sizes);
  void find_motion(const Place& at);
  void leave_motion(Vec value_sizes);
  double norm(Vec sizes) const;
  double outgrown(Vec sizes)
      const;  // by the sizes since the last look: their growth in the direction of w, as an exponent
  Equations& equations_;
  std::vector<double> w_, right_, next_;  // w: per reported value that is not the highest of its variable
  std::vector<double> sizes_;             // at the last look
  std::vector<int> rates_;                // reported values that are derivatives
  std::vector<double> motion_;  // per reported value, in units of its size, of length 1; 0: nothing moves
  bool begun_ = false, given_up_ = false, normal_ = false, carried_ = false;
  long steps_ = 0, looks_ = 0;        // at the last look; their number
  double smoothed_ = 0, lowest_ = 0;  // exponent, as a mean over the last steps; the lowest of these
  double t_ = 0, exponent_ = 0, largest_ = 0, rate_ = 0;
  // Shifts of time, in models that do not know it.
  std::vector<double> seen_;  // what was reported at the last look at the motion
  double t_begin_ = 0, t_seen_ = 0, slowest_ = 0, speed_ = 0, shifted_ = 1;
};

}  // namespace trammel::certify

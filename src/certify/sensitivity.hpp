// certify/sensitivity.hpp: how much small changes grow along a run.
//
// One random tangent vector is carried along by implicit Euler steps for the linearized equations as written,
//   sum_k F_x(k) w(k) = 0,  w(k) at the end = (w(k-1) at the end - w(k-1) at the beginning)/h,
// at a sample of the accepted points. At each of them the equations are frozen for some steps, the rate of
// growth is read off, and it counts until the next one. That finds exponential growth, not its last digit.
// Where a model makes events, its equations are others from one moment to the next: there the vector is carried over every
// step, and over each event by the saltation matrix [LN04], I + (f+ - f-) n'/(n' f-) where the state is continuous.
// Errors are measured in the sizes of the variables, as tolerances are: what grows no faster than the solution itself
// is not amplified.
#pragma once

#include <vector>

#include "certify/filter.hpp"

namespace trammel::certify {

class Sensitivity {
 public:
  explicit Sensitivity(Equations& equations);
  void reset();
  void begin(Vec sizes) { sizes_.assign(sizes.begin(), sizes.end()); }  // per variable, at the start
  // h: the step that ended at t. `sizes`: per variable. A first look counts from `since` on.
  void see(double t, double h, Vec values, Vec sizes, Filter& filter, double since);
  // The same for every step of a model with events.
  void carry(double t, double h, Vec values, Vec sizes, Filter& filter);
  // How the vector moves what is reported; its length is that of the sizes. Empty: not known.
  Vec direction() const { return carried_ ? Vec(w_) : Vec(); }
  // An event that comes later by so much for what is displaced by the vector. `set`: values that were set there.
  void pass(double later, Vec before, Vec after, const std::vector<int>& set);
  bool begun() const { return begun_ || given_up_; }
  // The largest from any time to any later one; 0: not known. `sizes`: at the end.
  double amplification(double t_end, Vec sizes) const;
  // The rate at which a change of this variable at a point grows, whatever else it changes, on any scale of time up to the longest one.
  double own_rate(int variable, double t, double longest, Vec values, Vec sizes, Filter& filter);

 private:
  bool advance(double h, Vec sizes, Filter& filter);
  double norm(Vec sizes) const;
  double outgrown(Vec sizes)
      const;  // by the sizes since the last look: their growth in the direction of w, as an exponent
  Equations& equations_;
  std::vector<double> w_, right_, next_;  // w: per reported value that is not the highest of its variable
  std::vector<double> sizes_;             // at the last look
  std::vector<int> rates_;                // reported values that are derivatives
  bool begun_ = false, given_up_ = false, carried_ = false;
  double smoothed_ = 0, lowest_ = 0;  // exponent, as a mean over the last steps; the lowest of these
  double t_ = 0, exponent_ = 0, largest_ = 0, rate_ = 0;
};

}  // namespace trammel::certify

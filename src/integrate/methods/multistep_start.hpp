// integrate/methods/multistep_start.hpp: starting values of modified BDF by collocation.
//
// BDF that climbs from order 1 needs first steps of about the root of the tolerance, and what rounding leaves in
// positions is divided by h and h² in velocities and multipliers: below a tolerance of about 1e-9 that is more than the
// tolerance. So the first positions come from Radau IIA with four stages, of order 7, at equal steps of the length that
// BDF of order 2 or 3 will want. Only positions are believed: velocities are formed from them by BDF, as the formula
// expects of its history (exact ones make weights of order 5 singular). After 2k−1 steps BDF of order k goes on. The
// same is done where BDF has failed several times in one place.
#pragma once

#include "integrate/level_bdf.hpp"
#include "integrate/methods/second_order_collocation.hpp"

namespace trammel::integrate {

class MultistepStart {
 public:
  MultistepStart(Instance& instance, LevelBdf& core, bool modified);

  void aim(double rtol, bool constant_steps) {
    steps_.aim(rtol, constant_steps);
    steps_.read_plainly();
    order_ = rtol > 1e-7 ? 3 : 4;
  }
  void set_scale(Vec scale);
  void equations_changed() { steps_.equations_changed(); }
  void begin(double t, Vec y, Vec slope);
  void leave() { on_ = false; }
  bool on() const { return on_; }
  int nodes() const { return nodes_; }  // equal steps so far, one after the other

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error);
  void keep(double t, Vec y);
  int order() const { return order_; }       // that BDF should begin with
  bool settled() const { return settled_; }  // about the length of steps
  void settle() { settled_ = true; }
  // The step that was tried becomes a node; velocities are formed with order k, as far as there are nodes.
  void take(double h, int k, bool any_length);
  // From the first of the nodes: the step that order 2 or 3 would want, as a multiple of h.
  double foreseen(double h);
  void inside(double theta, Out y) { steps_.inside(theta, y); }
  void add_nodes(LevelBetween::Nodes& nodes) const { steps_.add_nodes(nodes); }
  bool doubtful() const { return steps_.doubtful(); }
  void end_slope(Out slope) const { steps_.end_slope(slope); }
  Trouble trouble() const { return steps_.trouble(); }

 private:
  double error_of(int k, double h);

  LevelBdf& core_;
  bool modified_, on_ = false;
  SecondOrderCollocation steps_;
  LevelHistory trial_;
  StateLevels levels_;
  std::vector<double> y_, slope_, before_, slope_before_, scale_, difference_, work_;
  // Errors are multiplied by this: where derivatives of multipliers stand in the equations, what q' and η err by in stages does not cancel in
  // q'' + G'η': one order less, made up for by shorter steps.
  double sharper_;
  double t_ = 0, t_before_ = 0, h_ = 0;
  int nodes_ = 0, order_ = 3;
  bool settled_ = false;
};

}  // namespace trammel::integrate

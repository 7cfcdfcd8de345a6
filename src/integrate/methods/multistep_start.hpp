// integrate/methods/multistep_start.hpp: starting values of modified BDF by collocation.
//
// BDF that climbs from order 1 needs first steps of about the root of the tolerance, and what rounding leaves in
// positions is divided by h and h² in velocities and multipliers: below a tolerance of about 1e-9 that is more than the
// tolerance. So the first positions come from Radau IIA with four stages, of order 7, at equal steps of the length that
// BDF of order 2 or 3 will want. Only positions are believed: velocities are formed from them by BDF, as the formula
// expects of its history (exact ones make weights of order 5 singular). After 2k−1 steps BDF of order k goes on. The
// same is done where BDF has failed several times in one place.
#pragma once

#include <utility>

#include "integrate/level_bdf.hpp"
#include "integrate/methods/second_order_collocation.hpp"

namespace trammel::integrate {

class MultistepStart {
 public:
  MultistepStart(Instance& instance, LevelBdf& core, bool modified);

  void aim(double rtol, bool constant_steps) {
    steps_.aim(rtol, constant_steps);
    steps_.read_plainly();
    order_ = (rtol > 1e-7 ? 3 : 4) + (foresees() ? 0 : 1);
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
  // The step that was tried becomes the newest point, a node once it is accepted; velocities are formed with order k, as far as there are nodes. False: no weights.
  bool take(double h, int k, bool any_length);
  // Whether one step tells what BDF will err by. The polynomial through the stages has degree 4 and knows two derivatives at its beginning, which differences of
  // order k+d use up where d is 4: there nodes tell.
  bool foresees() const { return core_.levels() <= 3 && !steady_; }
  // Multipliers of index 4 and 5, in equations of order 4, are wrong where steps of collocation change, by as much as they are large: its steps are equal. The first
  // is tried again if it was far shorter than its errors allow; this tells how much longer, once.
  bool steady() const { return steady_; }
  double lengthened() { return std::exchange(longer_, 1.0); }
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
  void lengthen(Out error);

  bool modified_, on_ = false, steady_, tried_ = false;
  double longer_ = 1;
  int stages_;
  SecondOrderCollocation steps_;
  LevelHistory trial_;
  StateLevels levels_;
  std::vector<double> y_, slope_, before_, slope_before_, scale_, difference_, work_;
  // Errors are multiplied by this: where derivatives of multipliers stand in the equations, what q' and η err
  // by in stages does not cancel in q'' + G'η': one order less, made up for by shorter steps.
  double sharper_;
  double t_ = 0, t_before_ = 0, h_ = 0;
  int nodes_ = 0, order_ = 3;
  bool settled_ = false;
};

}  // namespace trammel::integrate

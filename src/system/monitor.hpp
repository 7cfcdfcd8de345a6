// system/monitor.hpp: how near a run comes to a configuration at which its highest derivatives are no longer
// determined (a mechanism at a dead point, where its constraints lose rank).
//
// Where the run integrates the underlying ODE, the factorization of the step is at hand and its pivots tell
// the condition for nothing; where it integrates another form of the same equations, the top Jacobian of a
// reference is factored at a sample of the steps. Rows and columns are measured by their sizes at the start
// (linalg/equilibrate.hpp), so that neither units nor masses matter. What counts is how much worse the
// condition became than it was at its best (near a kinematic singularity at distance δ it grows like δ⁻¹ or
// δ⁻²); singular values at the closest place then decide.
//
// At such a place branches of the constraints may cross, and an implicit form that loses its rank there may leave on
// another branch than it came: positions stay, velocities turn, and all equations hold on either side. A motion is
// smooth, so it keeps to the trapezoidal rule between the last regular point before the place and the first behind it.
#pragma once

#include <vector>

#include "system/system.hpp"

namespace trammel::system {

class SingularityMonitor {
 public:
  // Component i of the ode's state is y[place[i]], or slope[-1 - place[i]] if that is negative; no places:
  // y is the state, and the ode is what the run works with.
  explicit SingularityMonitor(Ode& ode, std::vector<int> place = {});

  // After an accepted step. Does not allocate.
  void see(double t, Vec y, Vec slope);
  // The same with a factorization of its own, at a place of interest (where a run began, or stopped).
  void examine(double t, Vec y, Vec slope);

  // Makes this the closest place, whatever the pivots say: there may be none where all tops have formulas.
  void point_at(double t, Vec y, Vec slope);

  struct Closest {
    double t = 0, condition = 0;
    std::vector<double> z;  // the state of the ode
  };
  const Closest& closest() const { return closest_; }
  double growth() const;  // of the condition over the best one seen; infinite at a singular matrix
  bool close() const;     // worth a look at the singular values

  // A point with enough digits of the highest derivatives.
  struct Regular {
    double t = 0, longest = 0;               // longest: of the steps up to there
    std::vector<double> z = {}, dz = {};     // of the ode
    std::vector<double> y = {}, slope = {};  // of the run
  };
  const Regular& regular() const { return regular_; }  // the last one; no z: there was none
  // Of a run that goes on where another one stopped: that is the point before, and its matrix the measure.
  void resume(const Regular& before);
  // Whether the motion left a singular place in another direction than it came: regular() is the point before it,
  // and closest() the place.
  bool turned() const { return turned_; }

 private:
  double condition();  // now, in the measure of the first matrix
  void note(double t, double condition);
  void gather(Vec y, Vec slope);
  void compare(double t, Vec y, Vec slope);
  bool smooth_since_regular(double t) const;

  Ode& ode_;
  std::vector<int> place_;
  std::vector<double> z_, dz_;
  Closest closest_;
  double best_ = 0, now_ = 0, last_ = 0, looked_ = 0, longest_ = 0;
  long seen_ = 0;
  Regular regular_;
  bool weighed_ = false, near_ = false, passing_ = false,
       turned_ = false;  // passing: it was singular since regular_
};

}  // namespace trammel::system

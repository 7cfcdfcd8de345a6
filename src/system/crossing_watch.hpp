// system/crossing_watch.hpp: the singular configurations that a run goes through, also within its steps.
#pragma once

#include <functional>
#include <vector>

#include "system/singular_points.hpp"
#include "system/system.hpp"

namespace trammel::system {

// Sees the condition of the equations for the tops after each step. Where it heads for infinity and comes back,
// the least regular point between three steps is looked for, with the same equations (`aside`) and along a cubic.
class CrossingWatch {
 public:
  explicit CrossingWatch(std::function<Ode&()> aside) : aside_(std::move(aside)) {}

  struct Crossing {
    double t = 0;
    SingularPoints::Ahead ahead = SingularPoints::Ahead::open;
    std::vector<double> z = {};
    double before = 0;  // the last of the steps ended there, with this state and slope of the run
    std::vector<double> z_before = {}, slope_before = {};
  };
  // `turned`: the constraints changed their orientation since the last point, see SingularPoints::turned(). `least`:
  // the least regularity since then, within the step.
  void see(double t, Vec z, double condition, bool turned, double least = 1);
  const std::vector<Crossing>& crossings() const { return crossings_; }

 private:
  bool heads_for_zero() const;
  bool dips(double least) const;
  void search(bool turned);
  bool creeps_up(double left, double right);

  struct Seen {
    double t = 0, distance = 0;  // distance: to a singular matrix, in some unit
    std::vector<double> z = {};
  };
  Seen last_[3];
  double largest_ = 0;  // distance so far
  double least_before_ = 1;
  int seen_ = 0;
  std::function<Ode&()> aside_;
  std::vector<Crossing> crossings_;
};

}  // namespace trammel::system

// system/branch_guard.hpp: keeps a run on the branch of its start, and knows where that ends.
//
// The highest derivatives and algebraic unknowns (the tops) of a solution depend on its state by equations
// that may have several roots, or none. After each try of a step the guard follows the roots from the last
// point of the solution to the new one (Ode::anchor), and refuses the step if they end on the way (a fold) or
// if the run has another root. Tops that are quotients may pass a zero of their denominator as long as the
// slopes of all states stay finite there: `(x - 0.5)*z = (x - 0.5)*sin(x)` goes on, `y*der(y) = 1` does not.
// The same is asked where several linear equations lose rank together, unless there are constraints.
#pragma once

#include <limits>
#include <vector>

#include "system/singular_points.hpp"
#include "system/system.hpp"

namespace trammel::system {

class BranchGuard {
 public:
  // Component i of the ode's state is y[place[i]], or slope[-1 - place[i]] if that is negative; no places: y
  // is the state. `tops`: unknowns of the ode that are components of y, where the run has tops of its own.
  struct Own {
    int unknown = -1, at = -1;
    double nominal = 1, largest = 0;  // so far
  };
  explicit BranchGuard(Ode& ode, std::vector<int> place = {}, std::vector<Own> tops = {});
  bool needed() const { return ode_.guesses() || !ode_.pivots().empty() || points_ != nullptr; }

  // May the run step to this point? `singular`: the branch ends before. `diverged`: this is another branch.
  Outcome admit(double t, Vec y, Vec slope);
  // It did; also called at the start.
  void accept(double t, Vec y, Vec slope);
  // The branch has ended: what was refused last, and every piece of the way to it.
  bool ended() const { return ended_ || ode_.branch().verdict == Outcome::singular; }
  // Does it end within dt after the last point, as far as the tangent tells? For runs that could not get
  // there.
  bool ends_within(double dt);
  int row() const { return ended_ ? row_ : ode_.branch().row; }  // of the ode: where it ended

  // Poles that the run went through: of algebraic unknowns on which no slope depends. Nothing connects their
  // values on both sides.
  struct Pole {
    double t = 0;
    int row = -1;  // of the ode: the equation that divides by zero there
  };
  const std::vector<Pole>& poles() const { return poles_; }

  struct Node {  // the last point of the solution
    double t = 0;
    std::vector<double> z = {}, top = {};
  };
  const Node& node() const { return node_; }

 private:
  Outcome follow_pivots(double t);
  Outcome look_between(double t, Vec z);
  Outcome follow_distance(double t);
  bool through_infinity(double t, double before, double after);
  bool touches(double t, double before, double after);
  bool distance_ends_within(double dt);
  void between(double part, double h, Vec z, Out here) const;
  double zero_of(std::size_t k, double h, Vec z);
  void look_for_pole(std::size_t pivot, double t, Vec z);
  bool grows_without_bound(double before, double after, double h, Vec z) const;
  bool heads_for_zero(double t) const;
  bool crossed(std::size_t k) const;
  bool own_root(double t, Vec y);
  void gather(Vec y, Vec slope);

  Ode& ode_;
  SingularPoints* points_ = nullptr;  // where the run's own slopes come from equations that may lose rank
  std::vector<int> place_;
  std::vector<Own> tops_;
  Node node_;
  std::vector<double> z_, dz_, dz_before_, top_, guess_, pivot_, pivot_before_, pivot_earlier_;
  double earlier_ = 0;  // the time of the node before
  struct Side {
    double t = std::numeric_limits<double>::quiet_NaN(), distance = 0;
    std::vector<double> slope = {};
  };
  Side side_, ahead_;                      // the last that is known, and what the next node has
  std::vector<Pole> poles_, ahead_poles_;  // passed; within the step that is looked at
  std::vector<int> algebraic_;             // unknowns without states
  bool ended_ = false;
  bool known_ = false;  // the branch: where the structure misleads there are no tops to follow
  int row_ = -1;
};

}  // namespace trammel::system

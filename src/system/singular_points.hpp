// system/singular_points.hpp: what an underlying ODE knows about configurations where its equations lose rank.
#pragma once

#include "base/span.hpp"

namespace trammel::system {

class Ode;

class SingularPoints {
 public:
  virtual ~SingularPoints() = default;
  // Whether the last derivative() was found around a singular configuration and not at it: see passage.hpp.
  virtual bool passed() const = 0;
  // Whether at such a point no algebraic unknowns satisfy the equations: they grow beyond all bounds there.
  virtual bool without_values(double t) const = 0;
  // How far the equations for the tops are from singular at the point of the constraints next to z, to which
  // z moves; 1 at the best point so far, negative if nothing is known.
  virtual double regularity_at(double t, Out z) = 0;
  // The same at z itself, for less work: next to the constraints it is off by as much as z is.
  virtual double regularity_beside(double t, Vec z) = 0;
  // What the constraints have behind the singular configuration at z, in the direction of motion.
  enum class Ahead {
    open,     // a continuation, or z is regular
    touches,  // several: branches touch there, and nothing decides between them
    ends,     // none: a cusp, a lock-up, the end of a branch
    lost      // z is singular, and how it goes on was not found
  };
  virtual Ahead ahead_at(double t, Vec z) = 0;
  // Have the equations been near to losing rank since this was asked last?
  virtual bool came_near() = 0;
  // The least regularity that was met since this was asked last.
  virtual double least_regularity() = 0;
  // Has the Jacobian G of the constraints in the last matrix turned over since this was asked last? G G_beforeᵀ is
  // positive definite for what changed little, and is not where singular values went through zero, however long
  // the step was. False where that is not known, or costs too much.
  virtual bool turned() = 0;
  struct Distance {
    double signed_by_side = 0;  // NaN: not known
    int row = -1;               // of the ode, that of the unknown that grows most
  };
  // 1/(l' A⁻¹ r) for vectors l, r that are special to no model: it goes through zero where A loses rank in one
  // direction, and keeps its sign where two branches cross. Also the slopes there.
  virtual Distance signed_distance(double t, Vec z, Out dz) = 0;
  // May nonlinear tops that are off from those found last, at the same point, belong to the same root? Not if
  // the determinant of a block changes its sign in between.
  virtual bool same_side(double t, Vec z, Vec top) = 0;
  // Are the nonlinear tops that were found last so near to another branch that nothing tells them apart? Such
  // a point is none to go on from.
  virtual bool beside_a_meeting() = 0;
  // Where the branch comes to others, and nothing tells which of them goes on; NaN: no such point was met.
  virtual double undecided_at() const = 0;
};

// Of this ode; none if it does not know.
SingularPoints* singular_points(Ode& ode);

// Is the point of the branch that is found around z, in a singular configuration, z itself?
bool on_a_branch(Ode& ode, double t, Vec z);

}  // namespace trammel::system

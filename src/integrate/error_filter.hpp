// integrate/error_filter.hpp: a local error as the equations let it live, and which unknowns it is tested on.
//
//   P = (dF/dy + c dF/dy')⁻¹ c dF/dy',   c ~ 1/h
//
// turns what a multistep formula errs by, e, into what the solution errs by, P e. On the dynamics of a pencil
// P is 1 + O(h), stiff components are damped as the step damps them. On a nilpotent block N it is
// (1 + cN)⁻¹ cN, whose m-th power is zero once N^m is: repeated, P removes what stands normal to the
// constraints, given and hidden. That part is put right by the next step, but looks like an error that no
// step size can cure, because it jumps with h [BCP96, 5.4; HW96, VII]. One pass serves index 1 and 2, two
// passes index 3.
//
// Unknowns of index level 2 and more whose derivative occurs nowhere (multipliers) have no memory: their
// errors do not propagate, and they are not tested. Velocities of an index-3 mechanism have one: after two
// passes only their part along the constraints is left, and that is tested as any other unknown.
#pragma once

#include <span>
#include <vector>

#include "integrate/iteration_matrix.hpp"
#include "integrate/newton.hpp"

namespace trammel::integrate {

// Which unknowns a filtered error is tested on; empty: all.
std::vector<char> remembered_unknowns(const system::Residual& equations);

class ErrorFilter {
 public:
  ErrorFilter(Linearization& model, RealBlock& matrix);
  // x <- P^m x, with the factors of dF/dy + c dF/dy' that the matrix holds.
  void apply(const LevelScaling& scaling, double c, Out x);

 private:
  Linearization& model_;
  RealBlock& matrix_;
  int passes_ = 1;
  std::vector<double> work_;
};

}  // namespace trammel::integrate

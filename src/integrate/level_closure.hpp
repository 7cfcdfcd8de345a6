// integrate/level_closure.hpp: what F(t, x, x', ..) = 0 says about the highest derivatives and the algebraic
// unknowns when all lower levels are known. It has one answer where no constraint is hidden (index 1).
//
// Methods whose last stage is not the end of the step (Gauss) need it: their polynomial through the stages would give
// multipliers of order s at the end, and the next step would inherit them.
#pragma once

#include <memory>
#include <vector>

#include "integrate/method.hpp"
#include "integrate/state_levels.hpp"
#include "linalg/solver.hpp"

namespace trammel::integrate {

class LevelClosure {
 public:
  explicit LevelClosure(Instance& instance);
  // Whether the highest derivatives are determined there. Where constraints have taken the place of
  // derivatives (minimal extension), those of dependent unknowns are not.
  bool regular(double t, const StateLevels& x) { return bool(factor(t, x)); }
  // From the values that are there; lower levels stay.
  Attempt solve(double t, StateLevels& x);

 private:
  Attempt factor(double t, const StateLevels& x);

  Instance& instance_;
  system::Residual& equations_;
  linalg::SparseMatrix matrix_, part_;
  std::unique_ptr<linalg::LinearSolver> solver_;
  std::vector<double> delta_, one_;
};

}  // namespace trammel::integrate

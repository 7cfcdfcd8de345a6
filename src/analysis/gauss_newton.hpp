// analysis/gauss_newton.hpp: points on r(x) = 0 near a given one, with quantities that move more or less
// easily.
//
// Each step is the smallest one, measured by |step_k / mobility_k|, that solves the linearization in the
// least squares sense. Rank-deficient and overdetermined systems are ordinary: small systems go through a
// complete orthogonal decomposition, large ones through a sparse KKT matrix.
#pragma once

#include <vector>

#include "analysis/numbers.hpp"
#include "linalg/solver.hpp"

namespace trammel::analysis {

class GaussNewton {
 public:
  GaussNewton(Numbers& numbers, double t, std::vector<double> nominal);

  std::vector<double> mobility;  // per quantity; 0: does not move
  std::vector<char> active;      // per row; 0: ignored

  // The largest residual of an active row relative to the size of its own terms; infinite if one is not
  // finite.
  double error(const std::vector<double>& x);
  // Damped iteration until the residual no longer decreases; returns the error reached. With `target`, the
  // rows shall have these values instead of zero.
  double solve(std::vector<double>& x, const std::vector<double>* target = nullptr);
  // A solution at which only `rank` rows are independent, as those of redundant constraints are: near it the
  // others say the same up to what rounding and distance make of them, and are not asked. Returns the error
  // reached, of all rows. For small systems.
  double solve_of_rank(std::vector<double>& x, int rank);
  // From a solution towards the point of r = 0 nearest to `wish`; x stays a solution.
  void approach(std::vector<double>& x, const std::vector<double>& wish);
  // r(x) = (1 - s) r(x_0) from s = 0 to 1; returns the error reached.
  double homotopy(std::vector<double>& x);

  bool dense() const { return dense_; }
  const std::vector<double>& scale() const { return scale_; }  // of the rows, from the last error()

 private:
  double measure(const std::vector<double>& x, const std::vector<double>* target);
  double merit(const std::vector<double>* target) const;  // in the scale of the step's beginning
  void step(const std::vector<double>& rhs, double threshold, std::vector<double>& s);
  void leave_rounding(const std::vector<double>& x, std::vector<double>& rhs) const;
  bool sparse_pays() const;
  void dense_step(const std::vector<double>& rhs, double threshold, std::vector<double>& s,
                  int rank = -1) const;
  void sparse_step(const std::vector<double>& rhs, std::vector<double>& s);
  void lay_out_kkt();

  Numbers& numbers_;
  double t_;
  bool dense_;
  std::vector<double> nominal_, scale_, frozen_;
  linalg::SparseMatrix kkt_;  // pattern and solver stay from step to step
  std::vector<std::uint32_t> place_;
  std::unique_ptr<linalg::LinearSolver> solver_;
};

}  // namespace trammel::analysis

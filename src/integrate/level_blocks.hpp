// integrate/level_blocks.hpp: ∂F/∂x, ∂F/∂x', .. at one point, and the matrices Σ_k z^k ∂F/∂x⁽ᵏ⁾ that the
// eigenvalues of a Runge-Kutta matrix make of them: each as large as F, whatever its order.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "integrate/iteration_matrix.hpp"
#include "integrate/level_norm.hpp"
#include "integrate/state_levels.hpp"

namespace trammel::integrate {

class LevelBlocks {
 public:
  LevelBlocks(Instance& instance, int pairs);  // of complex eigenvalues

  int size() const { return equations_.size(); }
  system::Residual& equations() { return equations_; }
  const system::Residual& equations() const { return equations_; }
  int highest(int unknown) const { return equations_.highest(unknown); }
  Counts& counts() { return instance_.counts(); }
  const LevelScaling& scaling() const { return scaling_; }

  Attempt residual(double t, system::Levels x, Out r);
  void evaluate(double t, system::Levels x);
  void add_product(int level, double factor, Vec x, Out to) const;  // to += factor · ∂F/∂x⁽ˡ⁾ x
  // Whether any derivative of the unknown stands in an equation there; those of dependent ones do not
  // (minimal extension).
  bool slopes_enter(int unknown) const;
  Attempt factor(double h, const std::vector<double>& real, const std::vector<std::complex<double>>& pairs);
  void solve(Out x);  // with the real one
  void solve(std::size_t pair, Out real, Out imaginary);
  // Changes that rounding of values x alone makes of an iteration, eps |∂F/∂x| |x| through the inverse: it
  // lifts rounding of a constraint to eps |x|/h² in multipliers, and no shorter step would help.
  double lifted_rounding(Vec x, const LevelNorm& norm);
  linalg::Dependence dependence() const { return linalg::find_dependence(matrix_); }
  double condition() const { return real_->condition(); }

 private:
  void scale(std::vector<double>& values) const;

  Instance& instance_;
  system::Residual& equations_;
  LevelScaling scaling_;
  std::vector<linalg::SparseMatrix> part_;  // per level
  linalg::SparseMatrix matrix_;
  std::vector<double> re_, im_, one_, noise_, turned_;
  std::unique_ptr<linalg::LinearSolver> real_;
  std::vector<std::unique_ptr<linalg::ComplexSolver>> complex_;
  bool has_real_ = true;
};

}  // namespace trammel::integrate

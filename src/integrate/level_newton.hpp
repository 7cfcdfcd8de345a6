// integrate/level_newton.hpp: Newton's iteration for F(t, x, x', .., x⁽ᵐ⁾) = 0 where x', x'', .. follow from
// x by a formula: a change δ of x changes x⁽ᵏ⁾ by w_k δ. The linear systems are as large as F, whatever the
// order of its derivatives: the block elimination of [Wun05, (4.16)] has been done by hand.
//
//   (Σ_k w_k ∂F/∂x⁽ᵏ⁾) δ = −F
//
// The matrix is scaled by powers of h in rows and columns (LevelScaling), so that its condition does not
// depend on h.
#pragma once

#include <vector>

#include "integrate/iteration_matrix.hpp"
#include "integrate/level_norm.hpp"
#include "integrate/state_levels.hpp"

namespace trammel::integrate {

class LevelNewton {
 public:
  explicit LevelNewton(Instance& instance);

  // Weights of the levels for every unknown: those of a formula that treats all of them alike; or, where
  // unknowns whose first derivative is the highest have one of their own, `first` for them.
  struct Weights {
    std::vector<double> of;     // per level, of[0] = 1
    std::vector<double> first;  // empty: the same
  };

  void set_scale(Vec scale) { norm_.set_scale(scale); }  // of the state
  void set_tolerance(double rtol, bool constant_steps = false);
  // How much larger the sum of the absolute weights of a formula is than its leading one, over all levels:
  // what rounding of x makes of x'', it makes of x again when the equations are solved.
  // (4 for order 1 and two levels, 55 for order 5.)
  void set_cancellation(double factor) { cancellation_ = factor; }
  void forget() { factored_ = {}; }  // the equations have changed, or a new start
  // From the levels that are there, which satisfy the formula, to levels that satisfy F too.
  Attempt solve(double t, double h, const Weights& weights, StateLevels& x);
  Attempt residual(double t, const StateLevels& x, Out r);
  void times(int level, double t, const StateLevels& x, Vec v, Out to);  // to = ∂F/∂x⁽ˡ⁾ v
  // x <- J⁻¹ x with the matrix that is there, if its weights are still about these.
  void apply_inverse(Out x);
  double factored_weight(int level) const { return factored_[static_cast<std::size_t>(level)]; }  // in it
  // Makes that matrix, for a step h.
  Attempt prepare(double t, double h, const Weights& weights, const StateLevels& x) {
    h_ = h;
    return factor(t, weights, x);
  }

  int size() const { return equations_.size(); }
  system::Residual& equations() { return equations_; }
  const system::Residual& equations() const { return equations_; }
  Counts& counts() { return instance_.counts(); }
  int worst() const { return norm_.worst(delta_); }          // unknown that the last iteration moved most
  double condition() const { return solver_->condition(); }  // of the scaled matrix
  linalg::Dependence dependence() const { return linalg::find_dependence(matrix_); }
  const LevelScaling& scaling() const { return scaling_; }

 private:
  Attempt factor(double t, const Weights& weights, const StateLevels& x);
  Attempt iterate(double t, const Weights& weights, StateLevels& x);
  void change(const Weights& weights, StateLevels& x) const;  // the levels by delta_
  bool serves(const Weights& weights) const;
  double lifted_rounding(const StateLevels& x);

  Instance& instance_;
  system::Residual& equations_;
  linalg::SparseMatrix matrix_, part_;
  std::unique_ptr<linalg::LinearSolver> solver_;
  LevelScaling scaling_;
  LevelNorm norm_;
  std::vector<double> delta_, noise_, one_;
  std::vector<std::vector<double>> start_;  // levels before the iteration
  std::vector<char> is_first_;              // unknowns whose highest derivative is the first
  std::vector<double> factored_ = {};       // weights of the matrix; empty: none
  double rounding_ = 0, rate_ = 1, enough_ = 1e-3, h_ = 1, cancellation_ = 4;
  double lifted_ = 0;  // what rounding of x makes of the changes, with this matrix; 0: not known
  bool fresh_ = false, deep_ = false, tight_ = false, slow_ = false;
};

}  // namespace trammel::integrate

// integrate/level_bdf.hpp: one step of backward differentiation of a second-order form (or one of any order),
// with a given length and order; what modified BDF, ordinary BDF on the same form and runs on a given grid
// share. [Wun05, chapters 3 and 4]
//
//   x⁽¹⁾_n = Σ c_i x_{n−i},   x⁽ʲ⁺¹⁾_n = Σ w_i x⁽ʲ⁾_{n−i},   F(t_n, x_n, x⁽¹⁾_n, ..) = 0
//
// LevelFormula has the weights, LevelNewton solves for x_n, LevelHistory remembers.
#pragma once

#include <memory>

#include "integrate/level_formula.hpp"
#include "integrate/level_history.hpp"
#include "integrate/level_newton.hpp"

namespace trammel::integrate {

class LevelBdf {
 public:
  LevelBdf(Instance& instance, bool modified);

  void restart(double t, Vec y, Vec slope);
  // One step from the newest node; the result is in x(). `moderate`: weights that a history makes too large
  // are refused as singular.
  Attempt step(double h, int k, bool moderate);
  // Whether a step would not be refused.
  bool suits(double h, int k, bool moderate) {
    return formula_.set(history_.t(0) + h, k) && (!moderate || formula_.moderate());
  }
  // The step that suits() has just agreed to.
  Attempt take_step(double h);
  void accept();  // the step joins the history
  // With ordinary weights: takes out of the multipliers what x'' errs by after a change of step or order,
  // which the moments of the formula tell, ε = Σ_{r ≤ k+1} (L_2[(t − t_n)^r] − 2 δ_r2) y⁽ʳ⁾/r!. The inertial
  // matrix maps ∂F/∂x'' ε to the change δ; x'' loses ε and gains w_2 δ, so that F still holds. [AL95]
  void correct_multipliers();
  // Of a change v of the highest derivatives what constraints leave free: the inertial matrix maps ∂F/∂x⁽ᵐ⁾ v
  // to positions that satisfy them, and the weight of x⁽ᵐ⁾ back to it.
  void keep_tangential(Out v);

  // Whether F depends on derivatives below the highest of an unknown: drag, friction.
  bool uses_lower_derivatives();
  // Where velocities of the state y take the place of those of the formulas, forces change with them: what
  // one iteration with the matrix of the step then adds to the highest derivative of each unknown, to
  // multipliers themselves. Constraints stay as they are, and so does x().
  void meet_equations(Vec y, Out change);

  // Starting values from elsewhere: x and its derivatives at t. Up to the base they are believed, those above it are
  // formed anew with order k (the number of nodes, if that is less), as the formulas expect of their history:
  // modified ones know how it was made, and where constraints are hidden ordinary ones must not see a jump.
  // Ordinary ones without believe all.
  bool take(double t, Vec y, int k) {
    if (!form(t, y, k)) return false;
    accept();
    return true;
  }
  bool form(double t, Vec y, int k);  // not yet accepted

  LevelNewton& newton() { return newton_; }
  const LevelNewton& newton() const { return newton_; }
  const LevelFormula& formula() const { return formula_; }
  const LevelHistory& history() const { return history_; }
  StateLevels& x() { return x_; }
  const StateLevels& x() const { return x_; }
  double t() const { return t_; }  // of x()
  int levels() const { return levels_; }
  // The derivative that the deepest constraints are on, x⁽ᵉ⁾ at index d+1−e: it is smooth where steps change.
  // [Wun05, (3.14)]
  int base() const { return base_; }
  bool mixed() const { return mixed_; }  // constraints on several derivatives: formulas of falling order

 private:
  void predict(int k);
  void form_levels(int from = 0);  // those above
  void hold();                     // the levels between x and the highest
  void put_back();
  bool apply_inertial_inverse(Out v);  // v <- J⁻¹ ∂F/∂x⁽ᵐ⁾ v; false: there is none

  LevelNewton newton_;
  // With ordinary weights: the matrix of a far shorter step, in which ∂F/∂x⁽ᵐ⁾ and constraints are all that
  // counts. (In that of the step itself stiff springs count as much.)
  std::unique_ptr<LevelNewton> inertial_;
  LevelNewton::Weights short_;
  StateLevels x_;
  int levels_;
  bool mixed_;
  int base_, believed_;
  LevelFormula formula_;
  LevelHistory history_;
  LevelNewton::Weights weights_;
  std::vector<char> algebraic_;
  std::vector<double> work_, error_, inertial_part_;
  std::vector<std::vector<double>> held_;
  double t_ = 0;
};

}  // namespace trammel::integrate

// integrate/methods/second_order_collocation.hpp: Runge-Kutta methods of collocation type on second-order
// forms. [Wun05, chapter 6]
//
//   Y_i = y + h c_i y' + h² Σ ã_ij Y''_j,   Y'_i = y' + h Σ a_ij Y''_j,   F(t + c_i h, Y_i, Y'_i, Y''_i) = 0
//
// with Ã = A², b̃ = bᵀA (6.14e). Multipliers are unknowns of the stages. In the increments D_i = Y_i − y that
// is
//
//   Y' = A⁻¹ D/h,   Y'' = A⁻¹ (Y' − y')/h,                                                              (1)
//
// and in the basis of the eigenvectors of A⁻¹ Newton's iteration needs the matrices F_x + z F_x' + z² F_x'',
// z = λ/h: one real and some complex ones, each as large as F. Rows and columns are scaled by powers of h,
// and their condition does not depend on it, which [Wun05, 8.2] leaves open. The method is collocation of the
// first-order form, without its velocities in the linear systems.
//
// With the recursion of the thesis (6.25), multipliers have a derivative that goes from step to step:
//   Λ_i = λ + h c_i λ' + h² Σ ã_ij Λ''_j,   λ⁺ = λ + hλ' + h² Σ b̃_i Λ''_i,   λ'⁺ = λ' + h Σ b_i Λ''_i. (3)
// (1) turns Λ into Λ'', so the unknowns of Newton's iteration stay as they are, and so do q, q' and λ, up to
// rounding. For Radau IIA λ'⁺ does not even depend on λ', because R(∞) = 0; for Gauss it does, and λ'
// diverges.
//
// The error estimate is that of the first-order form, d = y' − p'(0), d' = y'' − p''(0) with the polynomials
// p of the stages:
//   (F_x + z F_x' + z² F_x'') e = F_x'' d' + (F_x' + z F_x'') d,   e' = z e − d,   z = γ/h,               (2)
// and so on for equations of higher order.
#pragma once

#include "integrate/collocation_rule.hpp"
#include "integrate/derivative_names.hpp"
#include "integrate/level_blocks.hpp"
#include "integrate/level_closure.hpp"
#include "integrate/level_norm.hpp"
#include "integrate/level_stepper.hpp"
#include "integrate/stage_mix.hpp"

namespace trammel::integrate {

class SecondOrderCollocation final : public LevelStepper {
 public:
  enum class Multipliers { stages, recursion };
  SecondOrderCollocation(Instance& instance, const CollocationRule& rule,
                         Multipliers multipliers = Multipliers::stages);

  void require_changing_steps() const override;
  void start(double t, Vec y, Vec slope) override;
  void set_scale(Vec scale) override;
  void aim(double rtol, bool constant_steps) override;
  // The error estimate as it is, for users of values inside the step: only ends are as good as RADAU5's
  // reading assumes.
  void read_plainly() {
    sharpening_ = 1;
    alone_ = false;
  }
  // Whether values inside a step are those of the polynomial through the stages, and no more.
  void read_stages(bool alone) { stages_alone_ = alone; }
  Attempt try_step(double t, double h, Vec y0, Out y1, Out error) override;
  void keep(double t, Vec y) override;
  void inside(double theta, Out y) override;
  void add_nodes(LevelBetween::Nodes& nodes) const override;
  bool doubtful() const override { return doubtful_; }
  void end_slope(Out slope) const override;
  void equations_changed() override { known_ = false; }
  Trouble trouble() const override;

 private:
  [[noreturn]] void refuse_dependent_positions() const;
  Attempt newton(double t, double h);
  bool shakes(double moved);
  void guess(double h);
  void guess_multipliers(double h);
  void recur();
  void form_slopes(double h);
  void estimate(double h, Out error);
  void doubt();
  void end_levels(StateLevels& to) const;
  double beyond_stages(double theta, int j, int k) const;
  Out part(std::vector<double>& all, int i) const {
    return Out(all).subspan(static_cast<std::size_t>(i) * n_, n_);
  }
  Vec part(const std::vector<double>& all, int i) const {
    return Vec(all).subspan(static_cast<std::size_t>(i) * n_, n_);
  }

  const CollocationRule& rule_;
  LevelBlocks blocks_;
  std::unique_ptr<LevelClosure> closure_;  // where the end is no stage, and no constraint is hidden
  StateLevels x_, end_, end_now_, stage_;  // at the beginning; at the end of the last step and of this one
  SlopesBetween slopes_;
  DerivativeNames names_;
  int n_, m_;  // unknowns, order of F
  LevelNorm norm_;
  ContractionWatch watch_;
  std::vector<std::vector<double>> D_;  // per level: increments of the stages, one after the other
  std::vector<double> top_;             // the highest derivatives of the stages
  std::vector<const double*> stage_levels_;
  std::vector<double> old_D_, old_end_, F_, work_, rate_, difference_;
  double h_ = 0, old_h_ = 0, factored_h_ = 0, sharpening_ = 1;
  double allowed_between_ = 1;
  double lifted_ = 0;  // changes that rounding makes with these matrices; 0: not known
  bool known_ = false, fresh_ = false, old_known_ = false, recursion_, closes_ = false, given_steps_ = false;
  bool alone_ = true;  // no other method goes on from here
  bool stages_alone_ = false;
  bool doubtful_ = false;        // highest derivatives change by much within the step
  std::vector<double> largest_;  // of the highest derivatives so far
  int age_ = 0;
};

}  // namespace trammel::integrate

// integrate/methods/general_linear.hpp: general linear methods on first- and second-order forms. [Wun05,
// appendix A]
//
// With the values y_j⁽ᵏ⁾ of every level that the last step left,
//
//   Y⁽ᵏ⁾ = Ã y⁽ᵏ⁾ + h B̃ Y⁽ᵏ⁺¹⁾,   F(t + c_i h, Y_i, Y'_i, Y''_i) = 0,   y⁽ᵏ⁾⁺ = A y⁽ᵏ⁾ + h B Y⁽ᵏ⁺¹⁾,      (1)
//
// which is (A.4), (A.7), (A.9), (A.13) for first order and (A.16)-(A.22) for second. In the eigenvectors of
// B̃⁻¹ Newton's iteration needs matrices of the size of F only. The error estimate is the defect of the step's
// polynomial at its beginning, filtered as in second_order_collocation.hpp.
#pragma once

#include <array>
#include <complex>
#include <functional>

#include "integrate/derivative_names.hpp"
#include "integrate/level_blocks.hpp"
#include "integrate/level_closure.hpp"
#include "integrate/level_norm.hpp"
#include "integrate/level_stepper.hpp"
#include "integrate/stage_mix.hpp"
#include "integrate/tableaus/general_linear.hpp"

namespace trammel::integrate {

// The method for a step when so many values are known, and ratio = h_n/h_{n−1} (1 where nothing came before).
using GeneralLinearFamily = std::function<void(int known, double ratio, GeneralLinear& method)>;

class GeneralLinearStepper final : public LevelStepper {
 public:
  GeneralLinearStepper(Instance& instance, int stages, int values, GeneralLinearFamily family);

  void require_changing_steps() const override {
    refuse_slopes_of_multipliers(blocks_.equations());
    refuse_beyond_index_3(blocks_.equations());
    refuse_beyond_order(blocks_.equations(), 3);  // y'''' = y at 1e-8: off by a third
  }
  void start(double t, Vec y, Vec slope) override;
  // A value before the start, newest first, for methods with several (tests; other starters).
  void know_also(Vec y);
  void set_scale(Vec scale) override;
  // What is left of a constraint on positions counts in velocities, too, and 10 h of these in positions
  // (move_to_positions): 36 times.
  void aim(double rtol, bool constant_steps) override {
    allowed_between_ = share_between() * EquationsBetween::allowance(rtol);
    const double enough = has_hidden_constraints(blocks_.equations()) ? 1e-3 : Convergence{}.enough;
    watch_.set_tolerance(rtol, constant_steps, {.enough = enough, .patient = true});
  }
  Attempt try_step(double t, double h, Vec y0, Out y1, Out error) override;
  void keep(double t, Vec y) override;
  double next_step(double h, double error) override;
  void inside(double theta, Out y) override;
  void add_nodes(LevelBetween::Nodes& nodes) const override;
  void end_slope(Out slope) const override { end_.pack_slope(slope); }
  bool doubtful() const override { return doubtful_; }
  void equations_changed() override { jacobian_known_ = false; }
  Trouble trouble() const override;

 private:
  using Values = std::vector<double>;  // several vectors of n numbers, one after the other
  Out part(Values& all, int i) const { return Out(all).subspan(static_cast<std::size_t>(i) * n_, n_); }
  Vec part(const Values& all, int i) const { return Vec(all).subspan(static_cast<std::size_t>(i) * n_, n_); }
  void use(double ratio);
  void begin_stages(double h);
  void form_slopes(double h);
  Attempt newton(double t, double h);
  void finish(double h);
  void estimate(double h, Out error);
  void doubt(int level);
  void weigh_defect();
  void split_stages();

  static constexpr int most_nodes = 12;  // values and stages of a method
  int s_, k_;
  GeneralLinearFamily family_;
  GeneralLinear tableau_;
  double ratio_ = 0;   // of the tableau
  double mixing_ = 1;  // |T| |T⁻¹| of its eigenvectors
  int tableau_known_ = 0;
  Values inverse_, split_, join_;              // B̃⁻¹; to blocks and back
  std::vector<double> real_;                   // eigenvalues of B̃⁻¹
  std::vector<std::complex<double>> complex_;  // one of each pair, or real ones after the first
  Values defect_value_, defect_slope_;         // h p'(0) = Σ α_j y_j + h Σ β_i Y'_i

  LevelBlocks blocks_;
  LevelClosure closure_;
  bool tests_velocities_ = true;
  StateLevels x_, end_, stage_;  // at the beginning; at the end; work
  DerivativeNames names_;
  int n_, m_, known_ = 1;
  LevelNorm norm_;
  ContractionWatch watch_;
  std::vector<Values> past_, next_;  // per level: the y_j, those after the step
  std::vector<Values> begin_;        // all levels at the beginning of the step
  std::vector<Values> base_, Y_;     // per level: Ã y − y_0; Y (of the highest level: slopes only)
  std::vector<const double*> stage_levels_;
  Values D_;  // Y − y_0
  Values F_, work_, rate_, first_difference_;
  double h_ = 0, last_h_ = 0, factored_h_ = 0, t_before_ = 0;
  double lifted_ = 0;            // changes that rounding makes with these matrices; 0: not known
  std::vector<double> largest_;  // highest derivatives so far
  double allowed_between_ = 1;   // relative changes of them within a step that are looked into
  bool jacobian_known_ = false, fresh_ = false, doubtful_ = false;
};

}  // namespace trammel::integrate

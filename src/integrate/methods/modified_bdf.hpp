// integrate/methods/modified_bdf.hpp: modified BDF for second-order forms, variable step and order.
//
// Error estimates are of the method's own order, from positions, which are smooth where velocities, as
// differences of them, jump with the step by O(h^k). With D_m the m-th derivative of the polynomial through
// the last m+1 positions and E = Π (t_n − t_{n−i}), the formula for x⁽ᵈ⁾ errs by about
//
//   τ = d E/(k+1)! D_{k+d}                                                                             (1)
//
// (exactly: by the moment of the formula that history has left), which adds τ h to x⁽ᵈ⁻¹⁾ and τ h² to x⁽ᵈ⁻²⁾
// in a step. With ordinary weights x and x' err by what BDF of the first-order form errs by, E D_{k+1}/(c_0 (k+1)!) and
// E D_{k+2}/(c_0 (k+1)!); where constraints are hidden, positions jump too, and x alone is tested.
// Multipliers and other algebraic unknowns have no memory and are not tested.
//
// Constraints on velocities make those smooth, and positions pay for the errors of BDF: at index 2 of a
// second-order form modified and ordinary weights are the same (LevelFormula), and x and x' are tested by
// differences of their own values.
//
// A change of step or order is made only if the formulas of the 2k+1 equal steps that follow have moderate
// weights and companion matrices with a bounded product (LevelFormula::admits).
#pragma once

#include <algorithm>
#include <array>

#include "integrate/level_bdf.hpp"
#include "integrate/level_stepper.hpp"
#include "integrate/methods/multistep_start.hpp"

namespace trammel::integrate {

class ModifiedBdf final : public LevelStepper {
 public:
  // ordinary: the same weights on all levels; corrected: with multipliers put right after a change.
  enum class Weights { modified, ordinary, corrected };
  ModifiedBdf(Instance& instance, Weights weights, int highest_order);

  void require_changing_steps() const override;
  void start(double t, Vec y, Vec slope) override;
  void set_scale(Vec scale) override;
  void aim(double rtol, bool constant_steps) override {
    core_.newton().set_tolerance(rtol, constant_steps);
    start_.aim(rtol, constant_steps);
    allowed_between_ = share_between() * EquationsBetween::allowance(rtol);
    given_steps_ = constant_steps;
  }
  int order_used() const override { return attempt_order_; }
  void limit_order(int most) override { highest_ = std::clamp(most, 1, most_order_); }
  Attempt try_step(double t, double h, Vec y0, Out y1, Out error) override;
  void keep(double t, Vec y) override {
    if (shared_) end_slope(slope_before_);
    if (meets_equations_) std::ranges::copy(met_, met_before_.begin());
    if (start_.on()) start_.keep(t, y);
  }
  double next_step(double h, double error) override;
  void inside(double theta, Out y) override;
  void add_nodes(LevelBetween::Nodes& nodes) const override {
    if (start_.on()) start_.add_nodes(nodes);
  }
  bool doubtful() const override { return ordinary_ && (start_.on() ? start_.doubtful() : doubtful_); }
  void end_slope(Out slope) const override;
  void equations_changed() override {
    core_.newton().forget();
    start_.equations_changed();
  }
  Trouble trouble() const override;
  const LevelBdf& core() const { return core_; }

 private:
  // The estimate (1) in units of the tolerance for order k, infinite if it cannot be formed; `error` per
  // component, if asked for.
  double estimate(int k, Out error);
  double estimate_between(int k, Out error);  // of unknowns without derivatives
  void smooth_velocities(Out y);
  void smooth_inside(double theta, double t, Out y);
  void meet_slopes(double theta, int degree, int level, Out y);
  void choose_degrees(int highest);
  void read_multipliers(double t, int degree, int highest, Out y);
  void meet_equations(Out y);
  void doubt();
  void form_top();
  double after_success(double h);
  double after_failure(double h, double error);
  double next_start(double h, double error);
  double wanted_by_nodes(int k);
  void start_here();
  struct Plan {
    int order;
    double h;
  };
  Plan admitted(double h, double ratio, int k, double least) const;
  int allowed() const { return waiting_ > 0 ? std::min(highest_, safe_order) : highest_; }
  // With given steps orders climb from exact values, as in [Wun05, Table 3.2]; modified weights would not
  // reach order 3.
  bool starts_by_collocation() const {
    return given_steps_ ? core_.mixed() || ((modified_ || core_.levels() > 2) && highest_ > 2) : highest_ > 1;
  }

  LevelBdf core_;
  int base_;  // the derivative that constraints are on
  bool modified_;
  bool
      shared_;  // velocities and multipliers share what jumps [Wun05, (7.19)]: v = q' + G'η is smooth, q' is not
  bool corrected_;  // at index 3, where there is something to correct; what is shared cancels without
  bool smooth_;     // velocities are reported as derivatives of polynomials through positions
  MultistepStart start_;
  struct Component {
    int place, unknown, level;
  };
  std::vector<std::vector<Component>>
      tested_of_;             // components that are tested, by the highest derivative of their unknowns
  bool hidden_;               // constraints that must be differentiated
  int most_order_, highest_;  // ever; allowed in this run
  std::vector<double> scale_, per_scale_, given_scale_;  // of the state: in use, and 1/it; the driver's
  std::vector<double> difference_, before_, end_;        // the state at both ends of the step
  int order_ = 1, attempt_order_ = 1;
  int since_change_ = 0;  // steps with this length and order
  double last_h_ = 0, t_before_ = 0;
  int last_order_ = 0, failures_ = 0;
  bool starting_ = true, given_steps_ = false;
  // Orders above the safe one amplify oscillations with little damping. Where such a one is seen, it is the highest for
  // some steps.
  static constexpr int starting_order = 7, safe_order = 3, patience = 20;
  static constexpr int highest_below =
      5;  // of formulas of falling order: BDF of order 6 bears no change of steps
  int waiting_ = 0;
  std::vector<double> top_;  // where velocities and multipliers share what jumps: the highest derivatives
  std::vector<double> slope_before_;  // and the slopes that were reported at the beginning
  std::vector<double> new_, old_;
  std::vector<double> gap_;  // reported velocities at the beginning, less those of the step's polynomial
  bool gap_known_ = false, degrees_known_ = false;
  bool ordinary_;          // weights, where modified ones would keep an order of multipliers
  bool doubtful_ = false;  // multipliers change by much within the step
  double allowed_between_ = 1;
  std::vector<double> largest_;   // of the multipliers so far
  std::vector<int> multipliers_;  // unknowns without derivatives that are not tested
  std::vector<int> degree_;       // of the polynomials that they are read from between steps
  std::vector<std::array<double, LevelHistory::kept>> term_;
  bool meets_equations_ = false;          // forces depend on the velocities that are reported
  std::vector<double> met_, met_before_;  // what multipliers and highest derivatives change by for that
};

}  // namespace trammel::integrate

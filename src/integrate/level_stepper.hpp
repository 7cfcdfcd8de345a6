// integrate/level_stepper.hpp: what the methods on second-order forms share as Steppers.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "integrate/equations_between.hpp"
#include "integrate/level_between.hpp"
#include "integrate/method.hpp"
#include "integrate/state_levels.hpp"

namespace trammel::integrate {

// Which components of the state enter the error test: not those of a higher index level
// (multipliers have no memory), and velocities only if asked for. Unknowns that follow time alone are tested
// between the ends of steps (LevelBetween).
inline std::vector<char> tested_components(const system::Residual& equations, bool velocities,
                                           bool algebraic = true) {
  const StateLevels layout(equations);
  const std::vector<char> alone = algebraic ? follow_time_alone(equations) : std::vector<char>();
  std::vector<char> tested;
  for (int i = 0; i < layout.size(); ++i) {
    const int j = layout.unknown(i);
    tested.push_back((equations.highest(j) > 0 || (algebraic && alone[static_cast<std::size_t>(j)])) &&
                     equations.tested(j) && (layout.derivative(i) == 0 || velocities));
  }
  return tested;
}

// Whether some unknown is no more than algebraic. Then velocities may err by what stands normal to
// constraints, which a smaller step does not cure and the next step does not see.
inline bool has_algebraic_unknowns(const system::Residual& equations) {
  for (int j = 0; j < equations.size(); ++j)
    if (equations.highest(j) == 0) return true;
  return false;
}

// How deep the deepest unknown is: 2 and 3 for multipliers of index 2 and 3.
inline int depth_of_constraints(const system::Residual& equations) {
  int deepest = 0;
  for (int j = 0; j < equations.size(); ++j) deepest = std::max(deepest, equations.level(j));
  return deepest;
}

// Derivatives of multipliers stand in the equations of [Wun05, (7.19)]. Velocities are q' + G'η there, and
// their slopes come out of polynomials of two unknowns that jump from step to step; only BDF has these slopes
// as accurate as the velocities.
inline bool has_slopes_of_multipliers(const system::Residual& equations) {
  for (int j = 0; j < equations.size(); ++j)
    if (equations.highest(j) > 0 && equations.level(j) > 1) return true;
  return false;
}
inline void refuse_slopes_of_multipliers(const system::Residual& equations) {
  if (has_slopes_of_multipliers(equations))
    throw Error(Kind::usage,
                "derivatives of multipliers stand in this form, and this method knows them too little "
                "where steps change",
                {}, "use bdf_second_order, or the formulation 'ggl', or give the steps");
}

// Multipliers of constraints that must be differentiated three times and more. Sand's formulas keep them
// (modified BDF); what other methods lose with each derivative leaves nothing of them where steps change:
// with Radau IIA of three stages they were a third off at every tolerance.
inline void refuse_beyond_index_3(const system::Residual& equations) {
  if (const int depth = depth_of_constraints(equations); depth > 3)
    throw Error(Kind::usage,
                "multipliers of index " + std::to_string(depth) +
                    " do not converge with this method where steps change, as they do with modified_bdf",
                {}, "use modified_bdf, or the formulation 'underlying_ode', or give the steps");
}

// Rounding of values is divided by the power d of the step in d-th derivatives: with short steps nothing else is left of high ones.
inline void refuse_beyond_order(const system::Residual& equations, int most) {
  if (equations.order() > most)
    throw Error(
        Kind::usage,
        "derivatives of order " + std::to_string(equations.order()) +
            " stand in the equations, and this method makes little more than rounding of those beyond " +
            std::to_string(most),
        {}, "use radau_second_order_4, or bdf, for which derivatives are unknowns");
}

// Whether some unknown follows from constraints that must be differentiated.
inline bool has_hidden_constraints(const system::Residual& equations) {
  for (int j = 0; j < equations.size(); ++j)
    if (equations.level(j) > 1) return true;
  return false;
}

// Where velocities may err by what stands normal to constraints, or are not used at all, they are not tested
// themselves: they count by what they would do to positions within some steps.
constexpr double steps_of_a_velocity = 10;
inline void move_to_positions(const StateLevels& x, double h, Out error) {
  for (int i = x.unknowns(); i < x.size(); ++i)
    if (x.derivative(i) == 1) {
      double& position = error[x.unknown(i)];
      position = std::max(std::fabs(position), steps_of_a_velocity * h * std::fabs(error[i]));
      error[i] = 0;
    }
}

// Highest derivatives between the ends of a step, where a method of order 1 or 2 tests positions only: a
// stiff spring moves its mass by so little that no test of positions sees it, and its force is as large as
// any. Where slopes of x⁽ᵏ⁾ miss half of what certificates ask for between steps, and more than the tolerance
// of x⁽ᵏ⁾ itself, steps do not grow. They are not made again for that: what a slope missed before, or
// rounding, would not shrink with the step.
class SlopesBetween {
 public:
  explicit SlopesBetween(const StateLevels& x) : largest_(static_cast<std::size_t>(x.size())) {}
  void aim(double rtol) { allowed_ = 50 * std::pow(rtol, 0.75); }
  void set_scale(Vec scale) { scale_.assign(scale.begin(), scale.end()); }
  void start(const StateLevels& x) {
    std::ranges::fill(largest_, 0.0);
    keep(x);
  }
  void keep(const StateLevels& x) {
    for (int i = 0; i < x.size(); ++i) {
      double& largest = largest_[static_cast<std::size_t>(i)];
      largest = std::max(largest, std::fabs(slope(x, i)));
    }
  }
  // Told as an error of all unknowns that are tested. `missed(i)`: what the slope of component i is off by.
  template <class Missed>
  void test(const system::Residual& equations, const StateLevels& x, double h, Missed&& missed,
            Out error) const {
    constexpr double no_growth = 0.7;  // of the tolerance: the next step is about as long as this one
    double worst = 0;
    for (int i = 0; i < x.size(); ++i) {
      const int j = x.unknown(i);
      if (x.derivative(i) + 1 != equations.highest(j) || !equations.tested(j)) continue;
      const auto at = static_cast<std::size_t>(i);
      const double size = std::max(largest_[at], std::fabs(slope(x, i)));
      worst = std::max(worst, h * std::fabs(missed(i)) / std::max(scale_[at], allowed_ * h * size));
    }
    const double part = std::min(worst, no_growth);
    for (int j = 0; j < equations.size(); ++j)
      if (equations.highest(j) > 0)
        error[j] = std::max(std::fabs(error[j]), part * scale_[static_cast<std::size_t>(j)]);
  }

 private:
  static double slope(const StateLevels& x, int i) { return x.level(x.derivative(i) + 1)[x.unknown(i)]; }
  double allowed_ = 1;
  std::vector<double> largest_, scale_;
};

// The one place where these methods meet the Stepper interface.
class LevelStepper : public Stepper, public ImplicitPart {
 public:
  LevelStepper(const system::Residual& equations, const std::vector<char>& tested)
      : Stepper(static_cast<int>(tested.size()), tested), slope_(tested.size()), between_(equations, tested) {
  }

  void begin(const Begin& at) final {
    std::ranges::copy(at.slope, slope_.begin());
    first_ = true;
    if (!at.constant_steps) require_changing_steps();
    aim(at.rtol, at.constant_steps);
    limit_order(at.max_order);
    equations_.reset();
    if (asked_ != nullptr && !at.constant_steps)
      equations_ = std::make_unique<EquationsBetween>(*asked_, share_ * EquationsBetween::allowance(at.rtol));
    refused_ = paused_ = 0;
    start(at.t, at.y, slope_);
    set_scale(at.scale);
    scale_.assign(at.scale.begin(), at.scale.end());
    constant_steps_ = at.constant_steps;
    between_.set_scale(at.scale);
    between_.restart();
    between_.push(at.t, at.y);
  }
  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) final {
    const Attempt outcome = try_step(t, h, y0, y1, error);
    if (!outcome || constant_steps_) return outcome;
    if (between_.any()) {
      LevelBetween::Nodes nodes;
      add_nodes(nodes);
      between_.apply(
          t, h, nodes, [this](double theta, Out y) { inside(theta, y); }, y1, error);
    }
    if (equations_ && paused_ == 0 && doubtful()) look_between(t, h, error);
    return outcome;
  }
  void accepted(const Accepted& step) final {
    first_ = false;
    refused_ = 0;
    if (paused_ > 0) --paused_;
    keep(step.t, step.y);
    set_scale(step.scale);
    if (!constant_steps_) scale_.assign(step.scale.begin(), step.scale.end());
    if (constant_steps_ || !between_.any()) return;
    between_.set_scale(step.scale);
    between_.push(step.t, step.y);
  }
  void polynomial(Vec theta, Out values) final {
    const auto n = static_cast<std::size_t>(size());
    for (std::size_t i = 0; i < theta.size(); ++i) inside(theta[i], values.subspan(i * n, n));
  }
  Attempt slope(double /*t*/, Vec /*y*/, Out yp) final {
    std::ranges::copy(slope_, yp.begin());
    return first_ ? Attempt{} : Attempt{Attempt::diverged, -1};
  }
  ImplicitPart* implicit() final { return this; }

  // constant_steps: implicit equations are solved nearly as far as rounding allows.
  virtual void aim(double rtol, bool constant_steps) = 0;
  // Throws where what the equations ask for does not converge with this method once steps change.
  virtual void require_changing_steps() const {}
  virtual void limit_order(int /*most*/) {}  // of methods of variable order
  virtual void start(double t, Vec y, Vec slope) = 0;
  virtual void set_scale(Vec scale) = 0;  // of the state
  virtual Attempt try_step(double t, double h, Vec y0, Out y1, Out error) = 0;
  // Where the polynomial of unknowns without derivatives goes through their values; none: it is not tested,
  // or not here.
  virtual void add_nodes(LevelBetween::Nodes& /*nodes*/) const {}
  virtual void keep(double t, Vec y) = 0;        // the step was accepted
  virtual void inside(double theta, Out y) = 0;  // the state there, of the step just tried
  // Whether highest derivatives or multipliers change so much within the step just tried that the equations
  // are looked at between its ends.
  virtual bool doubtful() const { return false; }

 protected:
  // From now on: a step may miss this share of what certificates allow.
  void ask_between(Instance& instance, double share) {
    asked_ = &instance;
    share_ = share;
  }
  double share_between() const { return share_; }

 private:
  // A step is made shorter for this as long as it helps: what a force that jumps leaves, or rounding, does
  // not fall with the step.
  void look_between(double t, double h, Out error) {
    constexpr int most_refused = 4, patience = 2, pause = 20;
    const double missed = equations_->missed(t, h, [this](double theta, Out y) { inside(theta, y); });
    const bool helps = refused_ < patience || missed * refused_h_ < refused_missed_ * h;
    if (missed > 1 && (refused_ >= most_refused || !helps)) {
      paused_ = pause;
      return;
    }
    if (missed > 1) {
      ++refused_;
      refused_h_ = h;
      refused_missed_ = missed;
    }
    constexpr double no_growth = 0.7, most = 30;
    const double part = missed > 1 ? std::min(missed, most) : no_growth * missed;
    for (std::size_t i = 0; i < error.size(); ++i)
      if (tested()[i]) error[i] = std::max(std::fabs(error[i]), part * scale_[i]);
  }

  Instance* asked_ = nullptr;  // none: equations are not looked at between ends
  std::unique_ptr<EquationsBetween> equations_;
  double share_ = 1;
  std::vector<double> scale_;     // of the state
  int refused_ = 0, paused_ = 0;  // steps in a row that missed them; steps that are not looked at
  double refused_h_ = 0, refused_missed_ = 0;  // of the last one
  std::vector<double> slope_;                  // at the start
  LevelBetween between_;
  bool first_ = true, constant_steps_ = false;
};

}  // namespace trammel::integrate

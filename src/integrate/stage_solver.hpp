// integrate/stage_solver.hpp: the equations of one stage of an implicit method, solved.
//
//   F(t, base + e, base_slope + c e) = 0                                                              (1)
//
// for e, by simplified Newton iterations with the matrix dF/dy + c dF/dy'. A diagonally implicit Runge-Kutta
// method has base = y₀ + h Σ_{j<i} a_ij k_j, c = 1/(hγ); a multistep formula has the continued past in base
// and base_slope. Several coupled stages: coupled_stages.hpp.
//
// An implicit method is its formula, its error estimate and its order control. What stands here is the same
// for all of them: when matrix and factors still serve, when the iteration has converged and when it never
// will, what happens at kinks, and who is to blame in the end. What differs is said once, in a StagePolicy.
//
// Kinks. Where an equation has one (a transistor that switches on), the matrix of one side may send the
// iterate to the other side and that of the other side back, however small the step. After six failures at
// one place (Obstacle) the stages are solved by careful_newton.hpp, with a matrix of its own in every
// iteration, until a step has got past that place. Methods take their simplest formula meanwhile.
#pragma once

#include <vector>

#include "integrate/careful_newton.hpp"
#include "integrate/error_filter.hpp"
#include "integrate/iteration_matrix.hpp"
#include "integrate/jumps.hpp"
#include "integrate/newton.hpp"

namespace trammel::integrate {

struct StagePolicy {
  // The convergence test: of [HW96, IV.8], or of [BCP96, 5.2.2]. See newton.hpp.
  enum class Test { contraction, mean_rate } test = Test::contraction;
  int iterations = ContractionWatch::iterations;
  Convergence convergence = {};
  // Factors made for another c serve while c/c_factored lies in [serves, 1/serves]; 0: evaluated and factored
  // anew for every step. With the damping 2/(1 + c/c_factored) of each correction an iteration on a stiff
  // component still contracts by |1 - serves|/(1 + serves) = 1/7. DASSL keeps them down to 0.6
  // [BCP96, 5.2.2].
  double serves = 0;
  // A Jacobian serves for this many accepted steps when new factors are needed; -1: new factors, new
  // Jacobian.
  int kept_steps = -1;
  // A stage that takes this many iterations asks for a new Jacobian before the next step; 0: never.
  int slow = 0;
  // Changes that rounding alone explains end an iteration: those of the state, in units of eps |y|, ...
  double state_rounding = 0;
  // ... and those of the terms of the equations, through the inverse (rounding.hpp).
  bool equation_rounding = false;
};

class StageSolver : public ImplicitPart {
 public:
  StageSolver(Instance& instance, const StagePolicy& policy);

  int size() const { return n_; }
  Linearization& equations() { return model_; }
  const NewtonNorm& norm() const { return norm_; }
  ErrorFilter& filter() { return filter_; }
  void filter_error(Out x) { filter_.apply(scaling_, factored_, x); }  // with the factors that are there
  void solve_linear(Out x) { matrix_.solve(scaling_, x); }             // x <- (dF/dy + c dF/dy')⁻¹ x

  // How much of each unknown is rounding of the terms of its equations, with the factors that are there.
  void rounding(Vec y, Out result);

  // A new start: nothing is known of matrices and contraction.
  void begin(const Begin& start);
  void set_scale(Vec scale) { norm_.set_scale(scale); }
  void equations_changed() override;
  Attempt verify(double t, Vec y, Vec slope) override;
  Trouble trouble() const override;

  struct Point {
    double t;
    Vec y, slope;
  };
  struct Stage {
    double t, c;
    Vec base, base_slope;
    double weight = 1;  // how much an error of e counts in the result of the step
    bool first = true;  // of the stages of a step
  };
  // Makes the matrix fit for c, calls `stages`, which solve() theirs, and once more with a fresh matrix if
  // they diverged with an old one. `at`: where a new Jacobian is evaluated. `order`: of the formula, for
  // messages.
  template <class Stages>
  Attempt step(const Point& at, double h, double c, int order, Stages&& stages) {
    if (const Attempt outcome = prepare(at, h, c, order); !outcome) return outcome;
    const Attempt outcome = stages();
    if (outcome.verdict != Attempt::diverged || fresh_ || crossing_) return outcome;
    if (const Attempt again = factor(at, c, true); !again) return again;
    return stages();
  }
  // (1), from the e that is there. Neither allocates nor throws.
  Attempt solve(const Stage& stage, Out e);

  // (1) with a matrix of its own in every iteration, until changes no longer shrink: nothing is left to the
  // rate of a frozen matrix. For studies at constant steps. Needs no step().
  Attempt solve_to_rounding(const Stage& stage, double h, Out e);

  void failed(double t) { obstacle_.failed(t); }  // the step could not be computed; it looked as far as t
  // Asked after a failure. True: from now on stages are solved carefully. A step of the same size should be
  // tried again, because a smaller one might end before the obstacle.
  bool must_cross();
  bool crossing() const { return crossing_; }
  void accepted(double t);

 protected:
  Attempt prepare(const Point& at, double h, double c, int order);
  Attempt factor(const Point& at, double c, bool evaluate);
  Attempt cross(const Stage& stage, Out e);
  NewtonVerdict judge(double moved) {
    return policy_.test == StagePolicy::Test::contraction ? watch_.add(moved) : mean_rate_.add(moved);
  }
  void forget_rate();

  StagePolicy policy_;
  Linearization model_;
  int n_;
  LevelScaling scaling_;
  RealBlock matrix_;
  NewtonNorm norm_;
  ContractionWatch watch_;
  MeanRateWatch mean_rate_;
  CarefulNewton careful_;
  ErrorFilter filter_;
  Obstacle obstacle_;
  bool crossing_ = false;
  double h_ = 0, factored_ = 0, last_c_ = 0;            // factored_: c of the factors, 0: there are none
  double round_off_ = 0, of_state_ = 0, measured_ = 0;  // changes that rounding explains; its two parts
  bool fresh_ = false;                                  // the Jacobian was evaluated for this step
  int age_ = 0;                                         // of the Jacobian, in accepted steps
  int most_iterations_ = 0;                             // of a stage of the last attempt
  int order_ = 0;
  std::vector<double> y_, slope_, work_;
};

}  // namespace trammel::integrate

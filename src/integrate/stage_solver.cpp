#include "integrate/stage_solver.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/rounding.hpp"

namespace trammel::integrate {

StageSolver::StageSolver(Instance& instance, const StagePolicy& policy)
    : policy_(policy), model_(instance), n_(model_.size()), scaling_(model_.equations()), matrix_(model_),
      norm_(model_.equations()), careful_(model_, matrix_, norm_), filter_(model_, matrix_) {
  for (auto* v : {&y_, &slope_, &work_}) v->resize(static_cast<std::size_t>(n_));
  mean_rate_.set_enough(policy.convergence.enough);
}

void StageSolver::begin(const Begin& start) {
  watch_.set_tolerance(start.rtol, start.constant_steps, policy_.convergence);
  careful_.set_tolerance(start.rtol);
  norm_.set_scale(start.scale);
  factored_ = 0;
  age_ = policy_.kept_steps + 1;
  most_iterations_ = 0;
  obstacle_.forget();
  crossing_ = false;
  forget_rate();
}

void StageSolver::forget_rate() {
  watch_.forget();
  mean_rate_.forget();
}

void StageSolver::rounding(Vec y, Out result) {
  rounding_of_unknowns(
      model_, factored_, y, [&](Out x) { matrix_.solve(scaling_, x); }, result);
}

// What an iteration leaves of an unknown that followed from a constraint is divided by h once it is
// integrated.
void StageSolver::equations_changed() {
  factored_ = 0;
  age_ = policy_.kept_steps + 1;
  mean_rate_.set_enough(MeanRateWatch::strict);
}

Attempt StageSolver::factor(const Point& at, double c, bool evaluate) {
  const int age = age_;
  scaling_.set(h_);
  factored_ = 0;
  if (evaluate) {
    model_.evaluate(at.t, at.y, at.slope);
    fresh_ = true;
  }
  age_ = policy_.kept_steps + 1;  // what cannot be factored is not kept: it may come from a bad trial point
  if (const Attempt outcome = matrix_.factor(scaling_, c); !outcome) return outcome;
  age_ = evaluate ? 0 : age;
  factored_ = c;
  if (policy_.equation_rounding)
    measured_ = rounding_of_iteration(model_, matrix_, scaling_, norm_, c, at.y, work_);
  round_off_ = std::max(of_state_, measured_);
  if (policy_.serves > 0) forget_rate();  // a matrix of every point: the last rate is as good as any
  return {};
}

Attempt StageSolver::prepare(const Point& at, double h, double c, int order) {
  h_ = h;
  order_ = order;
  norm_.set_step(h);
  fresh_ = false;
  if (crossing_) return {};
  const double ratio = factored_ > 0 ? c / factored_ : 0, serves = policy_.serves;
  const bool refresh = policy_.slow > 0 && most_iterations_ >= policy_.slow && age_ > 0;
  if (serves == 0 || ratio < serves || ratio > 1 / serves || age_ >= oldest_matrix || refresh)
    if (const Attempt outcome = factor(at, c, refresh || age_ > policy_.kept_steps); !outcome) return outcome;
  // A rate that was seen with another c says nothing: on algebraic unknowns the correction for it is an error
  // of its own, and steps accepted on a stale rate carry it into the differences.
  if (serves > 0 && c != last_c_) forget_rate();
  last_c_ = c;
  most_iterations_ = 0;
  of_state_ = policy_.state_rounding * std::numeric_limits<double>::epsilon() *
              (policy_.state_rounding > 0 ? norm_(at.y) : 0);
  round_off_ = std::max(of_state_, measured_);
  return {};
}

Attempt StageSolver::solve(const Stage& stage, Out result) {
  if (crossing_) return cross(stage, result);
  const double c = stage.c, damping = 2 / (1 + c / factored_);
  watch_.begin(policy_.iterations, stage.first);
  mean_rate_.begin();
  double *__restrict e = result.data(), *__restrict y = y_.data(), *__restrict yp = slope_.data(),
                    *__restrict delta = work_.data();
  const double *const from = stage.base.data(), *const from_slope = stage.base_slope.data(),
                      *const inverse = norm_.weights().data();
  while (true) {
    for (int i = 0; i < n_; ++i) {
      y[i] = from[i] + e[i];
      yp[i] = from_slope[i] + c * e[i];
    }
    if (const Attempt outcome = model_.residual(stage.t, y_, slope_, work_); !outcome) return outcome;
    ++model_.counts().newton_iterations;
    matrix_.solve(scaling_, work_);
    double sum = 0;
    for (int i = 0; i < n_; ++i) {
      delta[i] *= damping;
      e[i] -= delta[i];
      sum += (delta[i] * inverse[i]) * (delta[i] * inverse[i]);
    }
    const double moved = std::sqrt(sum / std::max(n_, 1));
    if (!std::isfinite(moved)) return {Attempt::diverged, -1};
    if (moved <= round_off_) return {};
    if (const auto outcome = ended(judge(stage.weight * moved))) {
      most_iterations_ = std::max(most_iterations_, watch_.count());
      return *outcome;
    }
  }
}

Attempt StageSolver::solve_to_rounding(const Stage& stage, double h, Out e) {
  constexpr int most = 25;
  factored_ = 0;
  h_ = h;
  scaling_.set(h);
  norm_.set_step(h);
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < most; ++k) {
    for (int i = 0; i < n_; ++i) {
      y_[i] = stage.base[i] + e[i];
      slope_[i] = stage.base_slope[i] + stage.c * e[i];
    }
    if (const Attempt outcome = model_.residual(stage.t, y_, slope_, work_); !outcome) return outcome;
    model_.evaluate(stage.t, y_, slope_, stage.c);
    if (const Attempt outcome = matrix_.factor_sum(scaling_); !outcome) return outcome;
    matrix_.solve(scaling_, work_);
    ++model_.counts().newton_iterations;
    for (int i = 0; i < n_; ++i) e[i] -= work_[i];
    const double moved = norm_(work_);
    if (!std::isfinite(moved)) return {Attempt::diverged, -1};
    if (moved == 0 || (moved < 1 && moved >= 0.25 * before)) {  // no longer shrinking: that is rounding
      factored_ = stage.c;
      return {};
    }
    before = moved;
  }
  return {Attempt::diverged, -1};
}

// With a matrix of its own in every iteration; the last one is left for the estimate.
Attempt StageSolver::cross(const Stage& stage, Out e) {
  scaling_.set(h_);
  factored_ = 0;
  age_ = policy_.kept_steps + 1;
  if (const Attempt outcome = careful_.solve(stage.t, stage.c, stage.base, stage.base_slope, scaling_, e);
      !outcome)
    return outcome;
  factored_ = last_c_ = stage.c;
  if (policy_.equation_rounding)
    measured_ = rounding_of_iteration(model_, matrix_, scaling_, norm_, stage.c, stage.base, work_);
  forget_rate();
  return {};
}

bool StageSolver::must_cross() {
  if (!obstacle_.stands() || crossing_) return false;
  return crossing_ = true;
}

void StageSolver::accepted(double t) {
  obstacle_.accepted(t);
  crossing_ = false;
  ++age_;
}

Attempt StageSolver::verify(double t, Vec y, Vec slope) {
  if (age_ < old_matrix || factored_ == 0) return {};
  model_.evaluate(t, y, slope);
  return matrix_.factor(scaling_, factored_);
}

Trouble StageSolver::trouble() const {
  linalg::Dependence found = matrix_.dependence();
  return {order_, norm_.worst(work_), std::move(found.rows), std::move(found.columns)};
}

}  // namespace trammel::integrate

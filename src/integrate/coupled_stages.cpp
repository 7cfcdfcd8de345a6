#include "integrate/coupled_stages.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/rounding.hpp"

namespace trammel::integrate {
namespace {

constexpr double jacobian_serves = 0.02;  // θ up to which a Jacobian is kept; RADAU5 has 0.001 [HW96, IV.8]

// RADAU5's seven, and as many more as RADAU takes for more stages, whose matrices cost more. [HW99]
int iterations_for(int stages) {
  return ContractionWatch::iterations + (stages > 3 ? (5 * (stages - 3)) / 2 : 0);
}

}  // namespace

CoupledStages::CoupledStages(Instance& instance, int most) : StageSolver(instance, {}) {
  const auto s = static_cast<std::size_t>(most), n = static_cast<std::size_t>(n_);
  for (std::size_t k = 0; k < s / 2; ++k) complex_.emplace_back(model_);
  for (auto* stages : {&Z_, &slopes_, &F_}) stages->resize(s * n);
}

void CoupledStages::begin(const Begin& start, const Convergence& convergence) {
  policy_.convergence = convergence;
  StageSolver::begin(start);
  jacobian_known_ = fresh_ = false;
  factored_h_ = 0;
}

void CoupledStages::use(const CollocationRule& rule, bool crossing) {
  rule_ = &rule;
  crossing_ = crossing;
  factored_h_ = 0;
}

void CoupledStages::begin_step(double h) {
  h_ = h;
  step_rule_ = rule_;
  norm_.set_step(h);
}

// Jacobian and factors for this point and step, as far as they are not there.
Attempt CoupledStages::prepare(double t, Vec at, Vec slope) {
  if (!jacobian_known_) {
    model_.evaluate(t, at, slope);
    jacobian_known_ = fresh_ = true;
    age_ = 0;
    factored_h_ = 0;
    watch_.forget();
  }
  return factored_h_ == h_ ? Attempt{} : factor();
}

Attempt CoupledStages::factor() {
  scaling_.set(h_);
  factored_h_ = 0;
  newly_factored_ = true;
  if (!rule_->real.empty())
    if (const Attempt outcome = matrix_.factor(scaling_, rule_->gamma / h_); !outcome) return outcome;
  for (std::size_t k = 0; k < rule_->pairs.size(); ++k)
    if (const Attempt outcome = complex_[k].factor(scaling_, rule_->pairs[k] / h_); !outcome) return outcome;
  factored_h_ = h_;
  return {};
}

Attempt CoupledStages::newton(double t, Vec y0) {
  find_slopes();
  watch_.begin(iterations_for(rule_->s));
  while (true) {
    if (const Attempt outcome = residuals(t, y0); !outcome) return outcome;
    ++model_.counts().newton_iterations;
    const double moved = update();
    if (!std::isfinite(moved)) return {Attempt::diverged, -1};
    if (const auto outcome = ended(watch_.add(moved))) return *outcome;
  }
}

// One stage, backward Euler, each iteration with a matrix of its own.
Attempt CoupledStages::cross_one(double t, Vec y0) {
  jacobian_known_ = false;
  factored_h_ = 0;
  watch_.begin();
  std::ranges::fill(part(slopes_, 0), 0.0);
  const Attempt outcome = cross({t + h_, 1 / h_, y0, part(slopes_, 0)}, stage(0));
  find_slopes();
  return outcome;
}

// Y' = A⁻¹ Z / h
void CoupledStages::find_slopes() {
  const int s = rule_->s;
  const double per_h = 1 / h_;
  for (int i = 0; i < s * s; ++i) to_slopes_[i] = rule_->inverse[i] * per_h;
  mix_stages(s, to_slopes_, Z_, slopes_, n_);
}

Attempt CoupledStages::residuals(double t, Vec y0) {
  const double* __restrict base = y0.data();
  double* __restrict value = work_.data();
  for (int i = 0; i < rule_->s; ++i) {
    const double* __restrict z = stage(i).data();
    for (int k = 0; k < n_; ++k) value[k] = base[k] + z[k];
    if (const Attempt outcome = model_.residual(t + rule_->c[i] * h_, work_, part(slopes_, i), part(F_, i));
        !outcome)
      return outcome;
  }
  return {};
}

// One Newton step on Z, block by block; the size of the change, which is left in place of the residuals. The
// blocks are solved in the slopes' memory.
double CoupledStages::update() {
  const int s = rule_->s;
  mix_stages(s, rule_->split, F_, slopes_, n_);
  int at = 0;
  if (!rule_->real.empty()) matrix_.solve(scaling_, part(slopes_, at++));
  for (std::size_t p = 0; p < rule_->pairs.size(); ++p, at += 2)
    complex_[p].solve(scaling_, part(slopes_, at), part(slopes_, at + 1));
  const double sum = with_stages(s, [&](auto S) {
    return change_stages_of<S()>(rule_->join.data(), to_slopes_.data(), norm_.weights().data(),
                                 slopes_.data(), Z_.data(), F_.data(), n_);
  });
  return n_ == 0 ? 0 : std::sqrt(sum / (static_cast<double>(n_) * s));
}

void CoupledStages::solve_estimate(Out x) {
  if (!rule_->real.empty()) return matrix_.solve(scaling_, x);
  const std::complex<double> turn = rule_->pairs[0] / rule_->gamma;
  for (int k = 0; k < n_; ++k) {
    work_[k] = turn.imag() * x[k];
    x[k] *= turn.real();
  }
  complex_[0].solve(scaling_, x, work_);
}

void CoupledStages::rounding(Vec y, Out result) {
  rounding_of_unknowns(
      model_, rule_->gamma / h_, y, [&](Out x) { solve_estimate(x); }, result);
}

void CoupledStages::accepted(double t) {
  jacobian_known_ = !crossing() && watch_.theta() <= jacobian_serves && ++age_ < oldest_matrix;
  fresh_ = false;
  obstacle_.accepted(t);
}

Attempt CoupledStages::verify(double t, Vec y, Vec slope) {
  if (age_ < old_matrix || factored_h_ == 0) return {};
  model_.evaluate(t, y, slope);
  return matrix_.factor(scaling_, rule_->gamma / factored_h_);
}

Trouble CoupledStages::trouble() const {
  if (!step_rule_) return {};  // no step was tried
  linalg::Dependence found = matrix_.dependence(scaling_, step_rule_->gamma / h_);
  const Vec last = Vec(F_).subspan(static_cast<std::size_t>(step_rule_->s - 1) * n_, n_);
  return {2 * step_rule_->s - (step_rule_->stiffly_accurate ? 1 : 0), norm_.worst(last),
          std::move(found.rows), std::move(found.columns)};
}

}  // namespace trammel::integrate

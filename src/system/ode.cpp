// system/ode.cpp: the underlying ODE z' = f^(t, z): its tops, solved for at each point.
#include <algorithm>
#include <cmath>

#include "system/chart.hpp"
#include "system/solved_ode.hpp"

namespace trammel::system {
namespace {

bool all_finite(Vec values) {
  double sum = 0;
  for (const double value : values) sum += value * 0;  // NaN or infinity times 0 is NaN
  return sum == 0;
}

}  // namespace

SolvedOde::SolvedOde(const System& system, Counts& tally)
    : data_(system.data()), view_(data_.ode), runner_(data_.program), counts_(tally),
      top_(data_.unknowns.size()), unknown_(view_.home), good_(view_.home), trial_(view_.home),
      correction_(data_.unknowns.size()), explicit_top_(view_.explicit_tops.size()),
      h_(view_.invariants.size()), unknown_step_(view_.implicit.size()),
      contraction_(static_cast<std::size_t>(view_.deepest) + 1) {
  runner_.set_parameters(data_.parameters);
  for (std::size_t k = 0; k < unknown_.size(); ++k) top_[view_.implicit[k]] = unknown_[k];
  if (!view_.implicit.empty()) {
    A_ = linalg::SparseMatrix(data_.program.shared_pattern(top_function, 1));
    solver_ = view_.dependent > 0 ? linalg::make_least_norm(A_.pattern, view_.dependent)
                                  : linalg::make_solver(A_.pattern, view_.symmetry);
  }
  if (view_.own_matrix) {
    J_ = linalg::SparseMatrix(view_.matrix);
    full_solver_ = view_.dependent > 0 ? linalg::make_least_norm(J_.pattern, view_.dependent)
                                       : linalg::make_solver(J_.pattern);
  }
}

std::unique_ptr<Ode> make_ode(const System& system, Counts& counts) {
  return std::make_unique<SolvedOde>(system, counts);
}

double SolvedOde::condition() const {
  const auto of = [](const auto& solver, const linalg::Scales& scales) {
    return !solver ? 0.0 : scales.empty() ? solver->condition() : 1 / solver->smallest_pivot(scales);
  };
  if (counts_.factorizations == 0) return 0;
  return std::max(of(solver_, A_scales_), full_factored_ ? of(full_solver_, J_scales_) : 0.0);
}

void SolvedOde::weigh() {
  if (solver_) A_scales_ = linalg::equilibrate(A_);
  if (full_factored_) J_scales_ = linalg::equilibrate(J_);
}

void SolvedOde::guess(Vec top) {
  for (std::size_t k = 0; k < unknown_.size(); ++k) unknown_[k] = good_[k] = top[view_.implicit[k]];
}

Outcome SolvedOde::factor() {
  ++counts_.factorizations;
  const int bad = solver_->factor(A_);
  if (bad < 0) return {};
  for (std::size_t k = 0; k < A_.value.size(); ++k)
    if (!std::isfinite(A_.value[k])) return {Outcome::not_finite, view_.rows[A_.pattern->row[k]]};
  return {Outcome::singular, view_.rows[bad]};
}

Outcome SolvedOde::solve_tops(double t, Vec z) {
  if (view_.implicit.empty()) return {};
  const double* in[] = {&t, z.data(), unknown_.data()};
  factored_t_ = t;
  if (!view_.linear) return newton(in);
  double* out[] = {unknown_.data(), A_.value.data()};
  runner_.run(top_function, in, out);
  if (const Outcome outcome = factor(); !outcome) return outcome;
  solver_->solve(unknown_);
  ++counts_.linear_solves;
  return {};
}

Outcome SolvedOde::finite_residual(Vec residual) const {
  for (std::size_t k = 0; k < residual.size(); ++k)
    if (!std::isfinite(residual[k])) return {Outcome::not_finite, view_.rows[k]};
  return {};
}

double SolvedOde::size_of(Vec step) const {
  double size = 0;
  for (std::size_t k = 0; k < step.size(); ++k) {
    const double part = std::fabs(step[k]) / (std::fabs(unknown_[k]) + data_.nominal[view_.implicit[k]]);
    if (!(part <= size)) size = part;  // NaN stays
  }
  return size;
}

Outcome SolvedOde::newton(const double* const* in) {
  Outcome outcome = quick_newton(in);
  if (!outcome) {
    unknown_ = good_;  // a bad guess must not spoil the next try
    if (const Outcome slow = damped_newton(*in[0], Vec(in[1], view_.state.size()))) outcome = slow;
  }
  if (outcome)
    good_ = unknown_;
  else
    unknown_ = good_;
  return outcome;
}

// From the tops of the last call, which are near.
Outcome SolvedOde::quick_newton(const double* const* in) {
  constexpr int most_iterations = 12;
  Out step = Out(correction_).first(unknown_.size());
  double* out[] = {step.data(), A_.value.data()};
  double before = INFINITY;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    runner_.run(top_function, std::span(in, 3), out);
    ++counts_.newton_iterations;
    if (const Outcome outcome = finite_residual(step); !outcome) return outcome;
    if (const Outcome outcome = factor(); !outcome) return outcome;
    solver_->solve(step);
    for (std::size_t k = 0; k < step.size(); ++k) unknown_[k] += step[k];
    const double size = size_of(step);
    if (!std::isfinite(size)) break;
    if (size <= 1e-14 || (size < 1e-9 && size > 0.1 * before)) return {};
    before = size;
  }
  return {Outcome::diverged, view_.rows.empty() ? -1 : view_.rows[0]};
}

// From far away, at the start or between distant output times: a step is halved until the next one, computed
// with the same matrix, is shorter. [Deu04, 3.3: the natural monotonicity test]
Outcome SolvedOde::damped_newton(double t, Vec z) {
  constexpr int most_iterations = 60;
  constexpr double smallest = 1e-6;
  Out step = Out(correction_).first(unknown_.size()), next = Out(unknown_step_);
  const double* here[] = {&t, z.data(), unknown_.data()};
  const double* there[] = {&t, z.data(), trial_.data()};
  double* out[] = {step.data(), A_.value.data()};
  double* tried[] = {next.data(), A_.value.data()};
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    runner_.run(top_function, here, out);
    ++counts_.newton_iterations;
    if (const Outcome outcome = finite_residual(step); !outcome) return outcome;
    if (const Outcome outcome = factor(); !outcome) return outcome;
    solver_->solve(step);
    const double size = size_of(step);
    if (!std::isfinite(size)) break;
    if (size < 1e-12) return {};
    double lambda = 1;
    for (; lambda > smallest; lambda /= 2) {
      for (std::size_t k = 0; k < step.size(); ++k) trial_[k] = unknown_[k] + lambda * step[k];
      runner_.run(top_function, there, tried);
      ++counts_.newton_iterations;
      if (!finite_residual(next)) continue;
      solver_->solve(next);
      if (size_of(next) <= (1 - lambda / 4) * size) break;
    }
    if (lambda <= smallest) break;
    unknown_ = trial_;
  }
  return {Outcome::diverged, view_.rows.empty() ? -1 : view_.rows[0]};
}

Outcome SolvedOde::blame_top() const {
  for (std::size_t k = 0; k < view_.implicit.size(); ++k)
    if (!std::isfinite(unknown_[k])) return {Outcome::not_finite, view_.rows[k]};
  for (std::size_t k = 0; k < view_.explicit_tops.size(); ++k)
    if (!std::isfinite(explicit_top_[k])) return {Outcome::not_finite, view_.explicit_rows[k]};
  return {Outcome::not_finite, -1};
}

void SolvedOde::follow(std::shared_ptr<Chart> chart) {
  chart_ = std::move(chart);
  lifted_.resize(view_.state.size());
}

Outcome SolvedOde::derivative(double t, Vec z, Out dz) {
  ++counts_.function_evaluations;
  if (chart_) {
    std::ranges::copy(z, lifted_.begin());
    if (const Outcome outcome = chart_->onto(t, lifted_); !outcome) return outcome;
    z = lifted_;
  }
  if (const Outcome outcome = solve_tops(t, z); !outcome) return outcome;
  for (std::size_t k = 0; k < view_.implicit.size(); ++k) top_[view_.implicit[k]] = unknown_[k];
  if (!view_.explicit_tops.empty()) {
    evaluate(explicit_function, t, z, explicit_top_);
    for (std::size_t k = 0; k < view_.explicit_tops.size(); ++k)
      top_[view_.explicit_tops[k]] = explicit_top_[k];
  }
  if (!all_finite(top_)) {
    const Outcome outcome = blame_top();
    if (!view_.linear) unknown_ = good_ = view_.home;
    return outcome;
  }
  for (std::size_t j = 0; j < view_.position.size(); ++j) {
    const int at = view_.position[j];
    if (at < 0) continue;
    const int last = at + view_.d[j] - 1;
    for (int k = at; k < last; ++k) dz[k] = z[k + 1];
    dz[last] = top_[j];
  }
  return {};
}

}  // namespace trammel::system

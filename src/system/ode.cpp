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
      top_(data_.unknowns.size()), unknown_(view_.home), good_(view_.home),
      correction_(data_.unknowns.size()), explicit_top_(view_.explicit_tops.size()),
      h_(view_.invariants.size()), unknown_step_(view_.implicit.size()),
      contraction_(static_cast<std::size_t>(view_.deepest) + 1), norm_(view_.blocks), steady_(top_.size()) {
  runner_.set_parameters(data_.parameters);
  unit_.reserve(data_.nominal.size());
  for (const double nominal : data_.nominal) unit_.push_back(1 / nominal);
  for (std::size_t k = 0; k < unknown_.size(); ++k) top_[view_.implicit[k]] = unknown_[k];
  slope_from_.resize(view_.state.size());
  for (std::size_t j = 0; j < view_.position.size(); ++j)
    if (const int at = view_.position[j]; at >= 0) {
      const int last = at + view_.d[j] - 1;
      for (int k = at; k < last; ++k) slope_from_[static_cast<std::size_t>(k)] = k + 1;
      slope_from_[static_cast<std::size_t>(last)] = ~static_cast<int>(j);
    }
  if (!view_.implicit.empty()) {
    A_ = linalg::SparseMatrix(data_.program.shared_pattern(top_function, 1));
    if (!view_.linear) prepare_newton();
  }
  if (view_.own_matrix) {
    J_ = linalg::SparseMatrix(view_.matrix);
  }
  make_solvers();
}

void SolvedOde::make_solvers() {
  if (!view_.implicit.empty())
    solver_ = view_.dependent > 0 ? linalg::make_least_norm(A_.pattern, view_.dependent)
                                  : linalg::make_solver(A_.pattern, view_.symmetry);
  if (view_.own_matrix)
    full_solver_ = view_.dependent > 0 ? linalg::make_least_norm(J_.pattern, view_.dependent)
                                       : linalg::make_solver(J_.pattern);
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
  if (solver_) A_scales_ = balanced(A_, &view_.implicit);
  if (full_factored_) J_scales_ = balanced(J_, nullptr);
}

// Scales that take units out of a matrix whose columns are tops (none: all of them). It begins with their sizes: where
// entries happen to be zero, nothing else ties the units of one block to those of another.
linalg::Scales SolvedOde::balanced(const linalg::SparseMatrix& A, const std::vector<int>* unknowns) const {
  linalg::SparseMatrix sized = A;
  const linalg::Pattern& p = *A.pattern;
  std::vector<double> size(static_cast<std::size_t>(p.columns));
  for (int c = 0; c < p.columns; ++c) {
    const int j = unknowns != nullptr ? (*unknowns)[static_cast<std::size_t>(c)] : c;
    size[static_cast<std::size_t>(c)] = data_.nominal[j] * std::pow(data_.time_unit, -view_.d[j]);
    for (int k = p.start[c]; k < p.start[c + 1]; ++k) sized.value[k] *= size[static_cast<std::size_t>(c)];
  }
  linalg::Scales scales = linalg::equilibrate(sized);
  for (std::size_t c = 0; c < size.size(); ++c) scales.column[c] *= size[c];
  return scales;
}

void SolvedOde::set_parameters(Vec values) {
  runner_.set_parameters(values);
  solved_t_ = std::nan("");
}

Outcome SolvedOde::factor() {
  const int bad = solver_->factor_if_changed(A_);
  counts_.factorizations += solver_->renewed();
  if (bad < 0) return {};
  for (std::size_t k = 0; k < A_.value.size(); ++k)
    if (!std::isfinite(A_.value[k])) return {Outcome::not_finite, view_.rows[A_.pattern->row[k]]};
  return {Outcome::singular, view_.rows[bad]};
}

Outcome SolvedOde::solve_tops(double t, Vec z) {
  if (view_.implicit.empty()) return {};
  const double* in[] = {&t, z.data(), unknown_.data()};
  factored_t_ = t;
  if (!view_.linear) return solve_nonlinear(t, z);
  double* out[] = {unknown_.data(), A_.value.data()};
  runner_.run(top_function, in, out);
  if (const Outcome outcome = factor(); !outcome) return outcome;
  solver_->solve(unknown_);
  ++counts_.linear_solves;
  return {};
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
  Outcome outcome = solve_here(t, z);
  passed_.last = false;
  if (passable()) outcome = watch_rank(t, z, outcome);
  if (!outcome) return outcome;
  spread(z, top_, dz);
  return {};
}

Outcome SolvedOde::solve_here(double t, Vec z) {
  if (const Outcome outcome = solve_tops(t, z); !outcome) return outcome;
  for (std::size_t k = 0; k < view_.implicit.size(); ++k) top_[view_.implicit[k]] = unknown_[k];
  if (!view_.explicit_tops.empty()) {
    evaluate(explicit_function, t, z, explicit_top_);
    for (std::size_t k = 0; k < view_.explicit_tops.size(); ++k)
      top_[view_.explicit_tops[k]] = explicit_top_[k];
  }
  return all_finite(top_) ? Outcome{} : blame_top();
}

}  // namespace trammel::system

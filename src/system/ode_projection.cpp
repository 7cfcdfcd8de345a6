// system/ode_projection.cpp: states moved onto the invariants of the underlying ODE.
#include <algorithm>
#include <cmath>
#include <limits>

#include "system/rates.hpp"
#include "system/solved_ode.hpp"
#include "system/undetermined.hpp"

namespace trammel::system {

void forget_rates(Ode& ode) {
  if (auto* const solved = dynamic_cast<SolvedOde*>(&ode)) solved->forget_rates();
}

std::vector<char> undetermined(Ode& ode) {
  auto* const solved = dynamic_cast<SolvedOde*>(&ode);
  return solved == nullptr ? std::vector<char>{} : solved->undetermined();
}

std::vector<double> followed_impulses(Ode& ode, double t, Vec z, Vec impulses) {
  if (auto* const solved = dynamic_cast<SolvedOde*>(&ode)) return solved->followed_impulses(t, z, impulses);
  return {impulses.begin(), impulses.end()};
}

std::vector<double> SolvedOde::followed_impulses(double t, Vec z, Vec impulses) {
  constexpr double rounding = 1e-9;
  std::vector<double> all(impulses.begin(), impulses.end());
  const std::vector<double> here = unknown_;
  const auto formulas = [&](double factor) {
    for (std::size_t k = 0; k < unknown_.size(); ++k)
      unknown_[k] = factor * impulses[static_cast<std::size_t>(view_.implicit[k])];
    std::vector<double> values(view_.explicit_tops.size());
    evaluate(explicit_function, t, z, values);
    return values;
  };
  const std::vector<double> none = formulas(0), once = formulas(1), twice = formulas(2);
  unknown_ = here;
  for (std::size_t k = 0; k < none.size(); ++k) {
    const auto j = static_cast<std::size_t>(view_.explicit_tops[k]);
    const double change = once[k] - none[k];
    if (view_.d[j] == 0 && all[j] == 0 && std::isfinite(change) &&
        std::fabs(twice[k] - none[k] - 2 * change) <= rounding * std::fabs(change))
      all[j] = change;
  }
  return all;
}

// Two solutions of A x = A x0, x0 itself and the smallest one, differ by what A does not see.
std::vector<char> SolvedOde::undetermined() {
  constexpr double rounding = 1e-6, golden = 0.6180339887498949;
  std::vector<char> open(view_.position.size(), 0);
  linalg::LinearSolver* const solver = view_.own_matrix ? full_solver_.get() : solver_.get();
  if (view_.dependent == 0 || solver == nullptr || !solver->factored()) return open;
  const linalg::SparseMatrix& A = view_.own_matrix ? J_ : A_;
  const auto unknown = [&](int column) {
    return view_.own_matrix ? static_cast<std::size_t>(column)
                            : static_cast<std::size_t>(view_.implicit[static_cast<std::size_t>(column)]);
  };
  std::vector<double> x0(static_cast<std::size_t>(A.pattern->columns)),
      x(static_cast<std::size_t>(A.pattern->rows), 0.0);
  for (int j = 0; j < A.pattern->columns; ++j) {
    double& component = x0[static_cast<std::size_t>(j)];
    component = (0.5 + std::fmod(golden * (j + 1), 1.0)) / unit_[unknown(j)];
    for (int k = A.pattern->start[j]; k < A.pattern->start[j + 1]; ++k)
      x[static_cast<std::size_t>(A.pattern->row[k])] += A.value[static_cast<std::size_t>(k)] * component;
  }
  solver->solve(x);
  for (int j = 0; j < A.pattern->columns; ++j) {
    const auto at = static_cast<std::size_t>(j);
    open[unknown(j)] = std::fabs(x[at] - x0[at]) > rounding * (std::fabs(x0[at]) + std::fabs(x[at]));
  }
  return open;
}

Outcome SolvedOde::prepare_projection(double t, Vec z) {
  if (!view_.own_matrix) return factored_t_ == t ? Outcome{} : solve_tops(t, z);
  evaluate(matrix_function, t, z, J_.value);
  const int bad = full_solver_->factor_if_changed(J_);
  counts_.factorizations += full_solver_->renewed();
  full_factored_ = true;
  return bad < 0 ? Outcome{} : Outcome{Outcome::singular, bad};
}

void SolvedOde::solve_correction(Out rhs) {
  ++counts_.linear_solves;
  if (view_.own_matrix) return full_solver_->solve(rhs);
  // Only implicit rows have a right-hand side, and only implicit unknowns move.
  Out step = Out(unknown_step_);
  for (std::size_t k = 0; k < step.size(); ++k) step[k] = rhs[view_.rows[k]];
  solver_->solve(step);
  std::fill(rhs.begin(), rhs.end(), 0.0);
  for (std::size_t k = 0; k < step.size(); ++k) rhs[view_.implicit[k]] = step[k];
}

void SolvedOde::solve_level(int below, Levels levels) {
  std::fill(correction_.begin(), correction_.end(), 0.0);
  for (std::size_t k = 0; k < h_.size(); ++k) {
    const OdeData::Invariant& invariant = view_.invariants[k];
    if (wanted(invariant, levels) && invariant.below == below && invariant.row >= 0)
      correction_[invariant.row] = -h_[k];
  }
  solve_correction(correction_);
}

double SolvedOde::move(int below, double factor, Out z) {
  norm_.begin();
  for (std::size_t j = 0; j < view_.position.size(); ++j) {
    if (view_.d[j] < below) {
      if (below == 1) impulses_[j] += factor * correction_[j];
      continue;
    }
    double& component = z[view_.position[j] + view_.d[j] - below];
    component += factor * correction_[j];
    norm_.add(view_.block[j], correction_[j] * unit_[j], component * unit_[j]);
  }
  return norm_.ratio();
}

// What the next correction of a level would be, from the rates at which earlier ones contracted. A rate grows
// with how far the state has moved from where the matrix was factored, and may be small by chance: so it is
// not trusted to be smaller than it was, the largest is forgotten slowly, and now and then it is measured
// again.
double SolvedOde::next_correction(int below, double moved, double displacement) const {
  // Measuring again takes one more correction: once in 16 projections that is a few percent of their cost;
  // 8 or 32, and 1.5 or 4 for `safety`, change the work of a run by less than 0.1 %.
  constexpr int trusted = 16;
  constexpr double safety = 2;
  const Contraction& known = contraction_[below];
  if (known.age >= trusted) return INFINITY;
  return safety * moved * std::max(known.rate, known.by_distance * displacement);
}

Outcome SolvedOde::project_level(int below, double t, Out z, Levels levels, double& displacement,
                                 int& iterations) {
  constexpr int most_iterations = 6;
  constexpr double round_off = 2e-15;  // of the size of what moves
  // At a distance of 1e-5 from a singular configuration rounding moves a state by that much. Points around it
  // are good for a polynomial all the same.
  const double noise = aside_ ? 1e-10 : 1e3 * round_off;
  Contraction& known = contraction_[below];
  double before = INFINITY, units_before = INFINITY;
  for (int iteration = 0;; ++iteration) {
    evaluate(invariant_function, t, z, h_);
    solve_level(below, levels);
    ++iterations;
    const double moved = move(below, 1, z);
    if (!std::isfinite(moved))
      return {Outcome::not_finite, view_.invariants.empty() ? -1 : view_.invariants[0].row};
    if (moved == 0) return {};
    if (iteration == 0) {
      displacement += moved;
      ++known.age;
      if (moved <= round_off || next_correction(below, moved, displacement) <= round_off) return {};
    } else {
      if (iteration == 1) {
        const double rate = moved / before;
        known = {rate, std::max(rate / displacement, 0.5 * known.by_distance), 0};
      }
      // The next correction would be moved²/before: so long as that is known, it need not be computed.
      if (moved <= round_off || moved * moved <= round_off * before) return {};
    }
    if (iteration + 1 >= most_iterations || moved > 0.7 * before) {
      // Rounding may decide: as good as it gets. What comes to rest at zero has nothing but its unit left.
      double in_units = 0;
      for (std::size_t j = 0; j < view_.position.size(); ++j)
        if (view_.d[j] >= below) in_units = std::max(in_units, std::fabs(correction_[j]) * unit_[j]);
      if (moved <= noise || in_units <= round_off) return {};
      // What comes to rest loses as many digits as its correction: beside itself that never becomes smaller.
      // At points where constraints lose their rank corrections fall to a half, too: nothing slower than a
      // third is rest.
      const bool falls = in_units <= units_before / 3;
      if (iteration + 1 >= most_iterations || !falls) return {Outcome::diverged, -1};
      units_before = in_units;
    }
    before = moved;
  }
}

// Redundant constraints that contradict each other leave something that no correction takes away.
Outcome SolvedOde::contradiction(double t, Vec z, Levels levels) {
  constexpr double rounding = 1e-8;  // beside what a change of the states by their sizes would make
  evaluate(invariant_function, t, z, h_);
  const linalg::SparseMatrix& J = view_.own_matrix ? J_ : A_;
  std::vector<double> size(static_cast<std::size_t>(J.pattern->rows), 0.0);
  for (int j = 0; j < J.pattern->columns; ++j) {
    const int unknown = view_.own_matrix ? j : view_.implicit[static_cast<std::size_t>(j)];
    for (int k = J.pattern->start[j]; k < J.pattern->start[j + 1]; ++k)
      size[static_cast<std::size_t>(J.pattern->row[k])] +=
          std::fabs(J.value[static_cast<std::size_t>(k)]) / unit_[static_cast<std::size_t>(unknown)];
  }
  for (std::size_t k = 0; k < h_.size(); ++k) {
    const OdeData::Invariant& invariant = view_.invariants[k];
    if (!wanted(invariant, levels) || invariant.row < 0) continue;
    std::size_t row = static_cast<std::size_t>(invariant.row);
    if (!view_.own_matrix)
      row = static_cast<std::size_t>(std::ranges::find(view_.rows, invariant.row) - view_.rows.begin());
    if (row < size.size() && size[row] > 0 && std::fabs(h_[k]) > rounding * size[row])
      return {Outcome::diverged, invariant.row};
  }
  return {};
}

// By the lemma ∂F_i^(l)/∂x_j^(d_j - c_i + l) = ∂F_i^(c_i)/∂x_j^(d_j) = J_ij the same matrix serves all
// levels: correcting what lies k derivatives below the top for the equations that lie k below theirs is J δ =
// -h. Rows that have no equation at this level get 0, and what they would move has no state there.
Ode::Projection SolvedOde::project(double t, Out z, Levels levels) {
  if (passable() && view_.deepest > 0 && levels == Levels::all && near_a_passage(t, z)) {
    impulses_.assign(view_.position.size(), 0.0);
    std::ranges::copy(passage_->point(), z.begin());
    ++counts_.projections;
    return {};
  }
  return project_here(t, z, levels);
}

Ode::Projection SolvedOde::project_here(double t, Out z, Levels levels) {
  Projection result;
  impulses_.assign(view_.position.size(), 0.0);
  if (view_.deepest == 0) return result;
  result.outcome = prepare_projection(t, z);
  if (!result.outcome) return result;
  ++counts_.projections;
  double displacement = 0;  // relative, since the matrix was factored
  for (int below = view_.deepest; below >= 1; --below) {
    result.outcome = project_level(below, t, z, levels, displacement, result.iterations);
    if (!result.outcome) return result;
  }
  counts_.projection_iterations += result.iterations;
  if (view_.dependent > 0) result.outcome = contradiction(t, z, levels);
  return result;
}

Outcome SolvedOde::stabilize(double t, Out z, double alpha, Levels levels) {
  if (view_.deepest == 0) return {};
  factored_t_ = std::numeric_limits<double>::quiet_NaN();  // a stage at the same t was another point
  if (const Outcome outcome = prepare_projection(t, z); !outcome) return outcome;
  impulses_.assign(view_.position.size(), 0.0);
  ++counts_.projections;
  ++counts_.projection_iterations;
  evaluate(invariant_function, t, z, h_);
  for (int below = view_.deepest; below >= 1; --below) {
    solve_level(below, levels);
    if (!std::isfinite(move(below, alpha, z))) return {Outcome::not_finite, -1};
  }
  // F belongs to the point that is corrected: another pass begins with a matrix of its own.
  factored_t_ = std::numeric_limits<double>::quiet_NaN();
  return {};
}

Outcome SolvedOde::directions(double t, Vec z, std::vector<double>& change) {
  const std::size_t n = correction_.size();
  change.assign(view_.invariants.size() * n, 0.0);
  factored_t_ = std::numeric_limits<double>::quiet_NaN();
  if (const Outcome outcome = prepare_projection(t, z); !outcome) return outcome;
  for (std::size_t k = 0; k < view_.invariants.size(); ++k) {
    const int row = view_.invariants[k].row;
    if (row < 0) continue;
    std::fill(correction_.begin(), correction_.end(), 0.0);
    correction_[static_cast<std::size_t>(row)] = 1;
    solve_correction(correction_);
    std::ranges::copy(correction_, change.begin() + static_cast<std::ptrdiff_t>(k * n));
  }
  return {};
}

}  // namespace trammel::system

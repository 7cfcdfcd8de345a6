// integrate/orthogonal_projector.cpp: corrections along Hᵀ, taken where the options say.
#include <algorithm>
#include <cmath>

#include "integrate/projector.hpp"

namespace trammel::integrate {

OrthogonalProjector::OrthogonalProjector(std::unique_ptr<system::Invariants> invariants,
                                         const ProjectionOptions& options)
    : invariants_(std::move(invariants)), options_(options), n_(invariants_->columns()),
      m_(invariants_->rows()), H_(invariants_->pattern()), h_(m_), s_(n_ + m_), predicted_(n_) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n_ + m_; ++i) entries.emplace_back(i, i);
  for (int j = 0; j < n_; ++j)
    for (int k = H_.pattern->start[j]; k < H_.pattern->start[j + 1]; ++k) {
      entries.emplace_back(j, n_ + H_.pattern->row[k]);
      entries.emplace_back(n_ + H_.pattern->row[k], j);
    }
  K_ = linalg::SparseMatrix(
      std::make_shared<linalg::Pattern>(linalg::make_pattern(n_ + m_, n_ + m_, entries, position_)));
  solver_ = linalg::make_solver(K_.pattern);
}

bool OrthogonalProjector::wanted(int row) const {
  switch (options_.parts) {
    case ProjectionOptions::Parts::positions:
      return invariants_->written(row);
    case ProjectionOptions::Parts::velocities:
      return invariants_->lowest(row);
    case ProjectionOptions::Parts::all:
      return true;
  }
  return true;
}

// Rows that are not wanted become w = 0.
Attempt OrthogonalProjector::solve(double t, Vec z, double shrink, Vec from) {
  invariants_->evaluate(t, z, h_);
  invariants_->jacobian(t, z, H_);
  std::fill(K_.value.begin(), K_.value.end(), 0.0);
  std::fill(s_.begin(), s_.end(), 0.0);
  for (int i = 0; i < n_; ++i) K_.value[position_[i]] = 1;
  for (int i = 0; i < m_; ++i) {
    K_.value[position_[n_ + i]] = wanted(i) ? 0 : 1;
    if (wanted(i)) s_[n_ + i] = shrink * h_[i];
  }
  std::size_t at = static_cast<std::size_t>(n_ + m_);
  for (int j = 0; j < n_; ++j) {
    const bool moves = options_.move_positions || invariants_->highest(j);
    for (int k = H_.pattern->start[j]; k < H_.pattern->start[j + 1]; ++k, at += 2) {
      const int row = H_.pattern->row[k];
      if (!wanted(row)) continue;
      K_.value[position_[at]] = moves ? -H_.value[k] : 0;
      K_.value[position_[at + 1]] = H_.value[k];
      if (!from.empty()) s_[n_ + row] += shrink * H_.value[k] * (from[j] - z[j]);
    }
  }
  if (solver_->factor(K_) >= 0) return {Attempt::singular, -1};
  solver_->solve(s_);
  return {};
}

Attempt OrthogonalProjector::iterate(double t, Out z) {
  constexpr int most_iterations = 8;
  double before = INFINITY;
  const int limit = options_.passes > 0 ? options_.passes : most_iterations;
  for (int iteration = 0; iteration < limit; ++iteration) {
    if (const Attempt outcome = solve(t, z, options_.passes > 0 ? options_.alpha : 1, {}); !outcome)
      return outcome;
    double moved = 0, size = 0;
    for (int i = 0; i < n_; ++i) {
      z[i] -= s_[i];
      moved = std::max(moved, std::fabs(s_[i]));
      size = std::max(size, std::fabs(z[i]));
    }
    if (!std::isfinite(moved + size)) return {Attempt::not_finite, -1};
    if (options_.passes > 0) continue;
    if (moved <= 4e-15 * size || (moved <= 1e-12 * size && moved > 0.5 * before)) return {};
    if (moved > before) return {Attempt::diverged, -1};
    before = moved;
  }
  return options_.passes > 0 ? Attempt{} : Attempt{Attempt::diverged, -1};
}

// z = z~ - α F(z) h(z), by Newton's method with F frozen in its derivative:
// (1 + 1/α) H s = h + H (z~ - z), z = z~ - s.                                                [AQR94, (3.7)]
Attempt OrthogonalProjector::implicitly(double t, Out z) {
  constexpr int most_iterations = 12;
  std::ranges::copy(z, predicted_.begin());
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    if (const Attempt outcome = solve(t, z, options_.alpha / (1 + options_.alpha), predicted_); !outcome)
      return outcome;
    double moved = 0, size = 0;
    for (int i = 0; i < n_; ++i) {
      const double next = predicted_[i] - s_[i];
      moved = std::max(moved, std::fabs(next - z[i]));
      size = std::max(size, std::fabs(next));
      z[i] = next;
    }
    if (!std::isfinite(moved + size)) return {Attempt::not_finite, -1};
    if (moved <= 1e-14 * size) return {};
  }
  return {Attempt::diverged, -1};
}

Attempt OrthogonalProjector::project(double t, Out z, double t0, Vec z0) {
  switch (options_.taken) {
    case ProjectionOptions::Taken::after:
      return iterate(t, z);
    case ProjectionOptions::Taken::implicitly:
      return implicitly(t, z);
    case ProjectionOptions::Taken::before:
      if (const Attempt outcome = solve(t0, z0, options_.alpha, {}); !outcome) return outcome;
      for (int i = 0; i < n_; ++i) z[i] -= s_[i];
      return {};
  }
  return {};
}

double OrthogonalProjector::residual(double t, Vec z, Vec /*slope*/) {
  invariants_->evaluate(t, z, h_);
  double largest = 0;
  for (const double h : h_) largest = std::max(largest, std::fabs(h));
  return largest;
}

}  // namespace trammel::integrate

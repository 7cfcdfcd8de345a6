// integrate/orthogonal_projector.cpp: corrections along Hᵀ, taken where the options say.
#include <algorithm>
#include <cmath>

#include "integrate/projector.hpp"
#include "linalg/eigenvalues.hpp"

namespace trammel::integrate {

using Inverse = ProjectionOptions::Inverse;

OrthogonalProjector::OrthogonalProjector(std::unique_ptr<system::Invariants> invariants,
                                         const ProjectionOptions& options)
    : invariants_(std::move(invariants)), options_(options), n_(invariants_->columns()),
      m_(invariants_->rows()), H_(invariants_->pattern()), row_(m_),
      D_(options.direction_matrix ? std::size_t(n_) * m_ : H_.value.size()), h_(m_), s_(n_ + m_), w_(m_),
      predicted_(n_) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n_ + m_; ++i) entries.emplace_back(i, i);
  for (int j = 0; j < n_; ++j)
    for (int k = H_.pattern->start[j]; k < H_.pattern->start[j + 1]; ++k) {
      entries.emplace_back(n_ + H_.pattern->row[k], j);
      column_.push_back(j);
      row_[H_.pattern->row[k]].push_back(k);
    }
  if (options_.direction_matrix)
    for (int i = 0; i < m_; ++i)
      for (int j = 0; j < n_; ++j) entries.emplace_back(j, n_ + i);
  else
    for (std::size_t k = 0; k < column_.size(); ++k)
      entries.emplace_back(column_[k], n_ + H_.pattern->row[k]);
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

// Whether an entry of H counts: in one block per level, how a constraint on velocities depends on positions
// does not. [AQR94, (4.8)]
bool OrthogonalProjector::counts(std::size_t entry) const {
  return options_.direction != ProjectionOptions::Direction::block ||
         invariants_->below(H_.pattern->row[entry]) == invariants_->height(column_[entry]);
}

void OrthogonalProjector::evaluate_directions(double t, Vec z) {
  invariants_->jacobian(t, z, H_);
  if (options_.direction_matrix) return (*options_.direction_matrix)(t, z, D_);
  for (std::size_t k = 0; k < column_.size(); ++k)
    D_[k] = counts(k) && (options_.move_positions || invariants_->highest(column_[k])) ? H_.value[k] : 0;
}

// Rows that are not wanted become w = 0. Others are H s + `diagonal` w.
Attempt OrthogonalProjector::factor(double t, Vec z, double diagonal) {
  evaluate_directions(t, z);
  std::fill(K_.value.begin(), K_.value.end(), 0.0);
  for (int i = 0; i < n_; ++i) K_.value[position_[i]] = 1;
  for (int i = 0; i < m_; ++i) K_.value[position_[n_ + i]] = wanted(i) ? diagonal : 1;
  std::size_t at = static_cast<std::size_t>(n_) + static_cast<std::size_t>(m_);
  for (std::size_t k = 0; k < column_.size(); ++k, ++at)
    if (wanted(H_.pattern->row[k]) && counts(k)) K_.value[position_[at]] = H_.value[k];
  if (options_.direction_matrix) {
    for (int i = 0; i < m_; ++i)
      for (int j = 0; j < n_; ++j, ++at)
        if (wanted(i)) K_.value[position_[at]] = -D_[std::size_t(i) * n_ + j];
  } else {
    for (std::size_t k = 0; k < column_.size(); ++k, ++at)
      if (wanted(H_.pattern->row[k])) K_.value[position_[at]] = -D_[k];
  }
  ++factorizations_;
  kept_ = fresh_ = solver_->factor(K_) < 0;
  return kept_ ? Attempt{} : Attempt{Attempt::singular, -1};
}

// s += factor D_i
void OrthogonalProjector::move_along(int i, double factor, Out s) const {
  if (options_.direction_matrix) {
    const double* const d = D_.data() + std::size_t(i) * n_;
    for (int j = 0; j < n_; ++j) s[j] += factor * d[j];
  } else {
    for (const int k : row_[i]) s[column_[k]] += factor * D_[k];
  }
}

// Row by row, w_i += ω (h - H s)_i / (H_i D_i) with s = D w kept up to date: Gauss-Seidel on HD for ω = 1.
void OrthogonalProjector::sweep() {
  Out s = Out(s_).first(n_);
  std::ranges::fill(s, 0.0);
  for (int i = 0; i < m_; ++i) move_along(i, w_[i], s);
  for (int count = 0; count < options_.sweeps; ++count)
    for (int i = 0; i < m_; ++i) {
      if (!wanted(i)) continue;
      double left = s_[n_ + i], size = 0;
      for (const int k : row_[i]) {
        left -= H_.value[k] * s[column_[k]];
        size += H_.value[k] * (options_.direction_matrix ? D_[std::size_t(i) * n_ + column_[k]] : D_[k]);
      }
      if (size == 0) continue;
      const double change = options_.relaxation * left / size;
      w_[i] += change;
      move_along(i, change, s);
    }
}

// s = D h, its lower part. [AQR94, (1.14)]
void OrthogonalProjector::apply_directions() {
  Out s = Out(s_).first(n_);
  std::ranges::fill(s, 0.0);
  for (int i = 0; i < m_; ++i) move_along(i, s_[n_ + i], s);
}

// With F = D a correction multiplies defects by I - alpha HD. Forward Euler (3.3) damps all of them best with
// alpha = 2/(least + largest eigenvalue), and at all as long as alpha < 2/largest. [AQR94, section 3]
double OrthogonalProjector::factor_by_spectrum() const {
  std::vector<int> rows;
  for (int i = 0; i < m_; ++i)
    if (wanted(i)) rows.push_back(i);
  std::vector<double> HD(rows.size() * rows.size()), direction(n_);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    std::ranges::fill(direction, 0.0);
    move_along(rows[k], 1, direction);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (const int entry : row_[rows[i]])
        HD[i * rows.size() + k] += H_.value[entry] * direction[column_[entry]];
  }
  const auto [least, largest] = linalg::real_range(HD, static_cast<int>(rows.size()));
  return largest > 0 ? 2 / (std::max(least, 0.0) + largest) : 0;
}

Attempt OrthogonalProjector::solve(double t, Vec z, double shrink, Vec from) {
  invariants_->evaluate(t, z, h_);
  const bool sor = options_.inverse == Inverse::sor && from.empty(),
             plain = options_.inverse == Inverse::none && from.empty();
  if (sor || plain) {
    evaluate_directions(t, z);
  } else if (options_.inverse == Inverse::none) {  // (3.7): s = D w, w/alpha + H s = h + H (z~ - z)
    evaluate_directions(t, z);
    const double alpha = options_.alpha > 0 ? options_.alpha : factor_by_spectrum();
    if (const Attempt outcome = factor(t, z, 1 / alpha); !outcome) return outcome;
    shrink = 1;
  } else if (options_.inverse != Inverse::frozen || !kept_ || !from.empty())
    if (const Attempt outcome = factor(t, z); !outcome) return outcome;
  std::ranges::fill(s_, 0.0);
  for (int i = 0; i < m_; ++i)
    if (wanted(i)) s_[n_ + i] = shrink * h_[i];
  if (!from.empty())
    for (std::size_t k = 0; k < column_.size(); ++k)
      if (const int row = H_.pattern->row[k]; wanted(row))
        s_[n_ + row] += shrink * H_.value[k] * (from[column_[k]] - z[column_[k]]);
  if (plain) {
    if (options_.alpha == 0 || options_.passes == 0) shrink = factor_by_spectrum();
    for (int i = 0; i < m_; ++i) s_[n_ + i] = wanted(i) ? shrink * h_[i] : 0;
    apply_directions();
  } else if (sor) {
    sweep();
  } else {
    solver_->solve(s_);
  }
  return {};
}

double OrthogonalProjector::defect(double t, Vec z) {
  invariants_->evaluate(t, z, h_);
  double largest = 0;
  for (int i = 0; i < m_; ++i)
    if (wanted(i)) largest = std::max(largest, std::fabs(h_[i]));
  return largest;
}

Attempt OrthogonalProjector::pass(double t, Out z, double factor) {
  if (const Attempt outcome = solve(t, z, factor, {}); !outcome) return outcome;
  for (int i = 0; i < n_; ++i) z[i] -= s_[i];
  return {};
}

// m corrections. A kept F that does not take away what a fresh one would is replaced at once.
Attempt OrthogonalProjector::iterate(double t, Out z) {
  if (options_.passes == 0) return until_it_holds(t, z);
  const bool watch = options_.inverse == Inverse::frozen;
  const double before = watch ? defect(t, z) : 0;
  fresh_ = false;
  for (int count = 0; count < options_.passes; ++count)
    if (const Attempt outcome = pass(t, z, options_.alpha); !outcome) return outcome;
  if (!watch || fresh_) return {};
  constexpr double slow = 0.1, rounding = 1e-14;
  if (defect(t, z) <= (std::pow(std::fabs(1 - options_.alpha), options_.passes) + slow) * before + rounding)
    return {};
  kept_ = false;
  return pass(t, z, options_.alpha);
}

Attempt OrthogonalProjector::until_it_holds(double t, Out z) {
  constexpr double slow = 0.1;
  const bool slowly = options_.inverse == Inverse::sor || options_.inverse == Inverse::none;
  const int most_iterations = slowly ? 100 : 12;
  const double stalls = slowly ? 0.99 : 0.5;  // of the move before: what comes next is rounding
  double before = INFINITY;
  fresh_ = false;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    if (options_.inverse == Inverse::sor) std::ranges::fill(w_, 0.0);
    if (const Attempt outcome = pass(t, z, 1); !outcome) return outcome;
    double moved = 0, size = 0;
    for (int i = 0; i < n_; ++i) {
      moved = std::max(moved, std::fabs(s_[i]));
      size = std::max(size, std::fabs(z[i]));
    }
    if (!std::isfinite(moved + size)) return {Attempt::not_finite, -1};
    if (moved <= 4e-15 * size || (moved <= 1e-12 * size && moved > stalls * before)) return {};
    if (moved > slow * before && options_.inverse == Inverse::frozen && !fresh_) {
      kept_ = false;  // an old F that does not contract
      before = INFINITY;
      continue;
    }
    if (moved > before) return {Attempt::diverged, -1};
    before = moved;
  }
  return {Attempt::diverged, -1};
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

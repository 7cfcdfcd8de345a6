#include "certify/filter.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::certify {
namespace {

constexpr double no_digit_left = 1e15;  // condition of a matrix whose rows and columns are scaled
// Of the matrix below: directions in which A is smaller than this count as those of dependent rows.
constexpr double dependent = 1e-8;
constexpr double left_unexplained = 1e-3;  // part of r that dependent rows may leave

bool finite(Vec values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

}  // namespace

Filter::Filter(Equations& equations) : equations_(equations) {}

void Filter::make_pattern(const linalg::Pattern& p) {
  const int n = equations_.variables();
  std::vector<std::pair<int, int>> entries;
  entries.reserve(p.row.size());
  for (int c = 0; c < p.columns; ++c)
    for (int k = p.start[c]; k < p.start[c + 1]; ++k)
      if (p.row[k] < n && equations_.reported()[c].variable >= 0)
        entries.emplace_back(p.row[k], equations_.reported()[c].variable);
  pattern_ = std::make_shared<linalg::Pattern>(linalg::make_pattern(n, n, entries, place_));
  A_ = linalg::SparseMatrix(pattern_);
  solver_ = linalg::make_solver(pattern_);
  row_scale_.resize(static_cast<std::size_t>(n));
  right_.resize(static_cast<std::size_t>(n));
}

bool Filter::prepare(double t, double h, Vec values, Vec sizes) {
  const linalg::SparseMatrix& J = equations_.jacobian(t, values);
  jacobian_ = &J;
  const linalg::Pattern& p = *J.pattern;
  const int n = equations_.variables();
  if (!pattern_) make_pattern(p);
  if (!finite(J.value)) return false;
  std::ranges::fill(A_.value, 0.0);
  std::ranges::fill(row_scale_, 0.0);
  std::size_t entry = 0;
  for (int c = 0; c < p.columns; ++c) {
    const int j = equations_.reported()[c].variable;
    if (j < 0) continue;
    double weight = sizes[j];
    for (int k = 0; k < equations_.reported()[c].order; ++k) weight /= h;
    for (int k = p.start[c]; k < p.start[c + 1]; ++k)
      if (p.row[k] < n) A_.value[place_[entry++]] += weight * J.value[k];
  }
  const linalg::Pattern& q = *pattern_;
  for (std::size_t k = 0; k < A_.value.size(); ++k)
    row_scale_[q.row[k]] = std::max(row_scale_[q.row[k]], std::fabs(A_.value[k]));
  for (std::size_t k = 0; k < A_.value.size(); ++k)
    if (row_scale_[q.row[k]] > 0) A_.value[k] /= row_scale_[q.row[k]];
  if (!finite(A_.value)) return false;
  regular_ = solver_->factor(A_) < 0 && solver_->condition() < no_digit_left;
  return regular_ || prepare_dependent();
}

// Constraints that follow from each other make A singular, and a residual can still be explained: by the
// smallest delta, from [mu A'; A -mu] with mu far below 1, which is regular whatever A is.
bool Filter::prepare_dependent() {
  const linalg::Pattern& q = *pattern_;
  const int n = q.columns;
  if (!twice_solver_) {
    std::vector<std::pair<int, int>> entries;
    for (int c = 0; c < n; ++c)
      for (int k = q.start[c]; k < q.start[c + 1]; ++k) {
        entries.emplace_back(n + q.row[k], c);
        entries.emplace_back(c, n + q.row[k]);
      }
    for (int i = 0; i < 2 * n; ++i) entries.emplace_back(i, i);
    auto pattern =
        std::make_shared<linalg::Pattern>(linalg::make_pattern(2 * n, 2 * n, entries, twice_place_));
    twice_ = linalg::SparseMatrix(pattern);
    twice_solver_ = linalg::make_solver(pattern);
    twice_right_.resize(2 * static_cast<std::size_t>(n));
  }
  std::size_t entry = 0;
  for (const double a : A_.value)
    for (int side = 0; side < 2; ++side) twice_.value[twice_place_[entry++]] = a;
  for (int i = 0; i < 2 * n; ++i) twice_.value[twice_place_[entry++]] = i < n ? dependent : -dependent;
  return twice_solver_->factor(twice_) < 0;
}

bool Filter::solve_dependent(Out delta) {
  const auto n = right_.size();
  std::ranges::fill(twice_right_, 0.0);
  std::ranges::copy(right_, twice_right_.begin() + static_cast<std::ptrdiff_t>(n));
  twice_solver_->solve(twice_right_);
  if (!finite(twice_right_)) return false;
  std::copy_n(twice_right_.begin(), n, delta.begin());
  double largest = 0, left = 0;
  std::vector<double> rest(right_);
  const linalg::Pattern& q = *pattern_;
  for (int c = 0; c < q.columns; ++c)
    for (int k = q.start[c]; k < q.start[c + 1]; ++k) rest[q.row[k]] -= A_.value[k] * delta[c];
  for (std::size_t i = 0; i < n; ++i) {
    largest = std::max(largest, std::fabs(right_[i]));
    left = std::max(left, std::fabs(rest[i]));
  }
  return left <= left_unexplained * largest;
}

bool Filter::solve_again(Vec r, Out delta) {
  for (std::size_t i = 0; i < right_.size(); ++i) right_[i] = row_scale_[i] > 0 ? r[i] / row_scale_[i] : r[i];
  if (!regular_) return solve_dependent(delta);
  solver_->solve(right_);
  std::ranges::copy(right_, delta.begin());
  return finite(right_);
}

bool Filter::solve(double t, double h, Vec values, Vec sizes, Vec r, Out delta) {
  return prepare(t, h, values, sizes) && solve_again(r, delta);
}

}  // namespace trammel::certify

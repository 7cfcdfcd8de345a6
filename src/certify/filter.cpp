#include "certify/filter.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::certify {
namespace {

constexpr double no_digit_left = 1e15;  // condition of a matrix whose rows and columns are scaled

bool finite(Vec values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

}  // namespace

Filter::Filter(Equations& equations) : equations_(equations) {}

void Filter::make_pattern(const linalg::Pattern& p) {
  const int n = equations_.variables();
  std::vector<std::pair<int, int>> entries;
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
  return finite(A_.value) && solver_->factor(A_) < 0 && solver_->condition() < no_digit_left;
}

bool Filter::solve_again(Vec r, Out delta) {
  for (std::size_t i = 0; i < right_.size(); ++i) right_[i] = row_scale_[i] > 0 ? r[i] / row_scale_[i] : r[i];
  solver_->solve(right_);
  std::ranges::copy(right_, delta.begin());
  return finite(right_);
}

bool Filter::solve(double t, double h, Vec values, Vec sizes, Vec r, Out delta) {
  return prepare(t, h, values, sizes) && solve_again(r, delta);
}

}  // namespace trammel::certify

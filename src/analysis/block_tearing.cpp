// analysis/block_tearing.cpp: blocks in which all unknowns follow one by one from a few.
#include <algorithm>
#include <cmath>

#include "analysis/block_newton.hpp"
#include "analysis/scalar_root.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {

// Greedy: an equation with one unknown left gives it; where there is none, the unknown that stands in most of
// the equations left is torn. [EO94]
BlockNewton::Torn BlockNewton::tear(const Block& block) const {
  std::vector<int> left(r_.size(), 0);  // per row: unknowns that are not known yet; 0: none, or outside
  std::vector<char> open(bounds_.size(), 0), row_open(r_.size(), 0);
  for (const int j : block.columns) open[j] = 1;
  for (const int i : block.rows) {
    row_open[i] = 1;
    for (const int j : by_rows_.of(i)) left[i] += open[j];
  }
  Torn torn;
  const auto know = [&](int j) {
    open[j] = 0;
    for (int e = pattern_->start[j]; e < pattern_->start[j + 1]; ++e) --left[pattern_->row[e]];
  };
  for (std::size_t known = 0; known < block.columns.size(); ++known) {
    int best = -1;
    for (const int i : block.rows)
      if (row_open[i] && left[i] == 1) {
        best = i;
        break;
      }
    if (best >= 0) {
      row_open[best] = 0;
      for (const int j : by_rows_.of(best))
        if (open[j]) {
          torn.chain.emplace_back(best, j);
          know(j);
          break;
        }
      continue;
    }
    int tear = -1, most = -1;
    for (const int j : block.columns) {
      if (!open[j]) continue;
      int count = 0;
      for (int e = pattern_->start[j]; e < pattern_->start[j + 1]; ++e) count += row_open[pattern_->row[e]];
      if (count > most) {
        most = count;
        tear = j;
      }
    }
    torn.columns.push_back(tear);
    know(tear);
  }
  for (const int i : block.rows)
    if (row_open[i]) torn.rows.push_back(i);
  return torn;
}

// The chain, from the torn unknowns that x holds.
bool BlockNewton::follow(const Torn& torn, std::vector<double>& x) {
  for (const auto& [row, column] : torn.chain) {
    bool moved = false;
    if (!solve_scalar(row, column, x, moved)) return false;
  }
  evaluate(x);
  return true;
}

// The derivative of what is left with respect to the torn unknowns, by rows: D - C L⁻¹ B.
std::vector<double> BlockNewton::reduced(const Torn& torn) {
  const std::size_t n = torn.columns.size();
  std::vector<double> result(n * n), rate(bounds_.size());
  for (std::size_t k = 0; k < n; ++k) {
    std::ranges::fill(rate, 0.0);
    rate[torn.columns[k]] = 1;
    const auto along = [&](int row) {
      double sum = 0;
      for (const int j : by_rows_.of(row))
        if (rate[j] != 0) sum += entry(row, j) * rate[j];
      return sum;
    };
    for (const auto& [row, column] : torn.chain) rate[column] = -along(row) / entry(row, column);
    for (std::size_t i = 0; i < n; ++i) result[i * n + k] = along(torn.rows[i]);
  }
  return result;
}

bool BlockNewton::solve_torn(const Torn& torn, std::vector<double>& x, bool& moved) {
  const std::size_t n = torn.columns.size();
  if (n != torn.rows.size()) return false;
  if (n == 1) {
    const int column = torn.columns[0];
    const Bounds& of = bounds_[column];
    const std::vector<double> guess = x;
    const auto f = [&](double value) {
      std::vector<double> at = guess;
      at[column] = value;
      if (!follow(torn, at)) return Sample{NAN, NAN};
      x = at;
      return Sample{r_[torn.rows[0]], reduced(torn)[0]};
    };
    const ScalarRoot root = find_root(f, {guess[column], of.scale, of.min, of.max});
    moved |= root.moved;
    return root.found && std::isfinite(f(root.x).value);
  }
  for (int iteration = 0; iteration < 40; ++iteration) {
    if (!follow(torn, x)) return false;
    Eigen::MatrixXd A(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
    Eigen::VectorXd b(static_cast<Eigen::Index>(n));
    const std::vector<double> J = reduced(torn);
    double norm = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double largest = 1e-300;
      for (std::size_t k = 0; k < n; ++k)
        largest = std::max(largest, std::fabs(J[i * n + k]) * bounds_[torn.columns[k]].scale);
      for (std::size_t k = 0; k < n; ++k) A(i, k) = J[i * n + k] * bounds_[torn.columns[k]].scale / largest;
      b[i] = -r_[torn.rows[i]] / largest;
      norm += r_[torn.rows[i]] * r_[torn.rows[i]];
    }
    if (!std::isfinite(norm) || !A.allFinite()) return false;
    const Eigen::VectorXd s = linalg::least_squares(A, b, 1e-12);
    double step = 0;
    for (std::size_t k = 0; k < n; ++k)
      step = std::max(step,
                      std::fabs(s[k]) / (1 + std::fabs(x[torn.columns[k]]) / bounds_[torn.columns[k]].scale));
    if (step <= 1e-13 || norm == 0) return true;
    bool better = false;
    for (double lambda = 1; lambda > 1e-4 && !better; lambda /= 2) {
      std::vector<double> trial = x;
      for (std::size_t k = 0; k < n; ++k)
        trial[torn.columns[k]] += lambda * s[k] * bounds_[torn.columns[k]].scale;
      if (!follow(torn, trial)) continue;
      double other = 0;
      for (const int i : torn.rows) other += r_[i] * r_[i];
      if (!(other < norm)) continue;
      better = true;
      x = trial;
    }
    if (!better) return step <= 1e-9;
  }
  return false;
}

}  // namespace trammel::analysis

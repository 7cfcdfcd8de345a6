#include "analysis/block_newton.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/scalar_root.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {
namespace {

constexpr int most_iterations = 60;
constexpr int largest_torn = 300, most_tears = 3;  // unknowns: beyond, tearing costs more than it gains
constexpr int largest_dense = 200;                 // of singular blocks
constexpr double smallest_damping = 1e-5;
constexpr double converged = 1e-13, nearly = 1e-9;  // of a step, in sizes and scales of the unknowns

}  // namespace

BlockNewton::BlockNewton(std::shared_ptr<const linalg::Pattern> pattern, Evaluate evaluate,
                         std::vector<Bounds> bounds, EvaluateRow evaluate_row)
    : pattern_(std::move(pattern)), evaluate_(std::move(evaluate)), evaluate_row_(std::move(evaluate_row)),
      asked_(static_cast<std::size_t>(pattern_->rows)), bounds_(std::move(bounds)),
      r_(static_cast<std::size_t>(pattern_->rows)), target_(r_.size()), J_(pattern_) {
  by_rows_.rows = pattern_->rows;
  by_rows_.columns = pattern_->columns;
  std::vector<std::vector<int>> columns(r_.size());
  for (int j = 0; j < pattern_->columns; ++j)
    for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k) columns[pattern_->row[k]].push_back(j);
  for (const std::vector<int>& of_row : columns) {
    by_rows_.column.insert(by_rows_.column.end(), of_row.begin(), of_row.end());
    by_rows_.start.push_back(static_cast<int>(by_rows_.column.size()));
  }
  const Matching matching = largest_matching(by_rows_);
  if (matching.size() < pattern_->rows || pattern_->rows != pattern_->columns) return;
  for (const std::vector<int>& rows : block_triangular(by_rows_, matching)) {
    Block block{rows, {}};
    for (const int i : rows) block.columns.push_back(matching.column_of_row[i]);
    blocks_.push_back(std::move(block));
  }
}

std::vector<int> BlockNewton::block_of_column() const {
  std::vector<int> result(bounds_.size(), 0);
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (const int j : blocks_[b].columns) result[j] = static_cast<int>(b);
  return result;
}

double BlockNewton::entry(int row, int column) const {
  const auto begin = pattern_->row.begin() + pattern_->start[column],
             end = pattern_->row.begin() + pattern_->start[column + 1];
  const auto at = std::lower_bound(begin, end, row);
  return at != end && *at == row ? J_.value[static_cast<std::size_t>(at - pattern_->row.begin())] : 0;
}

BlockReport BlockNewton::solve(std::vector<double>& x) {
  if (blocks_.empty() && !x.empty()) return {BlockReport::not_converged, 0};
  BlockReport report;
  for (const Block& block : blocks_) {
    bool moved = false;
    const std::vector<double> guess = x;
    const bool solved = block.rows.size() == 1 ? solve_scalar(block.rows[0], block.columns[0], x, moved)
                                               : solve_block(block, x, moved);
    if (moved) report.moved.insert(report.moved.end(), block.columns.begin(), block.columns.end());
    if (solved) continue;
    x = guess;
    evaluate(x);
    for (const int i : block.rows)
      if (!std::isfinite(r_[i])) return {BlockReport::undefined, i, report.moved};
    return {BlockReport::not_converged, block.rows[0], report.moved};
  }
  return report;
}

// Rows of torn blocks are asked thousands of times: then it pays to make what evaluates them alone.
void BlockNewton::evaluate_row(int row, const std::vector<double>& x) {
  constexpr int often = 4;
  if (evaluate_row_ && ++asked_[static_cast<std::size_t>(row)] > often)
    evaluate_row_(row, x, r_, J_.value);
  else
    evaluate(x);
}

bool BlockNewton::solve_scalar(int row, int column, std::vector<double>& x, bool& moved) {
  const auto f = [&](double value) {
    x[column] = value;
    evaluate_row(row, x);
    return Sample{r_[row], entry(row, column)};
  };
  const Bounds& of = bounds_[column];
  const ScalarRoot root = find_root(f, {x[column], of.scale, of.min, of.max});
  x[column] = root.x;
  moved |= root.moved;
  return root.found;
}

double BlockNewton::size(const Block& block, const std::vector<double>& s,
                         const std::vector<double>& x) const {
  double largest = 0;
  for (std::size_t k = 0; k < s.size(); ++k) {
    const int j = block.columns[k];
    const double part = std::fabs(s[k]) / (std::fabs(x[j]) + bounds_[j].scale);
    if (!(part <= largest)) largest = part;  // NaN stays
  }
  return largest;
}

// s = -J⁻¹ r of a block, or the smallest step that solves it in the least squares sense where J is singular.
bool BlockNewton::step(const Block& block, std::vector<double>& s) {
  const auto n = static_cast<Eigen::Index>(block.rows.size());
  if (n > largest_dense) return false;
  Eigen::MatrixXd A(n, n);
  Eigen::VectorXd b(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    double largest = 0;
    for (Eigen::Index j = 0; j < n; ++j) {
      A(i, j) = entry(block.rows[i], block.columns[j]) * bounds_[block.columns[j]].scale;
      largest = std::max(largest, std::fabs(A(i, j)));
    }
    if (!std::isfinite(largest)) return false;
    b[i] = s[i];
    if (largest > 0) A.row(i) /= largest, b[i] /= largest;
  }
  const Eigen::VectorXd y = linalg::least_squares(A, b, 1e-10);
  for (Eigen::Index j = 0; j < n; ++j) s[j] = y[j] * bounds_[block.columns[j]].scale;
  return y.norm() > 0 && std::isfinite(y.norm());
}

// Rows shall be `left` times their targets.
BlockNewton::Step BlockNewton::newton(const Block& block, std::vector<double>& x, double left) {
  const std::size_t n = block.rows.size();
  std::vector<int> place(r_.size(), -1);
  for (std::size_t i = 0; i < n; ++i) place[block.rows[i]] = static_cast<int>(i);
  std::vector<std::pair<int, int>> at;
  std::vector<std::size_t> from;
  for (std::size_t k = 0; k < n; ++k)
    for (int e = pattern_->start[block.columns[k]]; e < pattern_->start[block.columns[k] + 1]; ++e)
      if (place[pattern_->row[e]] >= 0) {
        at.emplace_back(place[pattern_->row[e]], static_cast<int>(k));
        from.push_back(static_cast<std::size_t>(e));
      }
  std::vector<std::uint32_t> position;
  linalg::SparseMatrix A(std::make_shared<linalg::Pattern>(
      linalg::make_pattern(static_cast<int>(n), static_cast<int>(n), at, position)));
  const auto solver = linalg::make_solver(A.pattern);
  const auto residual = [&](std::vector<double>& b) {
    bool finite = true;
    for (std::size_t i = 0; i < n; ++i) {
      b[i] = left * target_[block.rows[i]] - r_[block.rows[i]];
      finite &= std::isfinite(b[i]);
    }
    return finite;
  };
  std::vector<double> s(n), next(n), trial;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    evaluate(x);
    if (!residual(s)) return Step::undefined;
    for (std::size_t e = 0; e < from.size(); ++e) A.value[position[e]] = J_.value[from[e]];
    const std::vector<double> right = s;
    bool regular = solver->factor(A) < 0;
    if (regular) solver->solve(s);
    if (!regular || !std::isfinite(size(block, s, x))) {
      if (std::ranges::any_of(A.value, [](double v) { return !std::isfinite(v); })) return Step::undefined;
      regular = false;
      s = right;
      if (!step(block, s)) return Step::singular;
    }
    const double now = size(block, s, x);
    double norm = 0;
    for (const double part : right) norm += part * part;
    if (regular && (now <= converged || norm == 0)) {
      for (std::size_t k = 0; k < n; ++k) x[block.columns[k]] += s[k];
      return Step::solved;
    }
    double lambda = 1;
    for (; lambda > smallest_damping; lambda /= 2) {
      trial = x;
      for (std::size_t k = 0; k < n; ++k) trial[block.columns[k]] += lambda * s[k];
      evaluate(trial);
      if (!residual(next)) continue;
      if (regular) {
        solver->solve(next);
        if (size(block, next, x) <= (1 - lambda / 4) * now) break;
      } else {
        double other = 0;
        for (const double part : next) other += part * part;
        if (other < norm) break;
      }
    }
    if (lambda <= smallest_damping) return regular && now <= nearly ? Step::solved : Step::stuck;
    x = trial;
  }
  return Step::stuck;
}

// r(x) = (1 - s) r(x_0), s from 0 to 1.
bool BlockNewton::homotopy(const Block& block, std::vector<double>& x) {
  evaluate(x);
  for (const int i : block.rows) {
    if (!std::isfinite(r_[i])) return false;
    target_[i] = r_[i];
  }
  double s = 0;
  for (double ds = 0.25; s < 1;) {
    const double to = std::min(1.0, s + ds);
    std::vector<double> next = x;
    if (newton(block, next, 1 - to) == Step::solved) {
      x = next;
      s = to;
      ds *= 2;
    } else if ((ds *= 0.5) < 1e-3) {
      return false;
    }
  }
  return true;
}

bool BlockNewton::solve_block(const Block& block, std::vector<double>& x, bool& moved) {
  const std::vector<double> guess = x;
  if (newton(block, x, 0) == Step::solved) return true;
  if (block.rows.size() <= largest_torn) {
    x = guess;
    const Torn torn = tear(block);
    if (torn.columns.size() <= most_tears && solve_torn(torn, x, moved)) return true;
  }
  moved = true;
  // One scale up, one down, then places around the guess in a fixed order.
  for (int attempt = 0; attempt < 8; ++attempt) {
    x = guess;
    for (std::size_t k = 0; k < block.columns.size(); ++k) {
      const int j = block.columns[k];
      const double golden = std::fmod(0.6180339887498949 * static_cast<double>((k + 1) * (attempt + 1)), 1.0);
      const double move = attempt == 0 ? 1 : attempt == 1 ? -1 : 0.5 * attempt * (1 - 2 * golden);
      x[j] = std::clamp(guess[j] + move * bounds_[j].scale, bounds_[j].min,
                        std::max(bounds_[j].min, bounds_[j].max));
    }
    const std::vector<double> place = x;
    if (newton(block, x, 0) == Step::solved) return true;
    x = place;
    if (attempt < 3 && homotopy(block, x)) return true;
  }
  x = guess;
  return homotopy(block, x);
}

}  // namespace trammel::analysis

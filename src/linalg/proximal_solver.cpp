#include "linalg/proximal_solver.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/balance.hpp"

namespace trammel::linalg {
namespace {

constexpr double proximal_epsilon = 1e-7;
// Smaller pivots than this beside the largest belong to a matrix that lost rank once more: beside ε nothing tells
// them from those of dependent equations.
constexpr double lost_once_more = 30 * proximal_epsilon;
constexpr int most_proximal_steps = 5;
constexpr double settled = 1e-15;  // change of x, of its size

class ProximalSolver final : public LinearSolver {
 public:
  ProximalSolver(std::shared_ptr<const Pattern> pattern, int dependent)
      : pattern_(std::move(pattern)), n_(pattern_->rows), dependent_(dependent),
        scaled_(pattern_->row.size()), x_(size()), y_(size()), b_(size()), right_(2 * size()) {
    std::vector<std::pair<int, int>> entries;
    entries.reserve(2 * pattern_->row.size() + 2 * size());
    for (int j = 0; j < n_; ++j)
      for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k) {
        entries.emplace_back(n_ + pattern_->row[k], j);
        entries.emplace_back(j, n_ + pattern_->row[k]);
      }
    for (int i = 0; i < 2 * n_; ++i) entries.emplace_back(i, i);
    auto twice = std::make_shared<Pattern>(make_pattern(2 * n_, 2 * n_, entries, place_));
    K_ = SparseMatrix(twice);
    solver_ = make_sparse_lu(twice);
  }

  int try_factor(const SparseMatrix& A) override {
    if (n_ == 0) return -1;
    for (std::size_t k = 0; k < A.value.size(); ++k)
      if (!std::isfinite(A.value[k])) return pattern_->row[k];
    if (scales_.empty()) scales_ = balanced_scales(A);
    std::ranges::fill(K_.value, 0.0);
    std::size_t entry = 0;
    double largest = 0;
    for (int j = 0; j < n_; ++j)
      for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k) {
        const double a = scales_.row[pattern_->row[k]] * A.value[k] * scales_.column[j];
        scaled_[k] = a;
        largest = std::max(largest, std::fabs(a));
        K_.value[place_[entry++]] += a;
        K_.value[place_[entry++]] += a;
      }
    if (!(largest > 0)) return 0;
    epsilon_ = proximal_epsilon * largest;
    for (int i = 0; i < 2 * n_; ++i) K_.value[place_[entry++]] += i < n_ ? epsilon_ : -epsilon_;
    if (const int bad = solver_->factor(K_); bad >= 0) return bad < n_ ? bad : bad - n_;
    const double pivot = pivot_from_below(*solver_, 2 * dependent_);
    last_ = std::isnan(pivot) ? 1 : pivot / largest;
    return last_ > lost_once_more ? -1 : weakest_row();
  }

  void substitute(Out x) override {
    for (std::size_t i = 0; i < size(); ++i) b_[i] = scales_.row[i] * x[i];
    std::ranges::fill(x_, 0.0);
    std::ranges::fill(y_, 0.0);
    double before = INFINITY;
    for (int step = 0; step < most_proximal_steps; ++step) {
      residuals();
      solver_->solve(right_);
      double moved = 0, largest = 0;
      for (std::size_t j = 0; j < size(); ++j) {
        moved = std::max(moved, std::fabs(right_[j]));
        largest = std::max(largest, std::fabs(x_[j] + right_[j]));
      }
      if (step > 0 && !(moved < 0.5 * before)) break;  // rounding moves it
      for (std::size_t j = 0; j < size(); ++j) {
        x_[j] += right_[j];
        y_[j] += right_[size() + j];
      }
      if (moved <= settled * largest) break;
      before = moved;
    }
    for (std::size_t j = 0; j < size(); ++j) x[j] = scales_.column[j] * x_[j];
  }

  double estimate() override { return n_ == 0 ? 1 : 1 / last_; }
  double least_pivot(const Scales&) override { return n_ == 0 ? INFINITY : last_; }

 private:
  std::size_t size() const { return static_cast<std::size_t>(n_); }

  // (-ε x - Aᵀ y, b - A x): without ε in the second, which makes a proximal step of it.
  void residuals() {
    for (std::size_t i = 0; i < size(); ++i) right_[size() + i] = b_[i];
    for (int j = 0; j < n_; ++j) {
      double& of_x = right_[static_cast<std::size_t>(j)] = -epsilon_ * x_[j];
      for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k) {
        const auto i = static_cast<std::size_t>(pattern_->row[k]);
        of_x -= scaled_[k] * y_[i];
        right_[size() + i] -= scaled_[k] * x_[j];
      }
    }
  }

  // That answers most to a change of all of them.
  int weakest_row() {
    for (std::size_t i = 0; i < 2 * size(); ++i) right_[i] = 1 + 0.5 * std::sin(2.4 * static_cast<double>(i));
    solver_->solve(right_);
    std::size_t at = 0;
    for (std::size_t i = 0; i < size(); ++i)
      if (std::fabs(right_[size() + i]) > std::fabs(right_[size() + at])) at = i;
    return static_cast<int>(at);
  }

  std::shared_ptr<const Pattern> pattern_;
  int n_, dependent_;
  Scales scales_ = {};
  std::vector<double> scaled_, x_, y_, b_, right_;
  std::vector<std::uint32_t> place_;
  SparseMatrix K_;
  std::unique_ptr<LinearSolver> solver_;
  double epsilon_ = proximal_epsilon, last_ = 1;
};

}  // namespace

std::unique_ptr<LinearSolver> make_proximal(std::shared_ptr<const Pattern> pattern, int dependent) {
  return std::make_unique<ProximalSolver>(std::move(pattern), dependent);
}

}  // namespace trammel::linalg

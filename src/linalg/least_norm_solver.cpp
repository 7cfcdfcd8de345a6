// linalg/least_norm_solver.cpp: systems with equations that follow from others, as redundant constraints give
// them. What the solutions share is exact; of the rest, which nothing determines, the smallest one is taken,
// in the scales of the first matrix, so that it depends on neither units nor the history of the run.
#include <cmath>

#include "linalg/balance.hpp"
#include "linalg/choice.hpp"
#include "linalg/least_norm.hpp"
#include "linalg/proximal_solver.hpp"
#include "linalg/solver.hpp"

namespace trammel::linalg {
namespace {

constexpr double no_digit_left = 1e-13;  // of the last pivot that counts, beside the first

class LeastNormSolver final : public LinearSolver {
 public:
  LeastNormSolver(std::shared_ptr<const Pattern> pattern, int dependent)
      : pattern_(std::move(pattern)), n_(pattern_->rows), rank_(std::max(0, n_ - dependent)),
        A_(Eigen::MatrixXd::Zero(n_, n_)), b_(n_), factors_(n_, n_) {}

  int try_factor(const SparseMatrix& A) override {
    if (n_ == 0) return -1;
    for (std::size_t k = 0; k < A.value.size(); ++k)
      if (!std::isfinite(A.value[k])) return pattern_->row[k];
    if (scales_.empty()) scales_ = balanced_scales(A);
    A_.setZero();
    for (int j = 0; j < n_; ++j)
      for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k)
        A_(pattern_->row[k], j) += scales_.row[pattern_->row[k]] * A.value[k] * scales_.column[j];
    last_ = factors_.factor(A_, rank_);
    return last_ > no_digit_left ? -1 : static_cast<int>(factors_.weakest_row());
  }

  void substitute(Out x) override {
    for (int i = 0; i < n_; ++i) b_[i] = scales_.row[i] * x[i];
    const Eigen::VectorXd y = factors_.solve(b_);
    for (int j = 0; j < n_; ++j) x[j] = scales_.column[j] * y[j];
  }

  double estimate() override { return n_ == 0 ? 1 : 1 / last_; }

  double least_pivot(const Scales&) override { return n_ == 0 ? INFINITY : last_; }

 private:
  std::shared_ptr<const Pattern> pattern_;
  int n_, rank_;
  Scales scales_ = {};
  Eigen::MatrixXd A_;
  Eigen::VectorXd b_;
  LeastNorm factors_;
  double last_ = 1;
};

}  // namespace

std::unique_ptr<LinearSolver> make_least_norm(std::shared_ptr<const Pattern> pattern, int dependent) {
  if (!better_dense(*pattern)) return make_proximal(std::move(pattern), dependent);
  return std::make_unique<LeastNormSolver>(std::move(pattern), dependent);
}

}  // namespace trammel::linalg

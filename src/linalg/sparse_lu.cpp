// linalg/sparse_lu.cpp: KLU [DP10]: the symbolic work is done once per pattern, the pivot order is kept while
// it serves (kept_growth.hpp).
#include <klu.h>

#include <algorithm>
#include <cmath>

#include "base/effort.hpp"
#include "linalg/choice.hpp"
#include "linalg/elsewhere.hpp"
#include "linalg/kept_growth.hpp"
#include "linalg/klu_order.hpp"
#include "linalg/proximal_solver.hpp"
#include "linalg/solver.hpp"

namespace trammel::linalg {
namespace {

class SparseLu final : public LinearSolver {
 public:
  explicit SparseLu(std::shared_ptr<const Pattern> pattern) : pattern_(std::move(pattern)) {
    klu_defaults(&common_);
    start_ = pattern_->start;
    row_ = pattern_->row;
    symbolic_ = klu_analyze(pattern_->rows, start_.data(), row_.data(), &common_);
  }
  ~SparseLu() override {
    if (numeric_) klu_free_numeric(&numeric_, &common_);
    if (symbolic_) klu_free_symbolic(&symbolic_, &common_);
  }
  SparseLu(const SparseLu&) = delete;
  SparseLu& operator=(const SparseLu&) = delete;

  int try_factor(const SparseMatrix& A) override {
    if (pattern_->rows == 0) return -1;
    if (!symbolic_) return 0;
    for (std::size_t k = 0; k < A.value.size(); ++k)
      if (!std::isfinite(A.value[k])) return row_[k];
    value_ = A.value;
    spend(factor_effort_);
    if (numeric_ && klu_refactor(start_.data(), row_.data(), value_.data(), symbolic_, numeric_, &common_) &&
        measured() && growth_.keeps(common_.rcond, common_.rgrowth))
      return -1;
    if (numeric_) klu_free_numeric(&numeric_, &common_);
    numeric_ = ordered_ ? factor_anew(symbolic_) : factor_first();
    if (!numeric_ || common_.status == KLU_SINGULAR || !measured()) return singular_row();
    ordered_ = true;
    growth_.chosen = common_.rgrowth;
    count_effort();
    return -1;
  }

  void substitute(Out x) override {
    if (pattern_->rows == 0) return;
    const bool refine = common_.rgrowth < KeptGrowth::refined;
    spend(refine ? 2 * solve_effort_ + effort::listed_solve(row_.size()) : solve_effort_);
    if (refine) right_.assign(x.begin(), x.end());
    klu_solve(symbolic_, numeric_, pattern_->rows, 1, x.data(), &common_);
    if (!refine) return;
    for (int j = 0; j < pattern_->columns; ++j)
      for (int k = start_[j]; k < start_[j + 1]; ++k) right_[row_[k]] -= value_[k] * x[j];
    klu_solve(symbolic_, numeric_, pattern_->rows, 1, right_.data(), &common_);
    for (std::size_t j = 0; j < right_.size(); ++j)
      if (std::isfinite(right_[j])) x[j] += right_[j];
  }

  double estimate() override {
    if (pattern_->rows == 0) return 1;
    return common_.rcond > 0 ? 1 / common_.rcond : INFINITY;
  }

  // KLU divides rows by their size first and keeps these in the order of the pivots.
  double least_pivot(const Scales& scales) override {
    if (pattern_->rows == 0) return INFINITY;
    const auto* const diagonal = static_cast<const double*>(numeric_->Udiag);
    double least = INFINITY;
    for (int k = 0; k < pattern_->rows; ++k)
      least =
          std::min(least, std::fabs(scales.row[numeric_->Pnum[k]] * diagonal[k] *
                                    (numeric_->Rs ? numeric_->Rs[k] : 1) * scales.column[symbolic_->Q[k]]));
    return least;
  }

  double pivot_from_below(int below) {
    const auto n = static_cast<std::size_t>(pattern_->rows);
    if (!factored() || static_cast<std::size_t>(below) >= n) return std::nan("");
    const auto* const diagonal = static_cast<const double*>(numeric_->Udiag);
    sizes_.resize(n);
    for (std::size_t k = 0; k < n; ++k)
      sizes_[k] = std::fabs(diagonal[k] * (numeric_->Rs ? numeric_->Rs[k] : 1));
    std::ranges::nth_element(sizes_, sizes_.begin() + below);
    return sizes_[static_cast<std::size_t>(below)];
  }

 private:
  klu_numeric* factor_anew(klu_symbolic* symbolic) {
    return klu_factor(start_.data(), row_.data(), value_.data(), symbolic, &common_);
  }
  klu_numeric* factor_first() {
    return factor_in_best_order(
        pattern_->rows, start_.data(), row_.data(), common_, symbolic_,
        [&](klu_symbolic* symbolic) { return factor_anew(symbolic); },
        [&](klu_symbolic* symbolic, klu_numeric* numeric) {
          klu_flops(symbolic, numeric, &common_);
          KluFactors found{.products = common_.flops,
                           .entries = static_cast<double>(numeric->lnz + numeric->unz)};
          const bool known =
              klu_rgrowth(start_.data(), row_.data(), value_.data(), symbolic, numeric, &common_);
          if (known) found.growth = common_.rgrowth;
          return found;
        },
        [&](klu_numeric* numeric) { klu_free_numeric(&numeric, &common_); });
  }

  // Pivots were searched for: that costs about twice what factors in the same order do.
  void count_effort() {
    klu_flops(symbolic_, numeric_, &common_);
    const double entries = static_cast<double>(numeric_->lnz + numeric_->unz);
    factor_effort_ = effort::listed_factor(0.5 * common_.flops, entries);
    solve_effort_ = effort::listed_solve(entries);
    spend(2 * factor_effort_);
  }

  // Growth and condition of the factors that are there.
  bool measured() {
    return klu_rcond(symbolic_, numeric_, &common_) &&
           klu_rgrowth(start_.data(), row_.data(), value_.data(), symbolic_, numeric_, &common_);
  }

  int singular_row() const {
    const int at = common_.singular_col;
    if (at < 0 || at >= pattern_->columns || pattern_->start[at] == pattern_->start[at + 1]) return 0;
    return pattern_->row[pattern_->start[at]];
  }

  std::shared_ptr<const Pattern> pattern_;
  std::vector<int> start_, row_;  // KLU takes pointers that are not const
  std::vector<double> value_ = {}, right_ = {}, sizes_ = {};
  KeptGrowth growth_;
  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  bool ordered_ = false;
  double factor_effort_ = 0, solve_effort_ = 0;
};

}  // namespace

Elsewhere& elsewhere() {
  static Elsewhere nobody;
  return nobody;
}

std::unique_ptr<LinearSolver> make_sparse_lu(std::shared_ptr<const Pattern> pattern) {
  if (elsewhere().make && pattern->rows >= elsewhere().from) return elsewhere().make(std::move(pattern));
  return std::make_unique<SparseLu>(std::move(pattern));
}

double pivot_from_below(LinearSolver& solver, int below) {
  auto* const sparse = dynamic_cast<SparseLu*>(&solver);
  return sparse != nullptr ? sparse->pivot_from_below(below) : std::nan("");
}

std::unique_ptr<LinearSolver> make_solver(std::shared_ptr<const Pattern> pattern) {
  return better_dense(*pattern) ? make_dense_lu(std::move(pattern)) : make_sparse_lu(std::move(pattern));
}

std::unique_ptr<LinearSolver> make_solver(std::shared_ptr<const Pattern> pattern, const Symmetry& symmetry) {
  return symmetry.empty() ? make_solver(std::move(pattern))
                          : make_symmetric_ldlt(std::move(pattern), symmetry);
}

}  // namespace trammel::linalg

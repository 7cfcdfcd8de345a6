// linalg/complex_sparse_lu.cpp: KLU [DP10] on complex numbers; the symbolic work is done once per pattern.
// The pivot order is kept, and solutions are refined, by the rules of sparse_lu.cpp.
#include <klu.h>

#include <cmath>

#include "base/effort.hpp"
#include "linalg/choice.hpp"
#include "linalg/complex_solver.hpp"
#include "linalg/kept_growth.hpp"
#include "linalg/klu_order.hpp"

namespace trammel::linalg {
namespace {

class ComplexSparseLu final : public ComplexSolver {
 public:
  explicit ComplexSparseLu(std::shared_ptr<const Pattern> pattern) : pattern_(std::move(pattern)) {
    klu_defaults(&common_);
    start_ = pattern_->start;
    row_ = pattern_->row;
    values_.resize(2 * row_.size());
    x_.resize(2 * static_cast<std::size_t>(pattern_->rows));
    symbolic_ = klu_analyze(pattern_->rows, start_.data(), row_.data(), &common_);
  }
  ~ComplexSparseLu() override {
    if (numeric_) klu_z_free_numeric(&numeric_, &common_);
    if (symbolic_) klu_free_symbolic(&symbolic_, &common_);
  }
  ComplexSparseLu(const ComplexSparseLu&) = delete;
  ComplexSparseLu& operator=(const ComplexSparseLu&) = delete;

  int try_factor(Vec real, Vec imaginary) override {
    if (pattern_->rows == 0) return -1;
    if (!symbolic_) return 0;
    for (std::size_t k = 0; k < real.size(); ++k) {
      if (!std::isfinite(real[k]) || !std::isfinite(imaginary[k])) return row_[k];
      values_[2 * k] = real[k];
      values_[2 * k + 1] = imaginary[k];
    }
    double* const pairs = values_.data();
    spend(factor_effort_);
    if (numeric_ && klu_z_refactor(start_.data(), row_.data(), pairs, symbolic_, numeric_, &common_) &&
        measured() && growth_.keeps(common_.rcond, common_.rgrowth))
      return -1;
    if (numeric_) klu_z_free_numeric(&numeric_, &common_);
    numeric_ = ordered_ ? factor_anew(symbolic_) : factor_first();
    if (numeric_ && common_.status != KLU_SINGULAR && measured()) {
      ordered_ = true;
      growth_.chosen = common_.rgrowth;
      count_effort();
      return -1;
    }
    const int at = common_.singular_col;
    const bool known = at >= 0 && at < pattern_->columns && start_[at] < start_[at + 1];
    return known ? row_[start_[at]] : 0;
  }

  void substitute(Out x, Out y) override {
    if (pattern_->rows == 0) return;
    for (std::size_t i = 0; i < x.size(); ++i) {
      x_[2 * i] = x[i];
      x_[2 * i + 1] = y[i];
    }
    const bool refine = common_.rgrowth < KeptGrowth::refined;
    spend(refine ? 2 * solve_effort_ + effort::complex * effort::listed_solve(row_.size()) : solve_effort_);
    if (refine) right_ = x_;
    klu_z_solve(symbolic_, numeric_, pattern_->rows, 1, x_.data(), &common_);
    if (refine) refine_once();
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = x_[2 * i];
      y[i] = x_[2 * i + 1];
    }
  }

 private:
  klu_numeric* factor_anew(klu_symbolic* symbolic) {
    return klu_z_factor(start_.data(), row_.data(), values_.data(), symbolic, &common_);
  }
  klu_numeric* factor_first() {
    return factor_in_best_order(
        pattern_->rows, start_.data(), row_.data(), common_, symbolic_,
        [&](klu_symbolic* symbolic) { return factor_anew(symbolic); },
        [&](klu_symbolic* symbolic, klu_numeric* numeric) {
          klu_z_flops(symbolic, numeric, &common_);
          KluFactors found{.products = common_.flops / effort::complex,
                           .entries = static_cast<double>(numeric->lnz + numeric->unz)};
          const bool known =
              klu_z_rgrowth(start_.data(), row_.data(), values_.data(), symbolic, numeric, &common_);
          if (known) found.growth = common_.rgrowth;
          return found;
        },
        [&](klu_numeric* numeric) { klu_z_free_numeric(&numeric, &common_); });
  }

  // Pivots were searched for: that costs about twice what factors in the same order do.
  void count_effort() {
    klu_z_flops(symbolic_, numeric_, &common_);
    const double entries = static_cast<double>(numeric_->lnz + numeric_->unz);
    factor_effort_ = effort::listed_factor(0.5 * common_.flops, entries);
    solve_effort_ = effort::complex * effort::listed_solve(entries);
    spend(2 * factor_effort_);
  }

  bool measured() {
    return klu_z_rcond(symbolic_, numeric_, &common_) &&
           klu_z_rgrowth(start_.data(), row_.data(), values_.data(), symbolic_, numeric_, &common_);
  }

  void refine_once() {
    for (int j = 0; j < pattern_->columns; ++j)
      for (int k = start_[j]; k < start_[j + 1]; ++k) {
        const double re = values_[2 * k], im = values_[2 * k + 1];
        right_[2 * row_[k]] -= re * x_[2 * j] - im * x_[2 * j + 1];
        right_[2 * row_[k] + 1] -= re * x_[2 * j + 1] + im * x_[2 * j];
      }
    klu_z_solve(symbolic_, numeric_, pattern_->rows, 1, right_.data(), &common_);
    for (std::size_t i = 0; i < x_.size(); ++i)
      if (std::isfinite(right_[i])) x_[i] += right_[i];
  }

  std::shared_ptr<const Pattern> pattern_;
  std::vector<int> start_, row_;
  std::vector<double> values_, x_, right_;  // pairs, as KLU takes them
  KeptGrowth growth_;
  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  bool ordered_ = false;
  double factor_effort_ = 0, solve_effort_ = 0;
};

}  // namespace

std::unique_ptr<ComplexSolver> make_complex_sparse_lu(std::shared_ptr<const Pattern> pattern) {
  return std::make_unique<ComplexSparseLu>(std::move(pattern));
}

std::unique_ptr<ComplexSolver> make_complex_solver(std::shared_ptr<const Pattern> pattern,
                                                   std::shared_ptr<EliminationMemory> memory) {
  if (memory) return make_complex_ordered_lu(std::move(pattern), std::move(memory));
  return better_dense(*pattern) ? make_complex_dense_lu(std::move(pattern))
                                : make_complex_sparse_lu(std::move(pattern));
}

}  // namespace trammel::linalg

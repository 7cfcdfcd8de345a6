// linalg/complex_sparse_lu.cpp: KLU [DP10] on complex numbers; the symbolic work is done once per pattern.
#include <klu.h>

#include <cmath>

#include "linalg/choice.hpp"
#include "linalg/complex_solver.hpp"

namespace trammel::linalg {
namespace {

constexpr double poorest_kept_pivots = 1e-12;  // rcond below which the pivot order is chosen anew

class ComplexSparseLu final : public ComplexSolver {
 public:
  explicit ComplexSparseLu(std::shared_ptr<const Pattern> pattern) : pattern_(std::move(pattern)) {
    klu_defaults(&common_);
    start_ = pattern_->start;
    row_ = pattern_->row;
    symbolic_ = klu_analyze(pattern_->rows, start_.data(), row_.data(), &common_);
  }
  ~ComplexSparseLu() override {
    if (numeric_) klu_z_free_numeric(&numeric_, &common_);
    if (symbolic_) klu_free_symbolic(&symbolic_, &common_);
  }
  ComplexSparseLu(const ComplexSparseLu&) = delete;
  ComplexSparseLu& operator=(const ComplexSparseLu&) = delete;

  int factor(std::span<const std::complex<double>> values) override {
    if (!symbolic_) return 0;
    for (std::size_t k = 0; k < values.size(); ++k)
      if (!std::isfinite(values[k].real()) || !std::isfinite(values[k].imag())) return row_[k];
    // KLU takes pairs of doubles, which is how std::complex is laid out, and does not write to them.
    auto* pairs = const_cast<double*>(reinterpret_cast<const double*>(values.data()));
    if (numeric_ && klu_z_refactor(start_.data(), row_.data(), pairs, symbolic_, numeric_, &common_) &&
        klu_z_rcond(symbolic_, numeric_, &common_) && common_.rcond > poorest_kept_pivots)
      return -1;
    if (numeric_) klu_z_free_numeric(&numeric_, &common_);
    numeric_ = klu_z_factor(start_.data(), row_.data(), pairs, symbolic_, &common_);
    if (numeric_ && common_.status != KLU_SINGULAR) return -1;
    const int at = common_.singular_col;
    const bool known = at >= 0 && at < pattern_->columns && start_[at] < start_[at + 1];
    return known ? row_[start_[at]] : 0;
  }

  void solve(ComplexOut x) override {
    klu_z_solve(symbolic_, numeric_, pattern_->rows, 1, reinterpret_cast<double*>(x.data()), &common_);
  }

 private:
  std::shared_ptr<const Pattern> pattern_;
  std::vector<int> start_, row_;
  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
};

}  // namespace

std::unique_ptr<ComplexSolver> make_complex_sparse_lu(std::shared_ptr<const Pattern> pattern) {
  return std::make_unique<ComplexSparseLu>(std::move(pattern));
}

std::unique_ptr<ComplexSolver> make_complex_solver(std::shared_ptr<const Pattern> pattern) {
  return better_dense(*pattern) ? make_complex_dense_lu(std::move(pattern))
                                : make_complex_sparse_lu(std::move(pattern));
}

}  // namespace trammel::linalg

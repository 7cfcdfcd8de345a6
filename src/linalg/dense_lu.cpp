// linalg/dense_lu.cpp: LU with partial pivoting, right-looking, by columns. For the sizes at which it is
// chosen (tens of unknowns) plain loops over columns are as fast as a tuned library and start without
// overhead.
#include <algorithm>
#include <cmath>

#include "base/effort.hpp"
#include "linalg/fixed_size.hpp"
#include "linalg/solver.hpp"

namespace trammel::linalg {
namespace {

class DenseLu final : public LinearSolver {
 public:
  explicit DenseLu(std::shared_ptr<const Pattern> pattern)
      : pattern_(std::move(pattern)), n_(pattern_->rows), lu_(static_cast<std::size_t>(n_) * n_),
        inverse_(n_), pivot_(n_), row_(n_) {}

  int try_factor(const SparseMatrix& A) override {
    spend(effort::dense_factor(n_));
    std::fill(lu_.begin(), lu_.end(), 0.0);
    for (int j = 0; j < n_; ++j)
      for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k)
        column(j)[pattern_->row[k]] = A.value[k];
    for (int i = 0; i < n_; ++i) row_[i] = i;
    return with_fixed_size(n_, [&](auto size) { return eliminate<size()>(); });
  }

  void substitute(Out x) override {
    spend(effort::dense_solve(n_));
    with_fixed_size(n_, [&](auto size) { substitute_fixed<size()>(x.data()); });
  }

  double estimate() override { return n_ == 0 ? 1 : largest_ / smallest_; }

  double least_pivot(const Scales& scales) override {
    double least = INFINITY;
    for (int k = 0; k < n_; ++k)
      least = std::min(least, std::fabs(scales.row[row_[k]] * scales.column[k] / inverse_[k]));
    return least;
  }

 private:
  template <int N>
  int eliminate() {
    const int n = N > 0 ? N : n_;
    double* const lu = lu_.data();
    largest_ = 0;
    smallest_ = INFINITY;
    for (int k = 0; k < n; ++k) {
      double* const ck = lu + static_cast<std::size_t>(k) * n;
      int p = k;
      for (int i = k + 1; i < n; ++i)
        if (std::fabs(ck[i]) > std::fabs(ck[p])) p = i;
      const double pivot = ck[p];
      if (!(std::fabs(pivot) > 0) || !std::isfinite(pivot)) return row_[p];
      largest_ = std::max(largest_, std::fabs(pivot));
      smallest_ = std::min(smallest_, std::fabs(pivot));
      pivot_[k] = p;
      if (p != k) {
        std::swap(row_[k], row_[p]);
        std::swap(ck[k], ck[p]);
      }
      const double inverse = inverse_[k] = 1 / pivot;  // solve() multiplies: divisions in its chain are slow
      for (int i = k + 1; i < n; ++i) ck[i] *= inverse;
      for (int j = k + 1; j < n; ++j) {
        double* const cj = lu + static_cast<std::size_t>(j) * n;
        if (p != k) std::swap(cj[k], cj[p]);
        const double factor = cj[k];
        if (factor == 0) continue;  // sparse matrices stay cheap
        for (int i = k + 1; i < n; ++i) cj[i] -= factor * ck[i];
      }
    }
    return -1;
  }

  template <int N>
  void substitute_fixed(double* x) const {
    const int n = N > 0 ? N : n_;
    const double* const lu = lu_.data();
    for (int k = 0; k < n; ++k) {
      if (pivot_[k] != k) std::swap(x[k], x[pivot_[k]]);
      const double xk = x[k];
      const double* const ck = lu + static_cast<std::size_t>(k) * n;
      for (int i = k + 1; i < n; ++i) x[i] -= xk * ck[i];
    }
    for (int k = n - 1; k >= 0; --k) {
      const double* const ck = lu + static_cast<std::size_t>(k) * n;
      const double xk = x[k] *= inverse_[k];
      for (int i = 0; i < k; ++i) x[i] -= xk * ck[i];
    }
  }

  double* column(int j) { return lu_.data() + static_cast<std::size_t>(j) * n_; }

  std::shared_ptr<const Pattern> pattern_;
  int n_;
  std::vector<double> lu_, inverse_;
  std::vector<int> pivot_, row_;
  double largest_ = 0, smallest_ = 0;
};

}  // namespace

std::unique_ptr<LinearSolver> make_dense_lu(std::shared_ptr<const Pattern> pattern) {
  return std::make_unique<DenseLu>(std::move(pattern));
}

}  // namespace trammel::linalg

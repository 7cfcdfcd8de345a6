// linalg/complex_dense_lu.cpp: complex LU with partial pivoting, by columns.
#include <algorithm>
#include <cmath>

#include "base/effort.hpp"
#include "linalg/complex_solver.hpp"
#include "linalg/fixed_size.hpp"

namespace trammel::linalg {
namespace {

// (x, y)[first .. last) -= (fr + i fi) · (cr, ci)
inline void subtract(int first, int last, double fr, double fi, const double* cr, const double* ci, double* x,
                     double* y) {
  for (int i = first; i < last; ++i) {
    x[i] -= fr * cr[i] - fi * ci[i];
    y[i] -= fr * ci[i] + fi * cr[i];
  }
}

class ComplexDenseLu final : public ComplexSolver {
 public:
  explicit ComplexDenseLu(std::shared_ptr<const Pattern> pattern)
      : pattern_(std::move(pattern)), n_(pattern_->rows), re_(static_cast<std::size_t>(n_) * n_),
        im_(static_cast<std::size_t>(n_) * n_), pivot_(n_), row_(n_) {}

  int try_factor(Vec real, Vec imaginary) override {
    spend(effort::complex * effort::dense_factor(n_));
    std::fill(re_.begin(), re_.end(), 0.0);
    std::fill(im_.begin(), im_.end(), 0.0);
    for (int j = 0; j < n_; ++j)
      for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k) {
        const std::size_t at = static_cast<std::size_t>(j) * n_ + pattern_->row[k];
        re_[at] = real[k];
        im_[at] = imaginary[k];
      }
    for (int i = 0; i < n_; ++i) row_[i] = i;
    return with_fixed_size(n_, [&](auto size) { return eliminate<size()>(); });
  }

  void substitute(Out x, Out y) override {
    spend(effort::complex * effort::dense_solve(n_));
    with_fixed_size(n_, [&](auto size) { substitute_fixed<size()>(x.data(), y.data()); });
  }

 private:
  template <int N>
  int eliminate() {
    const int n = N > 0 ? N : n_;
    for (int k = 0; k < n; ++k) {
      double* const ar = re_.data() + static_cast<std::size_t>(k) * n;
      double* const ai = im_.data() + static_cast<std::size_t>(k) * n;
      int p = k;
      double largest = std::fabs(ar[k]) + std::fabs(ai[k]);
      for (int i = k + 1; i < n; ++i)
        if (const double size = std::fabs(ar[i]) + std::fabs(ai[i]); size > largest) {
          largest = size;
          p = i;
        }
      if (!(largest > 0) || !std::isfinite(largest)) return row_[p];
      pivot_[k] = p;
      if (p != k) {
        std::swap(row_[k], row_[p]);
        std::swap(ar[k], ar[p]);
        std::swap(ai[k], ai[p]);
      }
      const double size = 1 / (ar[k] * ar[k] + ai[k] * ai[k]);
      const double ir = ar[k] * size, ii = -ai[k] * size;
      for (int i = k + 1; i < n; ++i) {
        const double r = ar[i];
        ar[i] = r * ir - ai[i] * ii;
        ai[i] = r * ii + ai[i] * ir;
      }
      ar[k] = ir;  // the inverse of the pivot is what solve() needs
      ai[k] = ii;
      for (int j = k + 1; j < n; ++j) {
        double* const br = re_.data() + static_cast<std::size_t>(j) * n;
        double* const bi = im_.data() + static_cast<std::size_t>(j) * n;
        if (p != k) {
          std::swap(br[k], br[p]);
          std::swap(bi[k], bi[p]);
        }
        if (br[k] != 0 || bi[k] != 0) subtract(k + 1, n, br[k], bi[k], ar, ai, br, bi);
      }
    }
    return -1;
  }

  template <int N>
  void substitute_fixed(double* x, double* y) const {
    const int n = N > 0 ? N : n_;
    const double *const re = re_.data(), *const im = im_.data();
    for (int k = 0; k < n; ++k) {
      if (pivot_[k] != k) {
        std::swap(x[k], x[pivot_[k]]);
        std::swap(y[k], y[pivot_[k]]);
      }
      const std::size_t at = static_cast<std::size_t>(k) * n;
      subtract(k + 1, n, x[k], y[k], re + at, im + at, x, y);
    }
    for (int k = n - 1; k >= 0; --k) {
      const std::size_t at = static_cast<std::size_t>(k) * n;
      const double ir = re[at + k], ii = im[at + k], r = x[k];
      x[k] = r * ir - y[k] * ii;
      y[k] = r * ii + y[k] * ir;
      subtract(0, k, x[k], y[k], re + at, im + at, x, y);
    }
  }

  std::shared_ptr<const Pattern> pattern_;
  int n_;
  std::vector<double> re_, im_;
  std::vector<int> pivot_, row_;
};

}  // namespace

std::unique_ptr<ComplexSolver> make_complex_dense_lu(std::shared_ptr<const Pattern> pattern) {
  return std::make_unique<ComplexDenseLu>(std::move(pattern));
}

}  // namespace trammel::linalg

// linalg/complex_dense_lu.cpp: complex LU with partial pivoting, by columns. Real and imaginary parts stand
// in arrays of their own: the inner loops then vectorize, and no product pays for the NaN rules of
// std::complex.
#include <cmath>

#include "linalg/complex_solver.hpp"

namespace trammel::linalg {
namespace {

class ComplexDenseLu final : public ComplexSolver {
 public:
  explicit ComplexDenseLu(std::shared_ptr<const Pattern> pattern)
      : pattern_(std::move(pattern)), n_(pattern_->rows), re_(static_cast<std::size_t>(n_) * n_),
        im_(static_cast<std::size_t>(n_) * n_), x_(n_), y_(n_), pivot_(n_), row_(n_) {}

  int factor(std::span<const std::complex<double>> values) override {
    load(values);
    for (int k = 0; k < n_; ++k) {
      double* const ar = re_.data() + offset(k);
      double* const ai = im_.data() + offset(k);
      int p = k;
      double largest = std::fabs(ar[k]) + std::fabs(ai[k]);
      for (int i = k + 1; i < n_; ++i)
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
      const double size = ar[k] * ar[k] + ai[k] * ai[k];
      const double ir = ar[k] / size, ii = -ai[k] / size;
      for (int i = k + 1; i < n_; ++i) {
        const double r = ar[i];
        ar[i] = r * ir - ai[i] * ii;
        ai[i] = r * ii + ai[i] * ir;
      }
      ar[k] = ir;  // the inverse of the pivot is what solve() needs
      ai[k] = ii;
      update(k, p);
    }
    return -1;
  }

  void solve(ComplexOut b) override {
    for (int i = 0; i < n_; ++i) {
      x_[i] = b[i].real();
      y_[i] = b[i].imag();
    }
    for (int k = 0; k < n_; ++k) {
      if (pivot_[k] != k) {
        std::swap(x_[k], x_[pivot_[k]]);
        std::swap(y_[k], y_[pivot_[k]]);
      }
      if (x_[k] != 0 || y_[k] != 0) subtract(k, k + 1, n_, x_[k], y_[k], x_.data(), y_.data());
    }
    for (int k = n_ - 1; k >= 0; --k) {
      const double ir = re_[offset(k) + k], ii = im_[offset(k) + k], r = x_[k];
      x_[k] = r * ir - y_[k] * ii;
      y_[k] = r * ii + y_[k] * ir;
      subtract(k, 0, k, x_[k], y_[k], x_.data(), y_.data());
    }
    for (int i = 0; i < n_; ++i) b[i] = {x_[i], y_[i]};
  }

 private:
  std::size_t offset(int j) const { return static_cast<std::size_t>(j) * n_; }

  void load(std::span<const std::complex<double>> values) {
    std::fill(re_.begin(), re_.end(), 0.0);
    std::fill(im_.begin(), im_.end(), 0.0);
    for (int j = 0; j < n_; ++j)
      for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k) {
        re_[offset(j) + pattern_->row[k]] = values[k].real();
        im_[offset(j) + pattern_->row[k]] = values[k].imag();
      }
    for (int i = 0; i < n_; ++i) row_[i] = i;
  }

  // The columns behind k, after its pivot row p came up.
  void update(int k, int p) {
    for (int j = k + 1; j < n_; ++j) {
      double* const br = re_.data() + offset(j);
      double* const bi = im_.data() + offset(j);
      if (p != k) {
        std::swap(br[k], br[p]);
        std::swap(bi[k], bi[p]);
      }
      if (br[k] != 0 || bi[k] != 0) subtract(k, k + 1, n_, br[k], bi[k], br, bi);
    }
  }

  // (x, y)[first .. last) -= (fr + i fi) · column k
  void subtract(int k, int first, int last, double fr, double fi, double* x, double* y) const {
    const double* const cr = re_.data() + offset(k);
    const double* const ci = im_.data() + offset(k);
    for (int i = first; i < last; ++i) {
      x[i] -= fr * cr[i] - fi * ci[i];
      y[i] -= fr * ci[i] + fi * cr[i];
    }
  }

  std::shared_ptr<const Pattern> pattern_;
  int n_;
  std::vector<double> re_, im_, x_, y_;
  std::vector<int> pivot_, row_;
};

}  // namespace

std::unique_ptr<ComplexSolver> make_complex_dense_lu(std::shared_ptr<const Pattern> pattern) {
  return std::make_unique<ComplexDenseLu>(std::move(pattern));
}

}  // namespace trammel::linalg

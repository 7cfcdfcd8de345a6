#include "linalg/balance.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace trammel::linalg {
namespace {

// A long chain takes as many iterations as it has links; what is left after these is no order of magnitude.
constexpr std::size_t most_iterations = 1000;

// The least squares problem ρ_i + γ_j + k θ = −log a, by conjugate gradients on its normal equations (CGLS).
// From zero they give the smallest solution, though any would do: solutions differ by factors that change no
// scaled entry.
class Fit {
 public:
  Fit(int rows, int columns, const std::vector<Magnitude>& entries)
      : entries_(entries), m_(static_cast<std::size_t>(rows)),
        n_(m_ + static_cast<std::size_t>(columns) + 1) {}

  std::vector<double> solve() const {
    std::vector<double> z(n_, 0.0), residual, direction, image(entries_.size());
    residual.reserve(entries_.size());
    for (const Magnitude& e : entries_) residual.push_back(-e.weight * std::log(e.size));
    std::vector<double> gradient = transposed(residual);
    direction = gradient;
    double size = dot(gradient, gradient);
    const double enough = 1e-20 * size;
    const std::size_t most = std::min<std::size_t>(2 * n_ + 20, most_iterations);
    for (std::size_t iteration = 0; iteration < most && size > enough; ++iteration) {
      apply(direction, image);
      const double curvature = dot(image, image);
      if (!(curvature > 0)) break;
      const double step = size / curvature;
      for (std::size_t k = 0; k < n_; ++k) z[k] += step * direction[k];
      for (std::size_t e = 0; e < image.size(); ++e) residual[e] -= step * image[e];
      gradient = transposed(residual);
      const double next = dot(gradient, gradient), part = next / size;
      for (std::size_t k = 0; k < n_; ++k) direction[k] = gradient[k] + part * direction[k];
      size = next;
    }
    return z;
  }

 private:
  static double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  }
  void apply(const std::vector<double>& z, std::vector<double>& image) const {
    for (std::size_t e = 0; e < entries_.size(); ++e)
      image[e] = entries_[e].weight *
                 (z[static_cast<std::size_t>(entries_[e].row)] +
                  z[m_ + static_cast<std::size_t>(entries_[e].column)] + entries_[e].power * z[n_ - 1]);
  }
  std::vector<double> transposed(const std::vector<double>& r) const {
    std::vector<double> g(n_, 0.0);
    for (std::size_t e = 0; e < entries_.size(); ++e) {
      const double part = entries_[e].weight * r[e];
      g[static_cast<std::size_t>(entries_[e].row)] += part;
      g[m_ + static_cast<std::size_t>(entries_[e].column)] += part;
      g[n_ - 1] += entries_[e].power * part;
    }
    return g;
  }

  const std::vector<Magnitude>& entries_;
  std::size_t m_, n_;
};

}  // namespace

Balance balance(int rows, int columns, const std::vector<Magnitude>& entries) {
  const std::vector<double> z = Fit(rows, columns, entries).solve();
  Balance result;
  for (int i = 0; i < rows; ++i) result.scales.row.push_back(std::exp(z[static_cast<std::size_t>(i)]));
  for (int j = 0; j < columns; ++j)
    result.scales.column.push_back(std::exp(z[static_cast<std::size_t>(rows) + static_cast<std::size_t>(j)]));
  result.base = std::exp(z.back());
  return result;
}

Scales balanced_scales(const SparseMatrix& A) {
  const Pattern& p = *A.pattern;
  std::vector<Magnitude> entries;
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      if (A.value[k] != 0) entries.push_back({p.row[k], j, 0, std::fabs(A.value[k])});
  return balance(p.rows, p.columns, entries).scales;
}

}  // namespace trammel::linalg

#include "solution/step_polynomial.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace trammel::solution {

ChebyshevGrid::ChebyshevGrid(int degree) {
  points.reserve(static_cast<std::size_t>(degree) + 1);
  weights.reserve(static_cast<std::size_t>(degree) + 1);
  for (int i = 0; i <= degree; ++i) {
    points.push_back(0.5 * (1 - std::cos(std::numbers::pi * i / degree)));
    weights.push_back((i % 2 == 0 ? 1.0 : -1.0) * (i == 0 || i == degree ? 0.5 : 1.0));
  }
}

const ChebyshevGrid& chebyshev_grid(int degree) {
  static const std::vector<ChebyshevGrid> grids = [] {
    std::vector<ChebyshevGrid> all;
    all.reserve(ChebyshevGrid::most);
    for (int d = 1; d <= ChebyshevGrid::most; ++d) all.emplace_back(d);
    return all;
  }();
  return grids.at(static_cast<std::size_t>(degree - 1));
}

double StepPolynomial::theta(double t) const { return std::clamp((t - from_) / (to_ - from_), 0.0, 1.0); }

// Differences from the first value are interpolated, so that what is constant stays so to the last digit.
void StepPolynomial::at(double t, Out y) const {
  const ChebyshevGrid& grid = chebyshev_grid(degree_);
  const double at = theta(t);
  const int n = size();
  const double* const first = value(0).data();
  double sum = 0;
  std::fill(y.begin(), y.end(), 0.0);
  for (int i = 0; i <= degree_; ++i) {
    const double* const value_i = value(i).data();
    if (at == grid.points[i]) return void(std::copy_n(value_i, n, y.begin()));
    const double weight = grid.weights[i] / (at - grid.points[i]);
    sum += weight;
    for (int k = 0; k < n; ++k) y[k] += weight * (value_i[k] - first[k]);
  }
  for (int k = 0; k < n; ++k) y[k] = first[k] + y[k] / sum;
}

// The slopes at the points by the differentiation matrix [BT04, 9.3], then interpolated like values.
void StepPolynomial::slope(double t, Out yp) const {
  const ChebyshevGrid& grid = chebyshev_grid(degree_);
  const double at = theta(t), step = length();
  const int n = size();
  std::array<double, ChebyshevGrid::most + 1> share{};
  double sum = 0;
  for (int i = 0; i <= degree_; ++i) {
    if (at == grid.points[i]) {
      share.fill(0.0);
      share[i] = sum = 1;
      break;
    }
    sum += share[i] = grid.weights[i] / (at - grid.points[i]);
  }
  std::fill(yp.begin(), yp.end(), 0.0);
  for (int j = 0; j <= degree_; ++j)
    for (int i = 0; i <= degree_; ++i) {
      if (i == j || share[j] == 0) continue;
      const double d =
          share[j] / sum * grid.weights[i] / grid.weights[j] / (grid.points[j] - grid.points[i]) / step;
      const double *const a = value(i).data(), *const b = value(j).data();
      for (int k = 0; k < n; ++k) yp[k] += d * (a[k] - b[k]);
    }
}

}  // namespace trammel::solution

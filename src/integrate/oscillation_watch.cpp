#include "integrate/oscillation_watch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
namespace trammel::integrate {
namespace {
double tune(const char* n, double d) {
  const char* e = std::getenv(n);
  return e ? std::atof(e) : d;
}

using Complex = std::complex<double>;

// (1) in w = 1 − ζ
Complex delta(int k, Complex w) {
  Complex sum = 0;
  for (int j = k; j >= 1; --j) sum = w * (1.0 / j + sum);
  return sum;
}

}  // namespace

// All roots w of δ_k = hλ at once, by the iteration of Durand and Kerner; r = 1/(1 − w).
double bdf_amplification(Complex h_lambda, int k) {
  std::array<Complex, 8> w;
  const double radius = 1 + std::pow(k * std::abs(h_lambda), 1.0 / k);
  for (int i = 0; i < k; ++i) w[i] = std::polar(radius, 0.4 + 2 * M_PI * i / k);
  for (int iteration = 0; iteration < 200; ++iteration) {
    double moved = 0;
    for (int i = 0; i < k; ++i) {
      Complex change = static_cast<double>(k) * (delta(k, w[i]) - h_lambda);
      for (int j = 0; j < k; ++j)
        if (j != i) change /= w[i] - w[j];
      w[i] -= change;
      moved = std::max(moved, std::abs(change));
    }
    if (moved < 1e-12 * radius) break;
  }
  double largest = 0;
  for (int i = 0; i < k; ++i) largest = std::max(largest, 1 / std::abs(1.0 - w[i]));
  return largest;
}

// Differences of order m at four neighbouring nodes, d_0 the newest; s and p of d_0 = s d_1 − p d_2 and the
// same one step earlier, by least squares over all components.
bool OscillationWatch::look(std::span<const Vec> values, Vec weight, double h, int k) {
  constexpr int points = 4;
  static const double clean = tune("TW_CLEAN", 0.02);  // of |d|², what the recurrence may leave over
  values = values.first(std::min<std::size_t>(values.size(), most));
  const int m = std::min(static_cast<int>(values.size()) - points, k);
  if (m < least - points) return false;
  double a11 = 0, a12 = 0, a22 = 0, b1 = 0, b2 = 0, whole = 0;
  std::array<double, most> d{};
  for (std::size_t c = 0; c < weight.size(); ++c) {
    if (weight[c] == 0) continue;
    for (std::size_t i = 0; i < values.size(); ++i) d[i] = weight[c] * values[i][c];
    for (int order = 0; order < m; ++order)
      for (int i = 0; i + 1 < m + points - order; ++i) d[i] -= d[i + 1];
    for (int i = 0; i < 2; ++i) {
      a11 += d[i + 1] * d[i + 1], a12 -= d[i + 1] * d[i + 2], a22 += d[i + 2] * d[i + 2];
      b1 += d[i] * d[i + 1], b2 -= d[i] * d[i + 2], whole += d[i] * d[i];
    }
  }
  const double determinant = a11 * a22 - a12 * a12;
  if (!(determinant > 1e-8 * a11 * a22)) return false;
  const double s = (b1 * a22 - b2 * a12) / determinant, p = (b2 * a11 - b1 * a12) / determinant;
  if (!(4 * p > s * s) || !(whole - s * b1 - p * b2 <= clean * whole)) return false;
  const Complex r(s / 2, std::sqrt(p - s * s / 4));
  lambda_ = delta(k, 1.0 - 1.0 / r) / h;
  if (lambda_.imag() < 0) lambda_ = std::conj(lambda_);
  seen_ = true;
  age_ = 0;
  return true;
}

bool OscillationWatch::amplifies(double h, int k) const {
  static const double damped = tune("TW_DAMP", 0.05), bound = tune("TW_BOUND", 1),
                      mink = tune("TW_MINK", 3);  // least ratio |Re λ|/|λ|
  if (!seen_ || k < mink || !(lambda_.real() < -damped * std::abs(lambda_))) return false;
  return bdf_amplification(h * lambda_, k) >= bound;
}

}  // namespace trammel::integrate

// integrate/tableaus/explicit.hpp: explicit Runge-Kutta methods as they are printed.
#pragma once

#include <array>
#include <string_view>

namespace trammel::integrate {

// y1 = y0 + h Σ b_i k_i,  k_i = f(t + c_i h, y0 + h Σ_{j<i} a_ij k_j),  error = h Σ e_i k_i.
// Between the ends y(θ) = y0 + h Σ_i k_i Σ_p dense[i][p] θ^(p+1).
template <int s, int degree>
struct ExplicitTableau {
  std::string_view source;
  std::array<double, s> c;
  std::array<std::array<double, s>, s> A;
  std::array<double, s> b;
  std::array<double, s> e;  // b minus the embedded weights
  std::array<std::array<double, degree>, s> dense;
  bool first_same_as_last;
};

// How many of the conditions Σ b_i c_i^(k-1) = 1/k hold, k = 1, 2, ...
template <int s, int degree>
constexpr int quadrature_order(const ExplicitTableau<s, degree>& t) {
  for (int k = 1;; ++k) {
    double sum = 0;
    for (int i = 0; i < s; ++i) {
      double power = 1;
      for (int p = 1; p < k; ++p) power *= t.c[i];
      sum += t.b[i] * power;
    }
    const double off = sum - 1.0 / k;
    if (off > 1e-14 || off < -1e-14) return k - 1;
  }
}

// Σ_j a_ij = c_i
template <int s, int degree>
constexpr bool row_sums_hold(const ExplicitTableau<s, degree>& t) {
  for (int i = 0; i < s; ++i) {
    double sum = -t.c[i];
    for (int j = 0; j < i; ++j) sum += t.A[i][j];
    if (sum > 1e-14 || sum < -1e-14) return false;
  }
  return true;
}

// Where the stability domain ends on the negative real axis: the first -z with |R(z)| > 1 behind it,
// R(z) = 1 + z b (I - zA)⁻¹ 1.
template <int s, int degree>
constexpr double real_stability(const ExplicitTableau<s, degree>& t) {
  double before = 0;
  for (double z = 0.01;; z += 0.01) {
    double k[s] = {};  // plain, as the row below: clang counts what a compiler may do here
    double R = 1;
    for (int i = 0; i < s; ++i) {
      const double* const row = &t.A[i][0];
      k[i] = 1;
      for (int j = 0; j < i; ++j) k[i] -= z * row[j] * k[j];
      R -= z * t.b[i] * k[i];
    }
    if (R > 1 || R < -1) return before;
    before = z;
  }
}

}  // namespace trammel::integrate

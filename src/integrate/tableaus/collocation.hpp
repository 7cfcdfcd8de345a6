// integrate/tableaus/collocation.hpp: Runge-Kutta methods by their nodes: a_ij and b_j integrate the Lagrange
// polynomials of the nodes. [HNW93, II.7]
#pragma once

#include <array>
#include <cmath>

namespace trammel::integrate {

template <int s, class Real = double>
struct CollocationTableau {
  std::array<Real, s> c{}, b{};
  std::array<std::array<Real, s>, s> A{};
  std::array<std::array<Real, s>, s>
      integral{};  // of the j-th Lagrange polynomial: Σ_k integral[j][k] θ^(k+1)

  explicit CollocationTableau(const std::array<Real, s>& nodes) : c(nodes) {
    for (int j = 0; j < s; ++j) {
      std::array<Real, s + 1> l{1};  // coefficients of the j-th Lagrange polynomial
      int degree = 0;
      for (int i = 0; i < s; ++i) {
        if (i == j) continue;
        for (int k = ++degree; k >= 0; --k)
          l[k] = ((k > 0 ? l[k - 1] : 0) - (k < degree ? l[k] * c[i] : 0)) / (c[j] - c[i]);
      }
      for (int k = 0; k < s; ++k) integral[j][k] = l[k] / (k + 1);
      b[j] = weight(j, 1);
      for (int i = 0; i < s; ++i) A[i][j] = weight(j, c[i]);
    }
  }
  Real weight(int j, Real theta) const {
    Real sum = 0;
    for (int k = s - 1; k >= 0; --k) sum = (sum + integral[j][k]) * theta;
    return sum;
  }
};

// Zeros of the shifted Legendre polynomial: order 2s. [HNW93, II.7]
template <int s, class Real = double>
std::array<Real, s> gauss_nodes() {
  std::array<Real, s> nodes{};
  for (int i = 0; i < s; ++i) {
    Real x = -std::cos(Real(3.14159265358979323846) * Real(i + 0.75) / Real(s + 0.5));
    for (int iteration = 0; iteration < 20; ++iteration) {
      Real p = 1, before = 0;
      for (int k = 1; k <= s; ++k) {
        const Real next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
        before = p;
        p = next;
      }
      x -= p * (x * x - 1) / (s * (x * p - before));
    }
    nodes[i] = (1 + x) / 2;
  }
  return nodes;
}

// Both ends and the zeros of P'_{s-1}: order 2s - 2. [HW96, IV.5]
template <int s, class Real = double>
std::array<Real, s> lobatto_nodes() {
  static_assert(s >= 2 && s <= 4);
  if constexpr (s == 2)
    return {0, 1};
  else if constexpr (s == 3)
    return {0, Real(0.5), 1};
  else
    return {0, (5 - std::sqrt(Real(5))) / 10, (5 + std::sqrt(Real(5))) / 10, 1};
}

}  // namespace trammel::integrate

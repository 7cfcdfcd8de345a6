// integrate/stage_mix.hpp: small matrices applied to the stages of a step, Y_i = Σ_j M_ij X_j, where the
// stages are vectors of length n, one after the other. One pass over the numbers; stage counts in use are
// unrolled.
#pragma once

#include <algorithm>

#include "base/constant.hpp"
#include "base/span.hpp"

namespace trammel::integrate {

inline constexpr int most_stages = 7;

// Calls f with s as a compile-time constant, 0 ≤ s ≤ most_stages.
template <class F>
decltype(auto) with_stages(int s, F&& f) {
  return with_constant<most_stages>(s, f);
}

// x <- M x
template <int S>
inline void mix(const double* M, double* x) {
  double y[std::max(S, 1)];
  for (int i = 0; i < S; ++i) {
    double sum = M[i * S] * x[0];
    for (int j = 1; j < S; ++j) sum += M[i * S + j] * x[j];
    y[i] = sum;
  }
  for (int i = 0; i < S; ++i) x[i] = y[i];
}

template <int S>
void mix_stages_of(const double* __restrict M, const double* __restrict X, double* __restrict Y, int n) {
  for (int k = 0; k < n; ++k) {
    double x[std::max(S, 1)];
    for (int j = 0; j < S; ++j) x[j] = X[j * n + k];
    mix<S>(M, x);
    for (int i = 0; i < S; ++i) Y[i * n + k] = x[i];
  }
}

// X and Y do not overlap.
inline void mix_stages(int s, Vec M, Vec X, Out Y, int n) {
  with_stages(s, [&](auto S) { mix_stages_of<S()>(M.data(), X.data(), Y.data(), n); });
}

// y = base + Σ_j w_j X_j; y may be base.
inline void sum_stages(int s, const double* w, const double* X, const double* base, double* y, int n) {
  with_stages(s, [&](auto S) {
    for (int k = 0; k < n; ++k) {
      double sum = base[k];
      for (int j = 0; j < S(); ++j) sum += w[j] * X[j * n + k];
      y[k] = sum;
    }
  });
}

// One Newton step on the stages Z. X holds their change in another basis; `join` leads back. Leaves the
// change in `change`, the slopes A⁻¹ Z / h in place of X, and returns the square sum of the change, weighted.
template <int S>
double change_stages_of(const double* __restrict join, const double* __restrict slopes,
                        const double* __restrict weight, double* __restrict X, double* __restrict Z,
                        double* __restrict change, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    double x[std::max(S, 1)];
    for (int j = 0; j < S; ++j) x[j] = X[j * n + k];
    mix<S>(join, x);
    for (int j = 0; j < S; ++j) {
      const double ratio = x[j] * weight[k];
      sum += ratio * ratio;
      change[j * n + k] = x[j];
      x[j] = Z[j * n + k] += x[j];
    }
    mix<S>(slopes, x);
    for (int j = 0; j < S; ++j) X[j * n + k] = x[j];
  }
  return sum;
}

}  // namespace trammel::integrate

// integrate/stage_mix.hpp: a small matrix applied to the stages of a step, Y_i = Σ_j M_ij X_j, where the
// stages are vectors of length n, one after the other. One pass over the numbers; stage counts in use are
// unrolled.
#pragma once

#include "base/span.hpp"

namespace trammel::integrate {

inline constexpr int most_stages = 7;

template <int S>
void mix_stages_of(const double* __restrict M, const double* __restrict X, double* __restrict Y, int n) {
  for (int k = 0; k < n; ++k) {
    double x[S];
    for (int j = 0; j < S; ++j) x[j] = X[j * n + k];
    for (int i = 0; i < S; ++i) {
      double sum = M[i * S] * x[0];
      for (int j = 1; j < S; ++j) sum += M[i * S + j] * x[j];
      Y[i * n + k] = sum;
    }
  }
}

// X and Y do not overlap.
inline void mix_stages(int s, Vec M, Vec X, Out Y, int n) {
  switch (s) {
    case 1:
      return mix_stages_of<1>(M.data(), X.data(), Y.data(), n);
    case 2:
      return mix_stages_of<2>(M.data(), X.data(), Y.data(), n);
    case 3:
      return mix_stages_of<3>(M.data(), X.data(), Y.data(), n);
    case 4:
      return mix_stages_of<4>(M.data(), X.data(), Y.data(), n);
    case 5:
      return mix_stages_of<5>(M.data(), X.data(), Y.data(), n);
    case 6:
      return mix_stages_of<6>(M.data(), X.data(), Y.data(), n);
    case 7:
      return mix_stages_of<7>(M.data(), X.data(), Y.data(), n);
    default:
      return;
  }
}

}  // namespace trammel::integrate

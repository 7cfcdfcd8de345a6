// integrate/tableaus/sdirk.hpp: singly diagonally implicit Runge-Kutta coefficients.
#pragma once

#include <array>

namespace trammel::integrate {

struct SdirkTableau {
  double gamma;
  std::array<double, 5> c;
  std::array<std::array<double, 5>, 5> A;  // the last row is b
  std::array<double, 5> embedded;          // weights of the formula of order 3
};

// [HW96, Table IV.6.5]
inline constexpr SdirkTableau sdirk4{
    .gamma = 1. / 4,
    .c = {1. / 4, 3. / 4, 11. / 20, 1. / 2, 1.},
    .A = {{{    1. / 4,           0.,        0.,       0.,     0.},
           {    1. / 2,       1. / 4,        0.,       0.,     0.},
           {  17. / 50,     -1. / 25,    1. / 4,       0.,     0.},
           {371. / 1360, -137. / 2720, 15. / 544,   1. / 4,     0.},
           {  25. / 24,    -49. / 48, 125. / 16, -85. / 12, 1. / 4}}},
    .embedded = {59. / 48, -17. / 96, 225. / 32, -85. / 12, 0.}};

// Sums of the order conditions up to 4, for the compiler to check. [HW96, IV.6]
constexpr double sdirk_defect(const SdirkTableau& s) {
  const auto& b = s.A[4];
  double d[8] = {-1, -1. / 2, -1. / 3, -1. / 6, -1. / 4, -1. / 8, -1. / 12, -1. / 24};
  double worst = 0;
  for (int i = 0; i < 5; ++i) {
    double row = -s.c[i], ac = 0, acc = 0, aac = 0;
    for (int j = 0; j < 5; ++j) {
      double inner = 0;
      for (int k = 0; k < 5; ++k) inner += s.A[j][k] * s.c[k];
      row += s.A[i][j];
      ac += s.A[i][j] * s.c[j];
      acc += s.A[i][j] * s.c[j] * s.c[j];
      aac += s.A[i][j] * inner;
    }
    worst = row > worst ? row : (-row > worst ? -row : worst);
    const double c = s.c[i], terms[8] = {1, c, c * c, ac, c * c * c, c * ac, acc, aac};
    for (int k = 0; k < 8; ++k) d[k] += b[i] * terms[k];
  }
  for (const double x : d) worst = x > worst ? x : (-x > worst ? -x : worst);
  return worst;
}
static_assert(sdirk_defect(sdirk4) < 1e-14);

}  // namespace trammel::integrate

// integrate/tableaus/dirk.hpp: diagonally implicit Runge-Kutta coefficients with one γ on the diagonal.
#pragma once

#include <array>

namespace trammel::integrate {

// Stiffly accurate: the last row of A is b. With an explicit first stage A_11 = 0, and k_1 is the last slope of the
// step before.
template <int s>
struct DirkTableau {
  int order;
  bool explicit_first;
  double gamma;
  std::array<double, s> c;
  std::array<std::array<double, s>, s> A;
  std::array<double, s> embedded;  // weights of the formula of one order less
  // Between the ends: the cubic through them and their slopes, plus θ²(1−θ)² h Σ inner_i k_i.
  std::array<double, s> inner = {};
};

// Order 4 with embedded order 3, L-stable. [HW96, Table IV.6.5]
inline constexpr DirkTableau<5> sdirk4_5_stages{
    .order = 4,
    .explicit_first = false,
    .gamma = 1. / 4,
    .c = {1. / 4, 3. / 4, 11. / 20, 1. / 2, 1.},
    .A = {{{    1. / 4,           0.,        0.,       0.,     0.},
           {    1. / 2,       1. / 4,        0.,       0.,     0.},
           {  17. / 50,     -1. / 25,    1. / 4,       0.,     0.},
           {371. / 1360, -137. / 2720, 15. / 544,   1. / 4,     0.},
           {  25. / 24,    -49. / 48, 125. / 16, -85. / 12, 1. / 4}}},
    .embedded = {59. / 48, -17. / 96, 225. / 32, -85. / 12, 0.}};

// Order 5 with embedded order 4, both L-stable and stiffly accurate, stage order 2. [Kva04] `inner` is the shortest
// vector with which the continuous formula is of order 4: Σ x_i c_i^r = 0 for r = 0, 1, 2, 1/4 for r = 3, x_2 = 0.
inline constexpr DirkTableau<7> kvaerno5_7_stages{
    .order = 5,
    .explicit_first = true,
    .gamma = 0.26,
    .c = {0., 0.52, 1.230333209967908, 0.8957659843500759, 0.43639360985864756, 1., 1.},
    .A = {{{0., 0., 0., 0., 0., 0., 0.},
           {0.26, 0.26, 0., 0., 0., 0., 0.},
           {0.13, 0.84033320996790809, 0.26, 0., 0., 0., 0.},
           {0.22371961478320505, 0.47675532319799699, -0.06470895363112615, 0.26, 0., 0., 0.},
           {0.16648564323248321, 0.10450018841591720, 0.03631482272098715, -0.13090704451073998, 0.26, 0., 0.},
           {0.13855640231268224, 0., -0.04245337201752043, 0.02446657898003141, 0.61943039072480676, 0.26, 0.},
           {0.13659751177640291, 0., -0.05496908796538376, -0.04118626728321046, 0.62993304899016403,
            0.06962479448202728, 0.26}}},
    .embedded = {0.13855640231268224, 0., -0.04245337201752043, 0.02446657898003141, 0.61943039072480676, 0.26, 0.},
    .inner = {-0.48424934964585914, 0., 0.99217470118034612, -0.62410803310215601, 1.380100427378425,
              -0.631958872905378, -0.631958872905378}};

}  // namespace trammel::integrate

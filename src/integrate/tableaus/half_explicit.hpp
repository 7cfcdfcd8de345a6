// integrate/tableaus/half_explicit.hpp: half-explicit Runge-Kutta methods for index 2. [BH93; HW96, VII.6; Mur97]
#pragma once

#include <array>
#include <string_view>

namespace trammel::integrate {

// x_i = x₀ + h Σ_{j<i} a_ij k_j,  and the multipliers in k_i are such that the constraint holds at
// x̄_i = x₀ + h Σ_{j≤i} ā_ij k_j, at time t + c̄_i h. The last x̄ is the result.
// In the methods of [BH93] x̄_i is the next stage: ā_i = a_{i+1}, the last ā is b. The partitioned ones of [Mur97] keep
// them apart; their first slope is the exact one.
template <int s>
struct HalfExplicitTableau {
  std::string_view source;
  std::array<double, s> c;
  std::array<std::array<double, s>, s> A;
  std::array<double, s> c_bar;
  std::array<std::array<double, s>, s> A_bar;
  std::array<double, s + 1> e;  // error = h Σ e_i k_i, with the slope at the end as k_{s+1}; all 0: none, see `compare`
  int compare;                  // the stage at t + h whose difference from the result is the error; -1: none
  bool first_slope_exact;
};

// The methods of [BH93] from their tableau as printed.
template <int s>
constexpr HalfExplicitTableau<s> half_explicit(std::string_view source, const std::array<double, s>& c,
                                               const std::array<std::array<double, s>, s>& A, const std::array<double, s>& b,
                                               int compare) {
  HalfExplicitTableau<s> t{source, c, A, {}, {}, {}, compare, false};
  for (int i = 0; i < s; ++i) {
    t.c_bar[i] = i + 1 < s ? c[i + 1] : 1;
    t.A_bar[i] = i + 1 < s ? A[i + 1] : b;
  }
  return t;
}

// Rows that add up to their nodes, and a last row ā = b: Σ b_i c_i^(k-1) = 1/k up to which k?
template <int s>
constexpr int quadrature_order(const HalfExplicitTableau<s>& t) {
  for (int k = 1;; ++k) {
    double sum = 0;
    for (int i = 0; i < s; ++i) {
      double power = 1;
      for (int p = 1; p < k; ++p) power *= t.c[i];
      sum += t.A_bar[s - 1][i] * power;
    }
    const double off = sum - 1.0 / k;
    if (off > 1e-14 || off < -1e-14) return k - 1;
  }
}

template <int s>
constexpr bool row_sums_hold(const HalfExplicitTableau<s>& t) {
  for (int i = 0; i < s; ++i) {
    double sum = -t.c[i], sum_bar = -t.c_bar[i];
    for (int j = 0; j < s; ++j) {
      sum += t.A[i][j];
      sum_bar += t.A_bar[i][j];
    }
    const bool solved = i > 0 || !t.first_slope_exact;
    if (sum > 1e-14 || sum < -1e-14 || (solved && (sum_bar > 1e-14 || sum_bar < -1e-14))) return false;
  }
  return true;
}

inline constexpr auto half_explicit_euler_1 = half_explicit<1>("BH93", {0.}, {{{}}}, {1.}, -1);
inline constexpr auto half_explicit_heun_2 = half_explicit<2>("BH93", {0., 1.}, {{{}, {1.}}}, {1./2, 1./2}, 1);
inline constexpr auto half_explicit_3_stages = half_explicit<3>("BH93, Table 2",
    {0., 1./3, 1.},
    {{{},
      {1./3},
      {-1., 2.}}},
    {0., 3./4, 1./4}, 2);

inline constexpr double root6 = 2.449489742783178098197284;
inline constexpr auto hem4_5_stages = half_explicit<5>("BH93, Table 5",
    {0., 3./10, (4 - root6)/10, (4 + root6)/10, 1.},
    {{{},
      {  3./10},
      {(  1 +    root6)/30,  ( 11 - 4*root6)/30},
      {(-79 - 31*root6)/150, ( -1 - 4*root6)/30, (24 + 11*root6)/25},
      {( 14 +  5*root6)/6,   ( -8 + 7*root6)/6,  (-9 -  7*root6)/4,  (9 - root6)/4}}},
    {0., 0., (16 - root6)/36, (16 + root6)/36, 1./9}, 4);

// Dormand & Prince's stages; ā_i fits constraint points between them.
inline constexpr HalfExplicitTableau<6> phem56_6_stages{.source = "Mur97",
    .c = {0., 1./5, 3./10, 4./5, 8./9, 1.},
    .A = {{{},
           {     1./5},
           {     3./40,         9./40},
           {    44./45,       -56./15,      32./9},
           { 19372./6561,  -25360./2187, 64448./6561, -212./729},
           {  9017./3168,    -355./33,   46732./5247,   49./176, -5103./18656}}},
    .c_bar = {0., 3./10, 3./8, 5./7, 1., 1.},
    .A_bar = {{{},
           {     3./40,       9./40},
           {    21./256,     45./256,    15./128},
           { 19235./98784, -225./392,  6235./6174,  2755./32928},
           {  -293./1152,    85./48,  -2275./1908,    35./32,  -2835./6784},
           {    35./384,      0.,       500./1113,   125./192, -2187./6784,  11./84}}},
    .e = {      71./57600,    0.,       -71./16695,   71./1920, -17253./339200, 22./525, -1./40},
    .compare = -1,
    .first_slope_exact = true};

static_assert(quadrature_order(half_explicit_euler_1) == 1 && row_sums_hold(half_explicit_euler_1));
static_assert(quadrature_order(half_explicit_heun_2) == 2 && row_sums_hold(half_explicit_heun_2));
static_assert(quadrature_order(half_explicit_3_stages) == 3 && row_sums_hold(half_explicit_3_stages));
static_assert(quadrature_order(hem4_5_stages) == 5 && row_sums_hold(hem4_5_stages));
static_assert(quadrature_order(phem56_6_stages) == 5 && row_sums_hold(phem56_6_stages));

}  // namespace trammel::integrate

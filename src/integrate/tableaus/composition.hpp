// integrate/tableaus/composition.hpp: a symmetric method of order 2 applied with the steps γ_1 h, ..., γ_s h
// has a higher order. [HLW06, V.3.2]
#pragma once

#include <array>
#include <span>

namespace trammel::integrate {

inline constexpr std::array<double, 1> composition_2 = {1.};

// Suzuki 1990: four equal steps and one back, 4γ³ + (1 - 4γ)³ = 0.
inline constexpr double suzuki = 0.41449077179437573714235406286076;
inline constexpr std::array<double, 5> composition_4 = {suzuki, suzuki, 1 - 4*suzuki, suzuki, suzuki};

// Kahan & Li 1997, nine steps.
inline constexpr std::array<double, 9> composition_6 = {
    0.39216144400731413928,  0.33259913678935943860, -0.70624617255763935981,
    0.08221359629355080023,  0.79854399093482996340,
    0.08221359629355080023, -0.70624617255763935981,  0.33259913678935943860, 0.39216144400731413928};

// Σ γ_i^k: 1 for k = 1; 0 for k = 3 (order 4) and k = 5 (order 6).
constexpr double power_sum(std::span<const double> gamma, int k) {
  double sum = 0;
  for (const double g : gamma) {
    double power = 1;
    for (int p = 0; p < k; ++p) power *= g;
    sum += power;
  }
  return sum;
}
constexpr bool is_near(double a, double b) { return a - b < 1e-14 && b - a < 1e-14; }
static_assert(is_near(power_sum(composition_4, 1), 1) && is_near(power_sum(composition_4, 3), 0));
static_assert(is_near(power_sum(composition_6, 1), 1) && is_near(power_sum(composition_6, 3), 0) &&
              is_near(power_sum(composition_6, 5), 0));

}  // namespace trammel::integrate

// integrate/tableaus/generalized_alpha.hpp: the parameters of the generalized-α method, from the spectral
// radius ρ at infinity. [CH93; AB07 for constrained systems; JWH00 for first-order unknowns]
#pragma once

namespace trammel::integrate {

// (1−α_m) a_{n+1} + α_m a_n = (1−α_f) q''_{n+1} + α_f q''_n,
// v_{n+1} = v_n + h ((1−γ) a_n + γ a_{n+1}),   q_{n+1} = q_n + h v_n + h² ((½−β) a_n + β a_{n+1}).
struct GeneralizedAlpha {
  double rho, alpha_m, alpha_f, beta, gamma;

  // a_n is q'' at t_n + shift·h, up to O(h²)
  constexpr double shift() const { return alpha_m - alpha_f; }
  // Local errors: h³ q''' times this in q, ...
  constexpr double error_of_q() const { return 1.0 / 6 - beta - shift() / 2; }
  // ... h³ q'''' times this in v, where a_n = q''(t_n + shift·h) + second·h² q''''.
  constexpr double second() const {
    return (1 - alpha_f) / 2 - ((1 - alpha_m) * (1 + 2 * shift()) + shift() * shift()) / 2;
  }
  constexpr double error_of_v() const {
    return 1.0 / 6 - shift() * shift() / 2 - second() - gamma * (0.5 + shift());
  }

  // A first step from a_0 = q'' + shift·h r, with C h² r added to v_0 and C h² R taken from v_1, has
  // R = (a_1 − a_0)/h = q''' + κ (r − q''') + O(h):
  struct Repeats {
    double free;      // κ where q''_1 is known: (1−α_m)(shift·r + R) + α_m shift·r = (1−α_f) q'''
    double velocity;  // where v_1 is known: shift·r + γ R + C r − C R = ½ q'''
    double position;  // where q_1 is known: ½ shift·r + β R + C r = q'''/6
  };
  constexpr Repeats repeats(double C) const {
    return {-shift() / (1 - alpha_m), -(shift() + C) / (gamma - C), beta > 0 ? -(shift() / 2 + C) / beta : 0};
  }
};

// For second derivatives [CH93].
constexpr GeneralizedAlpha generalized_alpha(double rho) {
  const double m = (2 * rho - 1) / (rho + 1), f = rho / (rho + 1), d = 1 + f - m;
  return {rho, m, f, d * d / 4, 0.5 + f - m};
}

// For unknowns whose first derivative is the highest: r_{n+1} = r_n + h ((1−γ) s_n + γ s_{n+1}), with s and
// r' related as a and q''. [JWH00]
constexpr GeneralizedAlpha generalized_alpha_1(double rho) {
  const double m = (3 * rho - 1) / (2 * (1 + rho)), f = rho / (1 + rho);
  return {rho, m, f, 0, 0.5 + f - m};
}

// Second order needs γ = ½ + α_f − α_m; ρ = 1 is the trapezoidal family without damping.
static_assert(generalized_alpha(1).gamma == 0.5 && generalized_alpha(1).beta == 0.25);
static_assert(generalized_alpha(0).alpha_m == -1 && generalized_alpha(0).gamma == 1.5);

}  // namespace trammel::integrate

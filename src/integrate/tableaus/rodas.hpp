// integrate/tableaus/rodas.hpp: coefficients of Rosenbrock methods in the form that needs no matrix-vector product.
//
//   (1/(hγ) M − J) U_i = f(t₀ + α_i h, y₀ + Σ_j a_ij U_j) + M Σ_j (c_ij/h) U_j + γ_i h f_t,   y₁ = y₀ + Σ_j m_j U_j
//
// With the lower triangular (γ_ij), γ_ii = γ, and (α_ij) of the usual form: (a_ij) = (α_ij)(γ_ij)⁻¹, (c_ij) =
// diag(1/γ) − (γ_ij)⁻¹. [HW96, IV.7]
#pragma once

#include <array>

namespace trammel::integrate {

struct RosenbrockTableau {
  static constexpr int s = 6;
  double gamma;
  std::array<std::array<double, s>, s> a, c;  // strictly lower triangles; the last row of a without its 1 is m
  std::array<double, s> alpha, gamma_sum;     // α_i = Σ α_ij, γ_i = Σ γ_ij
  // y(t₀ + θh) = (1−θ) y₀ + θ (y₁ + (1−θ)(Σ dense_0j U_j + θ Σ dense_1j U_j))
  std::array<std::array<double, s>, 2> dense;
};

// RODAS: order 4 with embedded order 3, six stages, both stiffly accurate. The argument of
// stage 6 is the embedded solution: a_6j = a_5j but for a_65 = 1. The step is that plus U_6, which so is the error
// estimate. [HW96, VI.4]
inline constexpr RosenbrockTableau rodas_4{
    .gamma = 0.25,
    .a = {{{},
           {1.544000000000000},
           {0.9466785280815826, 0.2557011698983284},
           {3.314825187068521,  2.896124015972201,  0.9986419139977817},
           {1.221224509226641,  6.019134481288629, 12.53708332932087,  -0.6878860361058950},
           {1.221224509226641,  6.019134481288629, 12.53708332932087,  -0.6878860361058950, 1.}}},
    .c = {{{},
           {-5.668800000000000},
           {-2.430093356833875, -0.2063599157091915},
           {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
           { 7.496443313967647, -10.24680431464352,  -33.99990352819905, 11.70890893206160},
           { 8.083246795921522, -7.981132988064893,  -31.52159432874371, 16.31930543123136, -6.058818238834054}}},
    .alpha = {0., 0.386, 0.21, 0.63, 1., 1.},
    .gamma_sum = {0.25, -0.1043, 0.1035, -0.0362, 0., 0.},
    .dense = {{{10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823, 1.025137723295662, 0.},
               {-0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386, -6.594389125716872, 0.}}}};

}  // namespace trammel::integrate

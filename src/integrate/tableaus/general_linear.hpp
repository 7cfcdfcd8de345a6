// integrate/tableaus/general_linear.hpp: general linear methods as data, with what theory says about them
// computed from the numbers. [Wun05, appendix A]
//
//   Y_i = Σ_j Ã_ij y_j + h Σ_j B̃_ij Y'_j,      y_i⁺ = Σ_j A_ij y_j + h Σ_j B_ij Y'_j                (A.4)
//
// All y_j here are values of the solution, at t_n + u_j h; those of the next step at t_n + u⁺_i h. The
// second- order form (A.16) is the same applied to (y, y') with the velocities of the stages written out:
//   D̃ = B̃², (second) B̃ = B̃Ã, Ẽ = Ã, F̃ = B̃, and likewise without tilde.
#pragma once

#include <complex>
#include <vector>

namespace trammel::integrate {

struct GeneralLinear {
  int k = 1, s = 1;                  // external values, stages
  std::vector<double> c, u, u_next;  // nodes of the stages; of the values before and after
  std::vector<double> A, B, At, Bt;  // by rows: k×k, k×s, s×k, s×s
  std::vector<double> Dt = {};       // of h y'_1 in the stages, s×1; empty: none (starters only)
  double a(int i, int j) const { return A[static_cast<std::size_t>(i) * k + j]; }
  double b(int i, int j) const { return B[static_cast<std::size_t>(i) * s + j]; }
  double at(int i, int j) const { return At[static_cast<std::size_t>(i) * k + j]; }
  double bt(int i, int j) const { return Bt[static_cast<std::size_t>(i) * s + j]; }
};

// The first step of a method with the nodes c, c_s = 1: collocation from the value and the slope at the beginning.
// Its stage order is s+1, that of two-step collocation, so that no later step inherits a larger error: at index 3
// an error of order h^p in the stages is one of h^(p-2) in λ, in this step and in the next.
GeneralLinear starting_collocation(const std::vector<double>& c);

// A Runge-Kutta method. [Wun05, Example A.0.1]
GeneralLinear as_general_linear(const std::vector<double>& c, const std::vector<double>& A,
                                const std::vector<double>& b);
// BDF_k in its one-stage form at constant steps: B̃ is the number β. (Example A.0.2 as printed has a singular
// B̃, and its theorems for index ≥ 1 do not apply.)
GeneralLinear bdf_as_general_linear(int k);
// Collocation over two steps [HW96, V.3]: the polynomial of degree s+1 through y_n and y_{n−1} whose slopes
// are right at the s stages; c_s = 1. `ratio` = h_n/h_{n−1}. Stage order and order are s+1, y_{n+1} is the
// last stage, and M(∞) = (0 0; 1 0) whatever the steps: what is infinitely stiff is gone after two steps.
// Written into a method of the same size that is there, nothing is allocated.
void two_step_collocation(int s, double ratio, GeneralLinear& method);
const std::vector<double>& two_step_nodes(int s);
GeneralLinear two_step_collocation(int s, double ratio);

struct GeneralLinearProperties {
  int order = 0, stage_order = 0;   // by the polynomials that it integrates exactly
  bool zero_stable = false;         // eigenvalues of A
  bool regular = false;             // B̃
  double at_infinity = 0;           // spectral radius of M(∞) = A − B B̃⁻¹ Ã
  bool nilpotent_triangle = false;  // M(∞) is strictly triangular: products of several are nilpotent, too
  bool first_is_last_stage = false;
};
GeneralLinearProperties properties(const GeneralLinear& method);
// The largest |eigenvalue| of M(z).
double amplification(const GeneralLinear& method, std::complex<double> z);

}  // namespace trammel::integrate

// integrate/collocation_rule.hpp: coefficients of implicit Runge-Kutta methods of collocation type, computed
// from their nodes in extended precision, and the transformation that splits their stages. [HW96, IV.5, IV.8]
#pragma once

#include <complex>
#include <span>
#include <vector>

namespace trammel::integrate {

// Right Radau points (with c_s = 1), Gauss points, or both ends of [0, 1] and Lobatto points between them.
// The last makes Lobatto IIIC, which is no collocation: a_i1 = b_1, and C(s−1) fixes the rest. [HW96, IV.5]
enum class Nodes { radau, gauss, lobatto };

// Y_i = y0 + Z_i,  Z = h A Y',  y1 = y0 + h bᵀ Y'.
//
// A⁻¹ = T Λ T⁻¹. Complex eigenvalues come in pairs, of which one is kept: real vectors have
// Z = Σ_real t w + 2 Re Σ_pairs t w. The error of the embedded formula of order s with weight γ̂ at y0' is
// γ̂ h (y0' − p(0)), p the polynomial through the stage slopes. [HW96, (IV.8.18)] says the same in Z.
struct CollocationRule {
  CollocationRule(Nodes nodes, int stages);

  int s;
  std::vector<double> c, b;
  std::vector<double> A, inverse;           // s × s by rows: A and A⁻¹
  std::vector<double> end;                  // y1 = y0 + Σ end_i Z_i: bᵀ A⁻¹
  std::vector<double> at_start;             // ℓ_i(0), ℓ the Lagrange polynomials of the nodes c without 0
  std::vector<double> real;                 // real eigenvalues of A⁻¹: none or one
  std::vector<std::complex<double>> pairs;  // one of each pair of complex ones
  std::vector<double> real_from, real_to;   // row of T⁻¹, column of T for the real one
  std::vector<std::complex<double>> from, to;  // per pair, s numbers each: row of T⁻¹, column of T
  // The same as real s × s matrices by rows, for rows or columns (real one, Re and Im of each pair): blocks
  // from minus the residuals, and stages from the blocks.
  std::vector<double> split, join;
  double gamma;  // 1/γ̂: the real eigenvalue, or their geometric mean where none is real
  bool stiffly_accurate;
  int estimate_order;  // exponent of h in the error estimate

  // Lagrange polynomials of the nodes 0, c_1, .. c_s without the first, at theta. Where c_1 is 0 itself, its
  // stage has none.
  void weights(double theta, std::span<double> value) const;
  std::vector<double> denominator;  // 1/(c_j Π (c_j − c_k)), for them

  // Where the polynomial u of a step errs: u(θ) − y(θ) is h^(s+1) N(θ) to first order, N = ∫₀ Π (τ − c_j) dτ.
  // This is N/N'(0), which vanishes at both ends; its slope vanishes at the nodes. 0 where there is none
  // (one stage, nodes at 0).
  double error_shape(double theta) const;
  std::vector<double> shape;  // its coefficients, from θ on

  // The same where the equations are so stiff that the values at the nodes are right, and not the slopes:
  // u(θ) − y(θ) follows ω = θ Π (θ − c_j). This is ω/ω'(0); `value_slope` is its slope at 1, `value_peak` its
  // largest value.
  double value_shape(double theta) const;
  double value_slope = 0, value_peak = 0;
  int inner = 0;  // nodes beside 0

  double a(int i, int j) const { return A[static_cast<std::size_t>(i) * s + j]; }
};

// The derivatives of these polynomials.
void collocation_slopes(std::span<const double> c, double theta, std::span<double> slope);

const CollocationRule& radau_rule(int stages);
const CollocationRule& gauss_rule(int stages);
const CollocationRule& lobatto_rule(int stages);  // 2 to 4

}  // namespace trammel::integrate

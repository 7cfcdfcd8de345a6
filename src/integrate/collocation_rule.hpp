// integrate/collocation_rule.hpp: coefficients of implicit Runge-Kutta methods of collocation type, computed
// from their nodes in extended precision, and the transformation that splits their stages. [HW96, IV.5, IV.8]
#pragma once

#include <complex>
#include <span>
#include <vector>

namespace trammel::integrate {

enum class Nodes { radau, gauss };  // right Radau points (with c_s = 1), or Gauss points, of [0, 1]

// Y_i = y0 + Z_i,  Z = h A Y',  y1 = y0 + h bᵀ Y'.
//
// A⁻¹ = T Λ T⁻¹. Complex eigenvalues come in pairs, of which one is kept: real vectors have
// Z = Σ_real t w + 2 Re Σ_pairs t w. The error of the embedded formula of order s with weight γ̂ at y0' is
// γ̂ h (y0' − p(0)), p the polynomial through the stage slopes. [HW96, (IV.8.18)] says the same in Z.
struct CollocationRule {
  CollocationRule(Nodes nodes, int stages);

  int s;
  std::vector<double> c, b;
  std::vector<double> A, inverse;              // s × s by rows: A and A⁻¹
  std::vector<double> end;                     // y1 = y0 + Σ end_i Z_i: bᵀ A⁻¹
  std::vector<double> at_start;                // ℓ_i(0), ℓ the Lagrange polynomials of the nodes c
  std::vector<double> real;                    // real eigenvalues of A⁻¹: none or one
  std::vector<std::complex<double>> pairs;     // one of each pair of complex ones
  std::vector<double> real_from, real_to;      // row of T⁻¹, column of T for the real one
  std::vector<std::complex<double>> from, to;  // per pair, s numbers each: row of T⁻¹, column of T
  // The same as real s × s matrices by rows, for rows or columns (real one, Re and Im of each pair): blocks
  // from minus the residuals, and stages from the blocks.
  std::vector<double> split, join;
  double gamma;  // 1/γ̂: the real eigenvalue, or their geometric mean where none is real
  bool stiffly_accurate;

  // Lagrange polynomials of the nodes 0, c_1, .. c_s without the first, at theta.
  void weights(double theta, std::span<double> value) const;
  std::vector<double> denominator;  // 1/(c_j Π (c_j − c_k)), for them

  double a(int i, int j) const { return A[static_cast<std::size_t>(i * s + j)]; }
};

// The derivatives of these polynomials.
void collocation_slopes(std::span<const double> c, double theta, std::span<double> slope);

const CollocationRule& radau_rule(int stages);
const CollocationRule& gauss_rule(int stages);

}  // namespace trammel::integrate

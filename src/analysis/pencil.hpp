// analysis/pencil.hpp: linear systems E x' = A x + f(t) with constant coefficients: Weierstrass-Kronecker
// form. [HW96, theorem VII.1.1 and exercises 1-4]
#pragma once

#include <Eigen/Core>
#include <complex>
#include <vector>

namespace trammel::analysis {

struct Pencil {
  bool regular = false;
  int index = 0;                                       // of nilpotency
  std::vector<int> weyr = {};                          // weyr[k]: Jordan blocks of N that are larger than k
  double margin = 0;                                   // of the least certain rank decision
  std::vector<std::complex<double>> eigenvalues = {};  // the finite ones
  // left E right = diag(N, I), left A right = diag(I, C): with x = right (w, y) and left f = (h, g),
  // N w' = w + h and y' = C y + g.
  Eigen::MatrixXd left, right, N, C;
  // Of a singular pencil: equations that together say too much or nothing, unknowns that nothing determines.
  int missing = 0;  // n minus the normal rank
  std::vector<int> equations = {}, unknowns = {};
};

// Orthogonal staircase deflation of the infinite eigenvalues, then decoupling by a Sylvester equation whose
// fixed-point iteration ends after `index` steps because N is nilpotent.
Pencil analyze_pencil(const Eigen::MatrixXd& E, const Eigen::MatrixXd& A);

// w = −Σ_k N^k h^(k), from f and its derivatives f^(0), f^(1), ... (columns): the part of the solution that
// no start value can change.
Eigen::VectorXd algebraic_part(const Pencil& pencil, const Eigen::MatrixXd& f_derivatives);

// The consistent x nearest to the finite part of x0: right (w, y0).
Eigen::VectorXd consistent(const Pencil& pencil, const Eigen::MatrixXd& f_derivatives,
                           const Eigen::VectorXd& x0);

}  // namespace trammel::analysis

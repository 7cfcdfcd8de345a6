// Random expressions for tests, and their values over complex numbers (for complex-step derivatives).
#pragma once

#include <complex>
#include <functional>
#include <random>
#include <vector>

#include "expr/graph.hpp"

namespace trammel::support {

struct RandomGraph {
  explicit RandomGraph(unsigned seed, int operations = 40, int variables = 4, int parameters = 3);

  expr::Graph graph;
  std::vector<expr::Expr> parameters, levels[2];  // levels[k][j]: variable j, derivative k
  std::vector<expr::Expr> rows;
  std::mt19937 random;

  double number(double low, double high);
  int below(int n);
};

// Analytic continuation of every operation (choices look at the real part). With leaf x + i·1e-200, the
// imaginary part over 1e-200 is the derivative to rounding: there is no difference to cancel. NaN if anything
// on the way is not finite.
std::complex<double> evaluate_complex(const expr::Graph& graph, expr::Expr row,
                                      const std::function<std::complex<double>(expr::Expr)>& leaf);

}  // namespace trammel::support

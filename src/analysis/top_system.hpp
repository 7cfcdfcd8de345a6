// analysis/top_system.hpp: the equations for the highest derivatives, F_i^(c_i) = 0, as numbers at one point.
// Made once for all that ask about them: compiling them is a large part of an analysis.
#pragma once

#include <utility>
#include <vector>

#include "analysis/numbers.hpp"
#include "analysis/structure.hpp"

namespace trammel::analysis {

// x_j^(l) at one point: value[j][l], l <= d_j.
using Values = std::vector<std::vector<double>>;

struct TopUnknowns {
  TopUnknowns(const model::Dae& dae, const Offsets& offsets, const Values& at);

  std::vector<std::pair<int, int>> states, tops;  // (unknown, derivative): x_j^(l), l < d_j; x_j^(d_j)
  // Of the states, then of the tops:
  std::vector<expr::Expr> leaves;
  std::vector<double> x, nominal;
};

struct TopSystem : TopUnknowns {
  TopSystem(const model::Dae& dae, const Offsets& offsets, const Values& at, double time);

  double t;
  Numbers numbers;  // the equations by the leaves above, evaluated at x
};

}  // namespace trammel::analysis

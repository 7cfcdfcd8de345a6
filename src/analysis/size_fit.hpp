// analysis/size_fit.hpp: sizes that nothing tells by itself, and the unit of time, from all equations
// together.
//
// A term |∂F_i/∂x_j^(k)| s_j τ^-k of equation i is as large as the equation, S_i, in the sense of least
// squares of logarithms [CR72]. Sizes that are known pull with more weight; with little weight so does
// |∂F_i/∂t| τ, and with less the interval, which is all that is left of time in x' = v, v' = 0. In other
// units everything follows exactly.
#pragma once

#include <functional>
#include <vector>

#include "analysis/units.hpp"

namespace trammel::analysis {

struct KnownSizes {  // 0: not known
  std::vector<double> variable, equation;
  std::vector<double> by_time;  // |∂F_i/∂t|
  double span = 0;              // the interval
};
struct SizeFit {
  std::vector<double> variable;  // s_j; 0 where no chain of terms leads to a size that is known
  double time = 1;               // τ
};
SizeFit fit_sizes(const KnownSizes& known, const std::vector<SizedDerivative>& entries);
// Of nonlinear equations, whose derivatives depend on the sizes: round by round until these settle.
SizeFit fit_in_rounds(const KnownSizes& known,
                      const std::function<std::vector<SizedDerivative>(const std::vector<double>&)>& entries);
// Do they agree? Otherwise `now` becomes what the next round begins with.
bool settle(const std::vector<double>& before, std::vector<double>& now);

}  // namespace trammel::analysis

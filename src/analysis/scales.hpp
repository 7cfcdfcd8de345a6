// analysis/scales.hpp: how large variables and equations are, so that no unit decides anything.
//
// s_j, the size at which variable j counts as zero: its nominal value; else the largest of its start value,
// its value at the point and what it moves within the first step; else the balance of its equations, the
// smallest of (other terms of F_i)/|∂F_i/∂x_j|; else the balance of all equations (size_fit.hpp); else its
// nominal value as it is. S_i, the size of equation i: the sum of the absolute values of its terms at the
// point; where all of them vanish (at rest), what its variables would contribute at their sizes.
#pragma once

#include <vector>

#include "analysis/top_system.hpp"
#include "model/dae.hpp"

namespace trammel::analysis {

enum class ScaleSource : char { nominal, value, slope, balance, unit };

struct Sizes {
  std::vector<double> variable;     // s_j, per unknown of the Dae
  std::vector<ScaleSource> source;  // of s_j; all but `nominal` are estimates
  std::vector<double> equation;     // S_i, per equation as written
  double time = 1;                  // τ: variables change by their sizes within about this time
};

struct Times {      // 0: not known
  double step = 0;  // the first step, or another time within which the solution hardly changes
  double span = 0;  // the whole interval: tells the unit of time where no equation does
};
// At the point `at` (value[j][l] as far as it is known; what is missing counts as 0).
Sizes find_sizes(const model::Dae& dae, const Values& at, double t, const Times& times = {});

// The values without what an iteration left of zeros: a multiplier of 1e-320 has no size.
Values without_rounding(const model::Dae& dae, Values at);

// Of the leaves of a top system at its point: variables as above, derivatives as large as they are.
std::vector<double> leaf_sizes(const model::Dae& dae, const TopUnknowns& top, double t);

}  // namespace trammel::analysis

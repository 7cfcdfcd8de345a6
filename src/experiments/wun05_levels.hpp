// experiments/wun05_levels.hpp: a point on a circle by BDF on steps and orders that are given: no error test,
// Newton's method to rounding. [Wun05, chapters 2 and 3]
//
// The weights are those of integrate/level_formula.hpp: the same on every level for ordinary BDF, and for the
// modified formulas those that know how the values of a level were made. [Wun05, (3.22), (3.26)]
#pragma once

#include <array>
#include <functional>
#include <vector>

namespace trammel::experiments {

// y⁽ᵈ⁾ = f(t, y, .., y⁽ᵈ⁻¹⁾, λ), 0 = y1² + y2² - 1.
using Plane = std::array<double, 2>;
struct TrackProblem {
  int d = 2;
  std::function<Plane(double t, const std::vector<Plane>& levels, double lambda)> f;
  std::function<Plane(double t, int derivative)> exact;
  std::function<double(double t)> lambda;
};
TrackProblem circular_track();  // y'' = (2 y2 + λ y1, -2 y1 + λ y2), y = (sin t², cos t²), λ = -4t²
TrackProblem third_order();     // y''' = F(t) + (λ + 4t²) y with the same solution

struct TrackErrors {
  std::vector<double> lambda, y;  // at every step
};
// From exact values of all levels at t0; order(n) of step n = 1, 2, ... The positions of the first `given`
// nodes after t0 are exact, too.
TrackErrors follow(const TrackProblem& problem, double t0, const std::vector<double>& steps,
                   const std::function<int(int)>& order, bool modified, int given = 0);

// Errors of λ at every step of the same problems (d = 2 or 3) as a user has them: `--grid`, `--method`,
// `--formulation` and `--order` (0: what the method has), nothing else. [Wun05, (2.40), (2.41)]
std::vector<double> grid_errors(int d, const char* method, const char* formulation, int order,
                                const std::vector<double>& steps);

}  // namespace trammel::experiments

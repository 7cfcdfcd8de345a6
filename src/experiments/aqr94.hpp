// experiments/aqr94.hpp: single numbers of [AQR94], for the experiments and for tests that look at them closely.
#pragma once

#include <vector>

#include "formulation/formulation.hpp"

namespace trammel::experiments {

// One cell of Table 1.1: backward Euler with h = 0.01, values at t = 1.
struct AtOne {
  double error, drift;
};
AtOne aqr94_backward_euler(const formulation::Formulation& passes, double gamma);

// Example 4, the slider-crank: after each step positions or velocities are moved by hand, or not.
struct SliderCrankRun {
  std::vector<double> t, slider, position, velocity;  // drifts: Euclidean norms of g and Gv
  std::vector<std::vector<double>> state;             // th, x, y, ps, each followed by its velocity
};
SliderCrankRun aqr94_slider_crank(const char* method, double h, double t_end, bool position, bool velocity);

}  // namespace trammel::experiments

// integrate/options.hpp: options of a run. Plain aggregates that list their fields once, for command line,
// JSON, docs and range checks.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "base/counts.hpp"

namespace trammel::integrate {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

struct StepOptions {
  double rtol = 1e-6;     // relative tolerance of the local error, per component
  double atol = 1e-6;     // absolute tolerance, times the variable's nominal value
  double first_step = 0;  // 0: chosen from the equations
  double max_step = infinity;
  long max_steps = 1'000'000;  // more is an error, never silent
  double fixed_step = 0;       // > 0: constant steps of this size, no error test

  // name, value, smallest and largest allowed value
  template <class Visit>
  void fields(Visit&& visit) {
    visit("rtol", rtol, 1e-14, 1.0);
    visit("atol", atol, 0.0, infinity);
    visit("first_step", first_step, 0.0, infinity);
    visit("max_step", max_step, 0.0, infinity);
    visit("fixed_step", fixed_step, 0.0, infinity);
  }
};

struct ProjectionOptions {
  bool on = true;  // after each step, move the state onto the constraints, given and hidden
};

struct StabilizationOptions {
  double gamma = 0;  // gain of the stabilizing terms of a formulation that has them; 0: 1/h, as h changes
};

// Called after each accepted step; a run that gets `false` stops there.
using Progress = std::function<bool(double t, const Counts& counts)>;

// A parameter of the system that is 1/h before every try of a step, as long as its power does not lift
// rounding errors of the constraints above the tolerance.
struct Gain {
  int parameter = -1, power = 1;
};

struct RunOptions {
  StepOptions step = {};
  ProjectionOptions projection = {};
  bool dense = true;               // keep the trajectory, for Solution::at
  std::vector<double> times = {};  // output times, ascending
  Progress progress = {};
  std::vector<Gain> gains = {};
};

}  // namespace trammel::integrate

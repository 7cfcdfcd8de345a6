// pipeline/run_once.hpp: a problem set up and integrated with one choice of formulation and method.
#pragma once

#include <optional>

#include "pipeline/checks.hpp"

namespace trammel::pipeline {

struct Once {
  solution::Solution solution;
  bool left_as_stiff = false;
  bool branch_ended = false;  // the solution does not go on: nothing may be tried behind this point
  bool aged = false;  // what was chosen from a derivative array at the start is about to become singular
  std::optional<Point> reached = {};  // what another choice can go on from
};

// Goes on from `from`, if there is one. With `leave_if_stiff`, a method that finds the problem stiff is
// interrupted. `reported` and `array`: see setup.hpp.
Once run_once(const model::Problem& problem, const Interval& interval, integrate::RunOptions run_options,
              const Options& options, const Choice& choice, const Reported* reported, const ArrayModel* array,
              const std::optional<Point>& from, bool leave_if_stiff);

}  // namespace trammel::pipeline

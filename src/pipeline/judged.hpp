// pipeline/judged.hpp: one run and its judge, for whoever may make it again.
#pragma once

#include <vector>

#include "certify/sizes.hpp"
#include "pipeline/growth.hpp"
#include "pipeline/prepared.hpp"
#include "solution/solution.hpp"

namespace trammel::pipeline {

// What the judge has seen beside its verdict.
struct Looks {
  std::vector<certify::Seen> sizes = {};  // of the variables
  // The largest part of itself that the tolerance leaves open of a derivative or an algebraic unknown.
  double left_open = 0;
  std::vector<double> value_sizes = {};  // of all that is reported
  std::vector<Milestones::Mark> marks = {};
  std::vector<int> from_the_dark =
      {};                  // reported values that grew from below what the tolerance looks at, or should have
  bool recovered = false;  // something fell far and rose again
};

solution::Solution run_judged(const Prepared& prepared, const Numbers& numbers, const Options& given,
                              Looks& looks);

}  // namespace trammel::pipeline

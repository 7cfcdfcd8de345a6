// pipeline/checks.hpp: what a run refuses before it begins, and its options when all of them make sense.
#pragma once

#include "integrate/driver.hpp"
#include "pipeline/choose.hpp"
#include "pipeline/setup.hpp"

namespace trammel::pipeline {

struct Interval {
  double start, end;
};
Interval check_interval(const model::Problem& problem, const Options& options);

integrate::RunOptions check_options(const Options& options);

// A gain that follows the step size, with an implicit method.
void refuse_gain(const Setup& setup, const Choice& choice);

// Methods on the residual meet the index as it is written; beyond the highest that they converge at, a run
// would return numbers that mean nothing. Methods for index 3 are let through with a note, which is returned:
// linear systems of higher index are within their reach. [BCP96, 3.1]
std::string require_index(const Choice& choice, const Setup& setup);

void require_steps(const integrate::Method& method, const integrate::StepOptions& step);

}  // namespace trammel::pipeline

// Runs of the IVP test set, and the digits they reach.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "pipeline/solve.hpp"
#include "support/testset/testset.hpp"

namespace trammel::support {

// A run that needs more counts as failed.
inline constexpr long testset_steps = 1'500'000;

inline solution::Solution run_problem(const TestProblem& problem, const std::string& method,
                                      double tolerance) {
  pipeline::Options options{.t_end = problem.t_end,
                            .tolerance = tolerance,
                            .method = method,
                            .formulation = problem.formulation,
                            .dense = false};
  options.step.max_steps = testset_steps;
  return pipeline::solve(problem.make(), options);
}

// −log10 of the largest error, absolute below 1 and relative above: what rtol = atol = tol asks for.
inline double digits_reached(const TestProblem& problem, const solution::Solution& s) {
  double worst = 1e-16;
  for (std::size_t i = 0; i < problem.counted.size(); ++i)
    worst = std::max(worst, std::fabs(s.end(problem.counted[i]) - problem.end[i]) /
                                (problem.unit + std::fabs(problem.end[i])));
  return -std::log10(worst);
}

}  // namespace trammel::support

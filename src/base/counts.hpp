// base/counts.hpp: the work that a run did.
#pragma once

namespace trammel {

struct Counts {
  long steps = 0;                 // accepted
  long rejected = 0;              // by the error test or because the step could not be computed
  long without_value = 0;         // of those: because an equation had no value at a trial point
  long function_evaluations = 0;  // of the model: residuals or right-hand sides
  long jacobian_evaluations = 0;
  long factorizations = 0;
  long linear_solves = 0;
  long newton_iterations = 0;
  long projections = 0;  // steps after which the constraints were enforced
  long projection_iterations = 0;

  Counts& operator+=(const Counts& other) {
    steps += other.steps;
    rejected += other.rejected;
    without_value += other.without_value;
    function_evaluations += other.function_evaluations;
    jacobian_evaluations += other.jacobian_evaluations;
    factorizations += other.factorizations;
    linear_solves += other.linear_solves;
    newton_iterations += other.newton_iterations;
    projections += other.projections;
    projection_iterations += other.projection_iterations;
    return *this;
  }
};

}  // namespace trammel

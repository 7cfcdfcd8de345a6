// base/counts.hpp: the work that a run did.
#pragma once

namespace trammel {

struct Counts {
  long steps = 0;                 // accepted
  long rejected = 0;              // by the error test or because the step could not be computed
  long function_evaluations = 0;  // of the model: residuals or right-hand sides
  long jacobian_evaluations = 0;
  long factorizations = 0;
  long linear_solves = 0;
  long newton_iterations = 0;
  long projections = 0;  // steps after which the constraints were enforced
  long projection_iterations = 0;
};

}  // namespace trammel

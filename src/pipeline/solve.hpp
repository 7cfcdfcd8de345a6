// pipeline/solve.hpp: from a problem to its solution.
#pragma once

#include "model/model.hpp"
#include "pipeline/options.hpp"
#include "solution/solution.hpp"

namespace trammel::pipeline {

// Finds the hidden constraints, makes the start consistent, integrates, and keeps the solution on the
// constraints. Misuse and impossible models throw Error; a run that stops early returns the Solution so far,
// and why.
[[nodiscard]] solution::Solution solve(const model::Problem& problem, const Options& options = {});
[[nodiscard]] inline solution::Solution solve(const model::Model& model, const Options& options = {}) {
  return solve(model.problem(), options);
}

}  // namespace trammel::pipeline

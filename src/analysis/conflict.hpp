// analysis/conflict.hpp: which fixed values and equations contradict each other: a minimal set, by deletion.
#pragma once

#include <functional>
#include <vector>

#include "analysis/numbers.hpp"
#include "analysis/point.hpp"

namespace trammel::analysis {

struct Conflict {
  std::vector<std::size_t> conditions = {};  // in whole families
  std::vector<std::size_t> fixed = {};       // quantities
};

// Whether the problem has a solution with only these rows and these fixed values.
using Feasible = std::function<bool(const std::vector<char>& row_on, const std::vector<char>& fixed_on)>;

// Without any of its members the rest would have a solution (as far as `feasible` can tell). Empty if the
// problem is too large to try.
Conflict minimal_conflict(const PointProblem& problem, bool small, const Feasible& feasible);

[[noreturn]] void refuse_conflict(const PointProblem& problem, const Conflict& conflict,
                                  const std::vector<double>& r, const std::vector<double>& scale);

// This condition has no finite value at x, which `numbers` was evaluated at.
[[noreturn]] void refuse_no_number(const PointProblem& problem, Numbers& numbers, std::size_t condition,
                                   const std::vector<double>& x);

}  // namespace trammel::analysis

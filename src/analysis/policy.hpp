// analysis/policy.hpp: every number that decides about ranks, conditions and scales, with its reason.
//
// All of them are pure numbers: they meet values that were divided by a size of their own kind before
// (scales.hpp, linalg/equilibrate.hpp), never a value in somebody's units.
#pragma once

namespace trammel::analysis::policy {

// --- scales ---------------------------------------------------------------------------------------------

// A value below this part of what the other terms of its equations amount to is what rounding left of them:
// some thousand times the precision of doubles, since such values come out of iterations.
inline constexpr double rounding_left = 1e-12;

}  // namespace trammel::analysis::policy

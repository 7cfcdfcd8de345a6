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

// Values at points that an iteration has found are what it left of a zero below this part of their nominal
// value: points satisfy their equations to 1e-12, and a condition of a hundred is ordinary.
inline constexpr double left_of_zero = 1e-10;

// Part of its terms by which an equation changes when it notices a variable: 1/(1 + y^2) never loses more than itself.
inline constexpr double noticed = 0.9;
// Sizes that nothing else tells are looked for among the powers of ten up to this one: units differ by less.
inline constexpr int reach = 40;
// Rounds in which sizes of nonlinear equations are fitted, and the change of all sizes that ends them: an
// estimate is good to an order of magnitude.
inline constexpr int most_size_rounds = 24;
inline constexpr double settled_decades = 2;
inline constexpr double most_decades = 20;  // from the first round: farther away a fit has lost itself
// Variables times equations up to which they are looked for one by one: below a tenth of a second.
inline constexpr unsigned long most_trials = 20000;

// Estimated sizes that are 1 up to this factor are taken as 1, which is the default that users know: an
// estimate is good to an order of magnitude. Intervals likewise, where derivatives are measured by them.
inline constexpr double ordinary_size = 10, ordinary_time = 30;
// Equations up to which a run measures its variables before it begins: a tenth of its set-up.
inline constexpr unsigned long largest_measured = 5000;

// --- ranks by singular values (rank.hpp), of matrices whose rows and columns are scaled --------------------

// Relative singular values above `surely_not_zero` always count: half of the digits would have to be wrong.
// Values below `surely_zero` never do: iterations leave points that satisfy their equations to 1e-12 or
// better, and derivatives at them are no more exact. Between the two the widest gap decides.
inline constexpr double surely_zero = 1e-12, surely_not_zero = 1e-6;
// Gaps do not widen below this. So a value that stands alone between 1 and rounding counts from 1e-7 on: an
// iteration finds a double root (constraints that touch) to half of the digits only, and the derivatives that
// vanish there are of that size.
inline constexpr double rounding_of_ranks = 1e-14;
// A column counts as independent of those before it from this part of its length on: in the middle of the
// doubtful zone, since pivots are no singular values.
inline constexpr double least_pivot = 1e-9;
// A rank that was decided by a gap of less is told to the user as doubtful.
inline constexpr double doubtful_margin = 1e3;

// --- the equations for the highest derivatives, block by block ---------------------------------------------

// A block is singular where its smallest singular value, after equilibration, is below this: no more than
// four digits of a solution would be left. Singular blocks of misleading models are below 1e-13 at points
// that an iteration has left 1e-12 away from the constraints; masses of 1 and 1e10 in one equation are above
// 1e-10.
inline constexpr double singular_block = 1e-12;
// A run asks singular values where its own pivots, which cost nothing more, suggest a condition beyond this:
// pivots may be a few orders of magnitude kinder than singular values.
inline constexpr double doubtful_pivots = 1e8;
// Equations times levels up to which a run asks whether the differentiation index is less than the structural
// one: some milliseconds.
inline constexpr int largest_asked_for_less = 60;
// From here on a note tells that a configuration is close to a singular one.
inline constexpr double nearly_singular = 1e-6;
// Blocks up to this size are looked at by singular values (0.1 s), larger ones by sparse factors.
inline constexpr int largest_dense_block = 200;
// A component of a singular vector that is named as the weakest: a quarter of the largest one.
inline constexpr double large_part = 0.25;
// Singular values of equilibrated matrices below this are rounding errors of their entries.
inline constexpr double no_digit = 1e-15;
// A component of a unit null vector that takes part in it.
inline constexpr double takes_part = 1e-6;

// Rows and leaves of the problem that a nearby point is looked for in: a dense least squares problem, 0.2 s.
inline constexpr unsigned long largest_nearby = 800;
// Terms whose sum is below this part of them cancel: null vectors are known to about as many digits.
inline constexpr double cancels = 1e-8;
// A nearby point is this part of the sizes of its variables away: far enough that a singular value that
// vanishes at the start only has grown by far more than rounding, near enough to be on the same branch.
inline constexpr double nearby = 0.03;

// A size by which a variable would be that much larger than its unit, and which stands in a branch that is not taken, is none.
inline constexpr double most_of_another_branch = 1e3;

// --- derivative arrays
// --------------------------------------------------------------------------------------

// Equations times levels whose singular values are affordable: a second.
inline constexpr int largest_array = 240;
// Levels tried beyond the structural index.
inline constexpr int more_levels = 4;

}  // namespace trammel::analysis::policy

// integrate/estimate_reading.hpp: by what error estimates are multiplied before they meet the tolerance.
//
// An estimate is of one step, and often of a formula of lower order than the one that is used. A user asks
// for digits at the end of a run. What methods correct for that stands here, with the measurement behind each
// number. All of them come from the IVP test set; docs/constants.md says what they do to 45 other models.
#pragma once

#include <algorithm>
#include <cmath>

namespace trammel::integrate {

// Of the BDF. Where nothing damps them, local errors add up over the steps: an oscillation that is followed
// through 500,000 of them (ring modulator, the only model that this was read off) would lose four and a half
// digits. Runs of less than 1e4 steps are not touched.
inline double accumulation(long steps) {
  constexpr double many_steps = 1e4;
  return std::max(1.0, static_cast<double>(steps) / many_steps);
}

// Of mebdf, by the deepest index level. Many steps add up: with 1 the ring modulator loses nearly four
// digits, with 10 two and a half. At index 3 only positions are tested, and what they are off by stands
// divided by h in velocities, by h² in multipliers: with 10 Andrews' mechanism loses three digits, with 30
// two and a half.
inline double strictness(int level) { return level > 2 ? 30 : 10; }

// Of collocation with s stages. The estimate is of order h^(s+1), the solution of order 2s−1: RADAU5's
// reading of the tolerance (0.1 rtol^((s+1)/2s) for the estimate) makes the error, not the estimate, follow
// it [HW96, IV.8]. That gives rtol^((2s−1)/2s) in the end, a digit in six less than asked for with three
// stages; below `tight` the exponent is that of a global error in proportion to rtol. Where the order varies,
// more stages read the tolerance as RADAU5 does: theirs is seldom what limits the digits.
//
// After a rejection less is taken on trust: where something jumps, the solution has no order 2s−1 (water
// tube, NAND gate). Two stages, which are taken there, always read it so.
struct Sharpening {
  double usual = 1, after_rejection = 1;
};
inline Sharpening sharpening(double rtol, int stages, bool order_varies) {
  constexpr double tight = 1e-7;
  const double s = order_varies ? 3 : stages;
  const double radau = s == 1 ? 1 : std::min(1.0, 10 * std::pow(rtol, (s - 1) / (2 * s)));
  Sharpening result{radau, std::sqrt(radau)};
  if (order_varies && stages < 3) result.usual = result.after_rejection;
  if (stages == s && s > 1 && rtol < tight)
    result.usual *= std::pow(rtol / tight, (s - 2) / (2 * s - 1) - (s - 1) / (2 * s));
  return result;
}

}  // namespace trammel::integrate

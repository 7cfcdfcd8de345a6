// bench/andrews_by_hand.hpp: Andrews' squeezing mechanism, written by hand as a careful programmer would: the
// partner against which generated code is measured. [HW96, VII.7]
#pragma once

namespace trammel::bench {

// y = (q, v, w, lambda), 27 unknowns; r: rows q' - v, v' - w, M w - f + Gᵀ lambda, g; J: dF/dy + c dF/dy', 27
// x 27 by columns, whose structural zeros stay untouched.
void andrews_by_hand(const double* y, const double* yp, double c, double* r, double* J);

}  // namespace trammel::bench

// bench/dopri_by_hand.hpp: Andrews' mechanism integrated by a program written for it alone: Dormand-Prince
// 5(4), one dense factorization per evaluation, projection with the last one.
#pragma once

namespace trammel::bench {

struct HandRun {
  double q[7], v[7];
  long steps = 0, evaluations = 0;
};

HandRun integrate_andrews_by_hand(double tolerance, double t_end);

}  // namespace trammel::bench

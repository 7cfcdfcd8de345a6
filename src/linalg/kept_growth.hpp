// linalg/kept_growth.hpp: whether a pivot order that was chosen for another matrix still serves.
//
// The backward error of a solution is the growth of entries during elimination times rounding [Hig02, theorem
// 9.5]; where they grew, one step of iterative refinement gives the digits back [Hig02, theorem 12.2].
#pragma once

#include <algorithm>

namespace trammel::linalg {

struct KeptGrowth {
  // Reciprocal growth, max|A| / max|U| by columns: an order that is kept may lose four digits to it before
  // another one is looked for, unless that did not do much better when it was chosen. From three digits on
  // solutions are refined.
  static constexpr double poorest = 1e-4, much_poorer = 1e-2, refined = 1e-3;
  // A pivot order that leaves pivots so small beside the largest is tried again anew: the matrix may have
  // changed.
  static constexpr double poorest_pivots = 1e-12;

  double chosen = 1;  // the growth when the order was chosen
  bool keeps(double rcond, double rgrowth) const {
    return rcond > poorest_pivots && rgrowth > std::min(poorest, much_poorer * chosen);
  }
};

}  // namespace trammel::linalg

// linalg/fixed_size.hpp: small dense factorizations with a size that the compiler knows.
#pragma once

#include "base/constant.hpp"

namespace trammel::linalg {

// With loops of known length a factorization of a few unknowns takes half the instructions (measured at 3 to
// 10).
inline constexpr int largest_fixed = 10;

// Calls f with n as a compile-time constant up to largest_fixed, with 0 beyond: N == 0 means "the size at run
// time".
template <class F>
decltype(auto) with_fixed_size(int n, F&& f) {
  return with_constant<largest_fixed>(n, f);
}

}  // namespace trammel::linalg

// linalg/fixed_size.hpp: small dense factorizations with a size that the compiler knows.
#pragma once

#include <utility>

namespace trammel::linalg {

// With loops of known length a factorization of a few unknowns takes half the instructions (measured at 3 to
// 10).
inline constexpr int largest_fixed = 10;

// Calls f with n as a compile-time constant up to largest_fixed, with 0 beyond: N == 0 means "the size at run
// time".
template <class F>
decltype(auto) with_fixed_size(int n, F&& f) {
  switch (n) {
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    case 3:
      return f(std::integral_constant<int, 3>{});
    case 4:
      return f(std::integral_constant<int, 4>{});
    case 5:
      return f(std::integral_constant<int, 5>{});
    case 6:
      return f(std::integral_constant<int, 6>{});
    case 7:
      return f(std::integral_constant<int, 7>{});
    case 8:
      return f(std::integral_constant<int, 8>{});
    case 9:
      return f(std::integral_constant<int, 9>{});
    case 10:
      return f(std::integral_constant<int, 10>{});
    default:
      return f(std::integral_constant<int, 0>{});
  }
}

}  // namespace trammel::linalg

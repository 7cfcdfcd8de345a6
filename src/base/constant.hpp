// base/constant.hpp: a number that the compiler knows, chosen at run time.
#pragma once

#include <type_traits>

namespace trammel {

// Calls f with n as a compile-time constant if 1 <= n <= Most, else with 0: "known at run time only".
template <int Most, class F>
decltype(auto) with_constant(int n, F&& f) {
  if constexpr (Most == 0) {
    return f(std::integral_constant<int, 0>{});
  } else {
    if (n == Most) return f(std::integral_constant<int, Most>{});
    return with_constant<Most - 1>(n, f);
  }
}

}  // namespace trammel

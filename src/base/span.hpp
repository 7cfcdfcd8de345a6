// base/span.hpp: the two ways in which numbers are passed: read (Vec) and written (Out).
#pragma once

#include <span>

namespace trammel {

using Vec = std::span<const double>;
using Out = std::span<double>;

}  // namespace trammel

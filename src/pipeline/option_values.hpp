// pipeline/option_values.hpp: what the text after an option means, and whether it may be that.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "integrate/options.hpp"

namespace trammel::pipeline {

[[noreturn]] inline void refuse(std::string_view name, std::string_view text, const std::string& wanted) {
  throw Error(Kind::usage, fmt::format("--{} needs {}, not {}", name, wanted, quote(text)));
}

inline double number_in(std::string_view name, std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (copy.empty() || *end != '\0' || std::isnan(value)) refuse(name, text, "a number");
  return value;
}

struct Range {
  double least = 0, most = integrate::infinity;
};

inline void check_range(std::string_view name, double value, Range range) {
  if (value >= range.least && value <= range.most) return;
  if (name == "rtol" && value > 0 && value < range.least)
    throw Error(Kind::usage,
                fmt::format("the option rtol is {}, below what rounding leaves of a step; the smallest is {}",
                            value, range.least),
                {}, "use a tolerance between 1e-3 and 1e-12");
  throw Error(Kind::usage,
              range.most < integrate::infinity
                  ? fmt::format("the option {} is {}; it must lie between {} and {}", name, value,
                                range.least, range.most)
                  : fmt::format("the option {} is {}; it must be at least {}", name, value, range.least));
}

}  // namespace trammel::pipeline

// report/ticks.hpp: where an axis has its numbers, and how they are written.
#pragma once

#include <string>
#include <vector>

#include "report/figure.hpp"

namespace trammel::report {

struct Tick {
  double value = 0;
  std::string label = {};  // empty: a mark without a number
};

// Multiples of 1, 2 or 5 times a power of ten, about `wanted` of them, all inside the range. Labels have just
// as many digits as tell them apart.
std::vector<Tick> linear_ticks(const Range& range, int wanted);

// Powers of ten, thinned out where they are many; 2, 3, .. 9 times them as marks where they are few.
std::vector<Tick> log_ticks(const Range& range, int wanted);

// "−1.5", "2×10⁻⁷": a number for people, with a true minus sign.
std::string pretty_number(double value, int digits = 4);

}  // namespace trammel::report

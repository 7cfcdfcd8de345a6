// report/svg_layout.hpp: from numbers to places on the page, for svg.cpp.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/figure.hpp"
#include "report/ticks.hpp"

namespace trammel::report {

struct Axis {  // a range of numbers on a stretch of the page
  Range range;
  bool log = false;
  double from = 0, to = 1;  // places of range.low and range.high
  double operator()(double value) const;
  std::vector<Tick> ticks(int wanted) const {
    return log ? log_ticks(range, wanted) : linear_ticks(range, wanted);
  }
};

// About as wide as text of this size is drawn; characters, not bytes, count.
double text_width(const std::string& text, double size);

// The text cut to about that width, with "…" in the middle.
std::string shortened(const std::string& text, double width, double size);

// Points of a curve on the page, without those that no eye could tell from the line through the others.
// Pieces between values that cannot be drawn.
using Place = std::pair<double, double>;
std::vector<std::vector<Place>> places(const Curve& curve, const Axis& x, const Axis& y);

}  // namespace trammel::report

#include "report/figure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel::report {
namespace {

Range range_of(const Panel& panel, std::vector<double> Curve::*column, bool log, double padding) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Curve& curve : panel.curves)
    for (const double value : curve.*column) {
      if (!std::isfinite(value) || (log && !(value > 0))) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  if (!(low <= high)) return log ? Range{0.1, 10} : Range{-1, 1};
  if (log) {
    if (high < low * 1.01) return {low / 10, high * 10};
    const double factor = std::pow(high / low, padding);
    return {low / factor, high * factor};
  }
  // A curve that is constant up to rounding is drawn as one.
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low <= 1e-12 * size || size == 0) {
    const double half = size == 0 ? 1 : 0.1 * size;
    return {low - half, high + half};
  }
  return {low - padding * (high - low), high + padding * (high - low)};
}

}  // namespace

Range x_range(const Panel& panel) { return range_of(panel, &Curve::x, panel.log_x, panel.equal ? 0.05 : 0); }
Range y_range(const Panel& panel) { return range_of(panel, &Curve::y, panel.log_y, 0.05); }

}  // namespace trammel::report

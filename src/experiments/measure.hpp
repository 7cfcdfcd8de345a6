// experiments/measure.hpp: slopes of log-log lines, and numbers as they stand in names of rows.
#pragma once

#include <cmath>
#include <vector>

namespace trammel::experiments {

// The slope of the line through (log x, log |y|), by least squares: an exponent or an order.
inline double slope(const std::vector<double>& x, const std::vector<double>& y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = std::log(x[i]), b = std::log(std::fabs(y[i]));
    sx += a, sy += b, sxx += a * a, sxy += a * b;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace trammel::experiments

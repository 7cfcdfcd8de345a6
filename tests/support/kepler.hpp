// The Kepler problem with its exact solution, and slopes of log-log lines.
#pragma once

#include <cmath>
#include <vector>

#include "pipeline/trammel.hpp"

namespace trammel::support {

// q'' = -q/|q|³, semi-axis 1, started at the perihelion. [HLW06, I.2.2]
inline Model kepler(double eccentricity) {
  Model m("kepler");
  const auto x = m.variable("x", {.start = 1 - eccentricity, .fixed = true}),
             y = m.variable("y", {.start = 0, .fixed = true});
  const auto r2 = x * x + y * y;
  m.equation("x", der(x, 2) == -x / (r2 * sqrt(r2)));
  m.equation("y", der(y, 2) == -y / (r2 * sqrt(r2)));
  m.start(der(x), 0);
  m.start(der(y), std::sqrt((1 + eccentricity) / (1 - eccentricity)));
  return m;
}

// The distance from the exact position for eccentricity e: Kepler's equation by Newton.
inline double kepler_error(const Solution& s, double t, double e = 0.3) {
  double anomaly = t;
  for (int i = 0; i < 50; ++i) anomaly -= (anomaly - e * std::sin(anomaly) - t) / (1 - e * std::cos(anomaly));
  return std::hypot(s.at("x", t) - (std::cos(anomaly) - e),
                    s.at("y", t) - std::sqrt(1 - e * e) * std::sin(anomaly));
}

// Of problems.hpp's moving_point(), in its states, at four of its steps (at a single one an error may pass
// through 0).
inline double moving_point_error(const Solution& s) {
  double worst = 0;
  for (const double t : {1.0, 2.0, 3.0, 4.0}) {
    const double theta = t + t * t / 4;
    worst = std::max(
        {worst, std::fabs(s.at("a", t) - std::cos(theta)), std::fabs(s.at("b", t) - std::sin(theta))});
  }
  return worst;
}

// The slope of the line through (log h, log error), by least squares.
inline double slope(const std::vector<double>& h, const std::vector<double>& error) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto n = static_cast<double>(h.size());
  for (std::size_t i = 0; i < h.size(); ++i) {
    const double x = std::log(h[i]), y = std::log(error[i]);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace trammel::support

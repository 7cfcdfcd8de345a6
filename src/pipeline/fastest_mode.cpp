#include "pipeline/fastest_mode.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace trammel::pipeline {
namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

// The iteration begins with the slope and with something irregular, so that no mode is left out by symmetry. The
// rate is that of two multiplications together: where places swing, one of them leads from places to velocities
// and the next one back, and each alone says as much about units as about rates. A mode that decays is turned
// round by one multiplication and back again by two; one that swings is turned round by two. It goes on until two
// rates agree to a fifth: what is asked is on which side of a bound they lie.
FastestMode fastest_mode(system::Ode& ode, double t, Vec z) {
  constexpr int most = 12, least = 4;
  constexpr double agree = 0.2, small = 1e-7;
  const std::size_t n = z.size();
  std::vector<double> scale(n), first(n), there(z.begin(), z.end()), slope(n), v(n), jv(n);
  for (std::size_t i = 0; i < n; ++i) scale[i] = std::max(std::fabs(z[i]), ode.nominal(static_cast<int>(i)));
  if (!ode.derivative(t, z, first)) return {};
  double steepest = 0;
  for (std::size_t i = 0; i < n; ++i) steepest = std::max(steepest, std::fabs(first[i] / scale[i]));
  for (std::size_t i = 0; i < n; ++i)
    v[i] = (steepest > 0 ? first[i] / scale[i] / steepest : 0) +
           0.3 * std::cos(1 + 2.4 * static_cast<double>(i));
  FastestMode found;
  std::vector<double> before(n, 0.0);
  double quotient = 0;  // of the multiplication before
  for (int k = 0; k < most; ++k) {
    const double length = std::sqrt(dot(v, v));
    if (!(length > 0) || !std::isfinite(length)) return {};
    for (double& x : v) x /= length;
    for (std::size_t i = 0; i < n; ++i) there[i] = z[i] + small * scale[i] * v[i];
    if (!ode.derivative(t, there, slope)) return {};
    for (std::size_t i = 0; i < n; ++i) jv[i] = (slope[i] - first[i]) / (small * scale[i]);
    const double now = std::sqrt(dot(jv, jv));
    if (!std::isfinite(now)) return {};
    const double rate = k == 0 ? now : std::sqrt(now * quotient);
    const bool settled = k + 1 >= least && std::fabs(rate - found.rate) <= agree * rate;
    found = {rate, dot(v, jv) < -0.9 * now && dot(before, jv) > 0.6 * now};
    if (settled || rate == 0) return found;
    quotient = now;
    before = v;
    v = jv;
  }
  return found;
}

}  // namespace trammel::pipeline

#include "integrate/mixed_interpolation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel::integrate {
namespace {

// n conditions determine a polynomial of degree n - 1: every power up to it is reproduced.
TEST(MixedInterpolation, ReproducesPolynomialsOfItsDegree) {
  const std::vector<double> lobatto = {0, 0.2763932022500210, 0.7236067977499790, 1};
  const struct {
    std::vector<double> values, slopes;
  } cases[] = {{{0, 1}, {0, 1}}, {lobatto, {0, 1}}, {{0, 1}, {0, 0.2, 0.4, 0.6, 0.8, 1}}, {{0, 0.5, 1}, {}}};
  for (const auto& [values, slopes] : cases) {
    const MixedInterpolation polynomial(values, slopes);
    std::vector<double> weight(static_cast<std::size_t>(polynomial.size()));
    for (int power = 0; power < polynomial.size(); ++power)
      for (const double theta : {0.0, 0.13, 0.5, 0.77, 1.0}) {
        polynomial.weights(theta, weight);
        double sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i) sum += weight[i] * std::pow(values[i], power);
        for (std::size_t i = 0; i < slopes.size() && power > 0; ++i)
          sum += weight[values.size() + i] * power * std::pow(slopes[i], power - 1);
        EXPECT_NEAR(sum, std::pow(theta, power), 1e-13) << power << " " << theta;
      }
  }
}

}  // namespace
}  // namespace trammel::integrate

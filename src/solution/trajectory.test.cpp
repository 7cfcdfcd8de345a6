#include "solution/trajectory.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel::solution {
namespace {

// A polynomial of the trajectory's own degree is kept exactly, and so is its slope.
TEST(Trajectory, ReproducesPolynomialsOfItsDegreeAndTheirSlopes) {
  for (int degree = 1; degree <= 8; ++degree) {
    const auto f = [&](double t) { return 1 + std::pow(t, degree); };
    Trajectory trajectory(1, degree);
    const double start = f(0);
    trajectory.begin(0, std::span(&start, 1));
    double t = 0;
    for (const double h : {0.5, 0.2, 0.8}) {
      std::vector<double> values;
      for (const double point : chebyshev_grid(degree).points) values.push_back(f(t + h * point));
      trajectory.add({t, t + h, degree, values});
      t += h;
    }
    for (double at = 0; at <= 1.5; at += 0.05) {
      double value = 0, slope = 0;
      trajectory.at(at, std::span(&value, 1));
      trajectory.slope(at, std::span(&slope, 1));
      EXPECT_NEAR(value, f(at), 1e-12 * (1 + f(at)));
      EXPECT_NEAR(slope, degree * std::pow(at, degree - 1), 1e-10 * (1 + f(at))) << degree << " " << at;
    }
    double value = 0;
    trajectory.at(99, std::span(&value, 1));  // moved into the interval
    EXPECT_NEAR(value, f(1.5), 1e-12 * (1 + f(1.5)));
  }
}

}  // namespace
}  // namespace trammel::solution

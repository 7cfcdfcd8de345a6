#include "analysis/units.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel::analysis {
namespace {

// m x'' = −F x, m y'' = −F y, x x' + y y' ... of a pendulum; lengths in L, masses in M, time in T.
std::vector<SizedDerivative> sized_pendulum(double M, double L, double T) {
  const double m = 2 / M, lambda = 9.81 * T * T / M, x = 0.6 / L, y = 0.8 / L;
  return {{0, 0, 2, m},      {0, 0, 0, lambda}, {0, 2, 0, x},     {1, 1, 2, m},
          {1, 1, 0, lambda}, {1, 2, 0, y},      {2, 0, 0, 2 * x}, {2, 1, 0, 2 * y}};
}

std::vector<double> scaled(const std::vector<SizedDerivative>& entries) {
  const Units u = natural_units(3, 3, entries);
  std::vector<double> result;
  for (const SizedDerivative& e : entries)
    result.push_back(e.size * u.column(e.variable, e.derivative) / u.row(e.equation, 0));
  return result;
}

TEST(Units, ScaledNumbersDoNotDependOnTheUnitsOfTheModel) {
  const std::vector<double> plain = scaled(sized_pendulum(1, 1, 1));
  for (const double M : {1e-12, 1e12})
    for (const double L : {1e-9, 1e9})
      for (const double T : {1e-6, 1e6}) {
        const std::vector<double> other = scaled(sized_pendulum(M, L, T));
        for (std::size_t k = 0; k < plain.size(); ++k) EXPECT_NEAR(std::log(other[k] / plain[k]), 0, 1e-7);
      }
  for (const double size : plain) EXPECT_NEAR(std::log10(size), 0, 0.5);
}

TEST(Units, AModelWhoseUnitsCanBeTakenOutHasCoefficientsOfOne) {
  // 1e-9 u' = i, u = 1e3 j, j = i: all three coefficients become 1.
  const std::vector<SizedDerivative> entries = {{0, 0, 1, 1e-9}, {0, 1, 0, 1}, {1, 0, 0, 1},
                                                {1, 2, 0, 1e3},  {2, 1, 0, 1}, {2, 2, 0, 1}};
  const Units u = natural_units(3, 3, entries);
  for (const SizedDerivative& e : entries)
    EXPECT_NEAR(e.size * u.column(e.variable, e.derivative) / u.row(e.equation, 0), 1, 1e-6);
  EXPECT_NEAR(u.time, 1e-6, 1e-12);  // R C
}

}  // namespace
}  // namespace trammel::analysis

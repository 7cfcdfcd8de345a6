#include "integrate/differences.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace trammel::integrate {
namespace {

double cubic(double t) { return 1 + t * (2 + t * (-3 + 4 * t)); }
double cubic_slope(double t) { return 2 + t * (-6 + 12 * t); }

// Exact values of a polynomial of degree 3 on an uneven grid: once four points are known (the start counts
// twice, for it has its tangent), it is continued without error.
TEST(Differences, ContinueAPolynomialOnAnUnevenGrid) {
  Differences past(1);
  const double y0[] = {cubic(0)}, slope0[] = {cubic_slope(0)};
  past.restart(y0, slope0);
  double t = 0, value = 0, slope = 0, value_2 = 0, slope_2 = 0;
  for (const double h : {0.1, 0.2, 0.05, 0.3, 0.1}) {
    const int degree = std::min(past.known(), 3);
    past.predict(h, degree, {Out(&value, 1), Out(&slope, 1), Out(&value_2, 1), Out(&slope_2, 1)});
    if (degree == 3) {
      EXPECT_NEAR(value, cubic(t + h), 1e-13);
      EXPECT_NEAR(slope, cubic_slope(t + h), 1e-12);
      EXPECT_NEAR(value_2, cubic(t + 2 * h), 1e-12);
      EXPECT_NEAR(slope_2, cubic_slope(t + 2 * h), 1e-11);
      EXPECT_NEAR(past.to_derivative(3) * past.starred()[0], 24 * h * h * h, 1e-12);  // h³ y‴
    }
    const double e = cubic(t + h) - value;
    past.correct(Vec(&e, 1));
    double y = 0;
    past.interpolate(-0.4 * h, degree, Out(&y, 1));
    if (degree == 3) {
      EXPECT_NEAR(y, cubic(t + 0.6 * h), 1e-13);
      past.interpolate_slope(-0.4 * h, degree, Out(&y, 1));
      EXPECT_NEAR(y, cubic_slope(t + 0.6 * h), 1e-12);
    }
    past.accept();
    t += h;
  }
  EXPECT_EQ(past.known(), 4);
}

// The error of interpolation of degree 2 is that of the next Newton polynomial: for t³ it is known exactly.
TEST(Differences, KnowTheErrorOfTheirPolynomialAtPointsOfThePast) {
  Differences past(1);
  const auto f = [](double t) { return t * t * t; };
  const double y0[] = {0.0}, slope0[] = {0.0};
  past.restart(y0, slope0);
  double value = 0, slope = 0, value_2 = 0, slope_2 = 0, t = 0;
  const auto predict = [&](double h, int degree) {
    past.predict(h, degree, {Out(&value, 1), Out(&slope, 1), Out(&value_2, 1), Out(&slope_2, 1)});
  };
  for (const double h : {0.5, 0.7}) {
    predict(h, past.known());
    const double e = f(t + h) - value;
    past.correct(Vec(&e, 1));
    past.accept();
    t += h;
  }
  predict(0.3, 2);
  const double at_new = f(t + 0.3) - value;
  double inside = 0;
  const double x = 0.9;  // t_n − x: Q there, from its Newton form
  const double q = f(1.2) + (-x) * (f(1.2) - f(0.5)) / 0.7 +
                   (-x) * (0.7 - x) * ((f(1.2) - f(0.5)) / 0.7 - f(0.5) / 0.5) / 1.2;
  inside = f(1.2 - x) - q;
  EXPECT_NEAR(past.interpolation_error(x), inside / at_new, 1e-12);
}

}  // namespace
}  // namespace trammel::integrate

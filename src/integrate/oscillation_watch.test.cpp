#include "integrate/oscillation_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace trammel::integrate {
namespace {

using Complex = std::complex<double>;

// Backward Euler: 1/|1 − z|. BDF2: r with 3r²/2 − 2r + 1/2 = z r².
TEST(OscillationWatch, KnowsAmplificationsThatFormulasGive) {
  const Complex z(-0.3, 2);
  EXPECT_NEAR(bdf_amplification(z, 1), 1 / std::abs(1.0 - z), 1e-12);
  const Complex a = 1.5 - z, root = std::sqrt(4.0 - 2.0 * a);
  const double r = std::max(std::abs((2.0 + root) / (2.0 * a)), std::abs((2.0 - root) / (2.0 * a)));
  EXPECT_NEAR(bdf_amplification(z, 2), r, 1e-12);
}

// A(α)-stability, α = 86.03, 73.35, 51.84, 17.84 degrees for k = 3 .. 6. [HW96, V, Table 2.1]
TEST(OscillationWatch, FindsTheAnglesOfStability) {
  const double angle[] = {86.03, 73.35, 51.84, 17.84};
  for (int k = 3; k <= 6; ++k)
    for (const double off : {-0.1, 0.1}) {
      double largest = 0;
      for (double size = 0.05; size < 20; size *= 1.01)
        largest = std::max(
            largest,
            bdf_amplification(std::polar(size, std::numbers::pi * (180 - angle[k - 3] - off) / 180), k));
      EXPECT_EQ(largest > 1, off > 0) << k << " " << largest;
    }
}

// What BDF4 makes of x' = λx beside a decay that has almost died: λ is found from seven values.
TEST(OscillationWatch, FindsTheEigenvalueBehindASequence) {
  const Complex lambda(-1, 7);
  const double h = 0.2;
  // δ_4(1/r) = hλ by Newton's method from e^(hλ)
  Complex r = std::exp(h * lambda);
  for (int i = 0; i < 50; ++i) {
    const Complex w = 1.0 - 1.0 / r,
                  value = w + w * w / 2.0 + w * w * w / 3.0 + w * w * w * w / 4.0 - h * lambda;
    r -= value / ((1.0 + w + w * w + w * w * w) / (r * r));
  }
  std::vector<std::vector<double>> data;
  for (int n = 0; n < 8; ++n)
    data.push_back({std::real(Complex(1, 2) * std::pow(r, -n)),
                    std::real(Complex(-3, 1) * std::pow(r, -n)) + 5 + 0.001 * std::exp(0.1 * n),
                    1e9 * (n % 3)});
  const std::vector<Vec> values(data.begin(), data.end());
  const std::vector<double> weight = {1, 1, 0};  // the last does not count
  OscillationWatch watch;
  EXPECT_FALSE(watch.amplifies(h, 4));
  ASSERT_TRUE(watch.look(values, weight, h, 4));
  EXPECT_NEAR(std::abs(watch.eigenvalue() - lambda), 0, 0.05 * std::abs(lambda));
  EXPECT_TRUE(watch.amplifies(h, 4));
  EXPECT_FALSE(watch.amplifies(h, 3));     // stable within 86 degrees; this is 82
  EXPECT_FALSE(watch.amplifies(0.01, 4));  // well resolved
  for (int i = 0; i < 1000; ++i) watch.pass();
  EXPECT_FALSE(watch.amplifies(h, 4));
}

// A pendulum without friction is to swing: no order is forbidden for it. Neither is one for a smooth decay.
TEST(OscillationWatch, LeavesUndampedOscillationsAlone) {
  std::vector<std::vector<double>> swing, decay;
  for (int n = 0; n < 9; ++n) swing.push_back({std::sin(-0.3 * n)}), decay.push_back({std::exp(0.3 * n)});
  const std::vector<double> weight = {1};
  OscillationWatch watch;
  EXPECT_TRUE(watch.look(std::vector<Vec>(swing.begin(), swing.end()), weight, 0.3, 5));
  for (int k = 1; k <= 5; ++k) EXPECT_FALSE(watch.amplifies(0.3, k)) << k;
  watch.forget();
  EXPECT_FALSE(watch.look(std::vector<Vec>(decay.begin(), decay.end()), weight, 0.3, 5));
}

}  // namespace
}  // namespace trammel::integrate

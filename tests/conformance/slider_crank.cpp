// The slider-crank of [AQR94, Example 4]: AB2 with h = 0.1 on the underlying ODE, first step forward Euler,
// and p <- p - Gᵀ(GGᵀ)⁻¹ g, v <- v - Gᵀ(GGᵀ)⁻¹ G v after every step, both at the point before.
#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/aqr94.hpp"

namespace trammel {
namespace {

struct CrankDrift {
  double position = 0, velocity = 0, slider_at_20 = 0;
};

CrankDrift drift(const char* method, double h, bool position, bool velocity) {
  const auto run = experiments::aqr94_slider_crank(method, h, 20, position, velocity);
  return {std::ranges::max(run.position), std::ranges::max(run.velocity), run.slider.back()};
}

// Numbers by independent computation; the paper shows figures.
TEST(SliderCrank, DriftsByTheKnownAmountsUnderAB2WithEachStabilizationDoneByHand) {
  const CrankDrift none = drift("ab2", 0.1, false, false), both = drift("ab2", 0.1, true, true),
                   velocity = drift("ab2", 0.1, false, true), position = drift("ab2", 0.1, true, false);
  EXPECT_NEAR(none.position / 0.02223, 1, 0.01);
  EXPECT_NEAR(none.velocity / 0.007974, 1, 0.01);
  EXPECT_NEAR(both.position / 2.222e-07, 1, 0.01);
  EXPECT_NEAR(both.velocity / 0.0007493, 1, 0.01);
  EXPECT_NEAR(velocity.position / 0.00678, 1, 0.01);
  EXPECT_LT(velocity.velocity, 1e-14);
  EXPECT_NEAR(position.position / 2.927e-07, 1, 0.01);
  EXPECT_NEAR(position.velocity / 0.01277, 1, 0.01);
}

TEST(SliderCrank, EndsWhereTheReferenceSays) {
  EXPECT_NEAR(drift("rk4", 0.002, false, false).slider_at_20, 2.348009, 1e-5);
}

}  // namespace
}  // namespace trammel

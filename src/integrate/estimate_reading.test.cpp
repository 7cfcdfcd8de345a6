#include "integrate/estimate_reading.hpp"

#include <gtest/gtest.h>

namespace trammel::integrate {
namespace {

TEST(EstimateReading, LeavesShortRunsAlone) {
  EXPECT_EQ(accumulation(9999), 1);
  EXPECT_EQ(accumulation(50000), 5);
}

// [HW96, IV.8]: 10 rtol^(1/3) with three stages, never more than 1; backward Euler's estimate is its error.
TEST(EstimateReading, IsThatOfRadau5AtUsualTolerances) {
  EXPECT_NEAR(sharpening(1e-6, 3, false).usual, 0.1, 1e-15);
  EXPECT_EQ(sharpening(1e-2, 3, false).usual, 1);
  EXPECT_EQ(sharpening(1e-6, 1, false).usual, 1);
  EXPECT_NEAR(sharpening(1e-6, 3, false).after_rejection, std::sqrt(0.1), 1e-15);
}

// An estimate of order h^(s+1) held at rtol/sharpening gives an error h^(2s−1) in proportion to rtol: the
// factor goes like rtol^((s−2)/(2s−1)).
TEST(EstimateReading, MakesTheErrorProportionalToTightTolerances) {
  for (const int s : {3, 5, 7})
    EXPECT_NEAR(std::log10(sharpening(1e-9, s, false).usual / sharpening(1e-11, s, false).usual),
                2.0 * (s - 2) / (2 * s - 1), 1e-12)
        << s;
}

}  // namespace
}  // namespace trammel::integrate

#include "integrate/compensated.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace trammel::integrate {
namespace {

// 10^7 additions of 0.1, whose double is 0.1 + 5.55e-18: plain summation is off by 1.6e-4.
TEST(CompensatedSum, LosesOnlyTheLastRoundingOverTenMillionAdditions) {
  CompensatedSum sum(1);
  double y = 0, plain = 0;
  for (int i = 0; i < 10'000'000; ++i) {
    sum.start_step();
    sum.add(0, y, 0.1);
    sum.accept();
    plain += 0.1;
  }
  EXPECT_NEAR(y, 1e6, 1e-9);
  EXPECT_GT(std::fabs(plain - 1e6), 1e-5);
}

TEST(CompensatedSum, ForgetsAStepThatWasNotAccepted) {
  CompensatedSum sum(1);
  double y = 1, other = 1;
  sum.start_step();
  sum.add(0, other, 1e-17);  // all of it is carried
  sum.start_step();
  sum.add(0, y, 0);
  EXPECT_EQ(y, 1);
  for (int i = 0; i < 100; ++i) {
    sum.start_step();
    sum.add(0, y, 1e-17);
    sum.accept();
  }
  EXPECT_GT(y, 1);  // 100 times 1e-17 is more than half a rounding unit
}

}  // namespace
}  // namespace trammel::integrate

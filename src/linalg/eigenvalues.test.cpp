#include "linalg/eigenvalues.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace trammel::linalg {
namespace {

// (2 1; 1 2) has 1 and 3; a turn by a right angle has ±i.
TEST(Eigenvalues, HaveARangeOfRealParts) {
  const std::vector<double> symmetric = {2, 1, 1, 2}, turn = {0, -1, 1, 0};
  EXPECT_NEAR(real_range(symmetric, 2).first, 1, 1e-14);
  EXPECT_NEAR(real_range(symmetric, 2).second, 3, 1e-14);
  EXPECT_NEAR(real_range(turn, 2).second, 0, 1e-14);
  EXPECT_EQ(real_range({}, 0).second, 0);
}

}  // namespace
}  // namespace trammel::linalg

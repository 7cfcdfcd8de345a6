#include "linalg/eigenvalues.hpp"

#include <gtest/gtest.h>

#include <complex>
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

// The cyclic shift of three has the third roots of 1, each with the vector of its powers.
TEST(Eigenvalues, OfSmallMatricesComeWithTheirVectorsPairAfterPair) {
  using Complex = std::complex<double>;
  const std::vector<double> shift = {0, 0, 1, 1, 0, 0, 0, 1, 0};  // by columns
  std::vector<double> used = shift;
  std::vector<Complex> value(3), vector(9);
  eigenvectors(used.data(), 3, value.data(), vector.data());
  int reals = 0;
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(std::abs(std::pow(value[k], 3) - 1.0), 0, 1e-14);
    reals += value[k].imag() == 0;
    if (value[k].imag() < 0) {
      ASSERT_GT(k, 0);
      EXPECT_EQ(value[k], std::conj(value[k - 1]));
    }
    double square = 0;
    for (int i = 0; i < 3; ++i) {
      Complex residual = -value[k] * vector[3 * k + i];
      for (int j = 0; j < 3; ++j) residual += shift[3 * j + i] * vector[3 * k + j];
      EXPECT_NEAR(std::abs(residual), 0, 1e-15) << k;
      square += std::norm(vector[3 * k + i]);
    }
    EXPECT_NEAR(square, 1, 1e-15);
  }
  EXPECT_EQ(reals, 1);
}

}  // namespace
}  // namespace trammel::linalg

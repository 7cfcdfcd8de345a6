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

// A = T Λ T⁻¹ to rounding, for a matrix whose vectors are far from orthogonal (those of Radau methods are like that).
TEST(Eigenvalues, SharpOnesGiveBackTheMatrixToTheLastDigits) {
  const std::vector<long double> A = {3.2L, 1.2L,  -0.5L, 0.1L, -9.1L,  0.8L,  2.3L,   -0.4L,
                                      7.4L, -9.6L, 1.7L,  2.1L, -18.0L, 20.0L, -24.0L, 16.0L};
  Spectrum found;
  sharp_spectrum(A.data(), 4, found);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      std::complex<long double> sum = 0, one = 0;
      long double size = 0;
      for (int k = 0; k < 4; ++k) {
        const auto part = found.vectors[4 * k + i] * found.rows[4 * k + j];
        one += part;
        sum += found.values[k] * part;
        size += std::abs(found.values[k] * part);
      }
      EXPECT_LT(std::abs(sum - A[4 * i + j]), 1e-17L * size);
      EXPECT_LT(std::abs(one - (i == j ? 1.0L : 0.0L)), 1e-16L);
    }
}

}  // namespace
}  // namespace trammel::linalg

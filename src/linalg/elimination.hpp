// linalg/elimination.hpp: A X = B for small matrices of any kind of number (long double, complex): coefficients
// of methods and tables. Rows are stored one after the other. Eigen's templates would cost seconds per type.
#pragma once

#include <cmath>
#include <complex>
#include <utility>
#include <vector>

namespace trammel::linalg {

// B becomes A⁻¹ B; A is used up. Partial pivoting, no memory: also for steps.
template <class Number>
void eliminate(Number* A, int n, Number* B, int columns) {
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(A[i * n + k]) > std::abs(A[pivot * n + k])) pivot = i;
    if (pivot != k) {
      for (int j = 0; j < n; ++j) std::swap(A[k * n + j], A[pivot * n + j]);
      for (int j = 0; j < columns; ++j) std::swap(B[k * columns + j], B[pivot * columns + j]);
    }
    for (int i = k + 1; i < n; ++i) {
      const Number factor = A[i * n + k] / A[k * n + k];
      for (int j = k + 1; j < n; ++j) A[i * n + j] -= factor * A[k * n + j];
      for (int j = 0; j < columns; ++j) B[i * columns + j] -= factor * B[k * columns + j];
    }
  }
  for (int k = n - 1; k >= 0; --k)
    for (int j = 0; j < columns; ++j) {
      Number& x = B[k * columns + j];
      for (int i = k + 1; i < n; ++i) x -= A[k * n + i] * B[i * columns + j];
      x /= A[k * n + k];
    }
}

template <class Number>
std::vector<Number> inverse(std::vector<Number> A, int n) {
  std::vector<Number> B(A.size());
  for (int i = 0; i < n; ++i) B[static_cast<std::size_t>(i * n + i)] = 1;
  eliminate(A.data(), n, B.data(), n);
  return B;
}

}  // namespace trammel::linalg

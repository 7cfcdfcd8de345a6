// linalg/eigenvalues.hpp: eigenvalues of small dense matrices, for code that knows nothing of Eigen.
#pragma once

#include <complex>
#include <utility>

#include "base/span.hpp"

namespace trammel::linalg {

// Of an n by n matrix by rows: least and largest real part; 0 and 0 for n = 0.
std::pair<double, double> real_range(Vec matrix, int n);

// Eigenvalues and right eigenvectors of length 1 of a small matrix. Matrices are stored by columns; A is used up.
// Of a pair the value above the real axis comes first. No memory: also for steps.
inline constexpr int most_small = 8;  // rows
void eigenvectors(double* A, int n, std::complex<double>* values, std::complex<double>* vectors);
// The same to the digits of long double, and the rows of the inverse of the vectors. A is stored by rows.
struct Spectrum {
  std::complex<long double> values[most_small], vectors[most_small * most_small],
      rows[most_small * most_small];
};
void sharp_spectrum(const long double* A, int n, Spectrum& result);

}  // namespace trammel::linalg

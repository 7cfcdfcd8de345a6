#include "linalg/eigenvalues.hpp"

#include <cassert>
#include <cmath>
#include <limits>

#include "linalg/decompositions.hpp"
#include "linalg/elimination.hpp"

extern "C" void dgeev_(const char* left, const char* right, const int* n, double* A, const int* lda,
                       double* real, double* imaginary, double* VL, const int* ldvl, double* VR,
                       const int* ldvr, double* work, const int* lwork, int* info, std::size_t, std::size_t);

namespace trammel::linalg {

std::pair<double, double> real_range(Vec matrix, int n) {
  if (n == 0) return {0, 0};
  // By columns it is the transpose, which has the same eigenvalues.
  const Eigen::MatrixXd A = Eigen::Map<const Eigen::MatrixXd>(matrix.data(), n, n);
  const Eigen::VectorXd real = eigenvalues(A).real();
  return {real.minCoeff(), real.maxCoeff()};
}

void eigenvectors(double* A, int n, std::complex<double>* values, std::complex<double>* vectors) {
  assert(n <= most_small);
  double real[most_small], imaginary[most_small], right[most_small * most_small], left = 0;
  double work[16 * most_small];
  const int one = 1, length = 16 * most_small;
  int info = 0;
  dgeev_("N", "V", &n, A, &n, real, imaginary, &left, &one, right, &n, work, &length, &info, 1, 1);
  for (int j = 0; j < n; ++j) {
    values[j] = info == 0 ? std::complex(real[j], imaginary[j]) : std::numeric_limits<double>::quiet_NaN();
    // Two columns hold the real and the imaginary parts of a pair.
    const double sign = imaginary[j] > 0 ? 1 : imaginary[j] < 0 ? -1 : 0;
    const double* const column = right + (sign < 0 ? j - 1 : j) * n;
    for (int i = 0; i < n; ++i) vectors[j * n + i] = {column[i], sign == 0 ? 0 : sign * column[n + i]};
  }
}

namespace {

using Sharp = std::complex<long double>;

// An eigenvalue of A and its eigenvector x, known to double precision, become exact to rounding. One inverse
// iteration; its shift is so far away that the matrix can be factored, and so near that errors shrink by 1e-12.
void sharpen(const long double* A, int n, Sharp& value, Sharp* x) {
  Sharp shifted[most_small * most_small];
  for (int i = 0; i < n * n; ++i) shifted[i] = A[i];
  for (int i = 0; i < n; ++i) shifted[i * n + i] -= value * (1 + std::ldexp(1.0L, -40));
  eliminate(shifted, n, x, 1);
  long double square = 0;
  for (int i = 0; i < n; ++i) square += std::norm(x[i]);
  for (int i = 0; i < n; ++i) x[i] /= std::sqrt(square);
  Sharp quotient = 0;  // of Rayleigh
  for (int i = 0; i < n; ++i) {
    Sharp image = 0;
    for (int j = 0; j < n; ++j) image += A[i * n + j] * x[j];
    quotient += std::conj(x[i]) * image;
  }
  value = value.imag() == 0 ? Sharp(quotient.real()) : quotient;
}

}  // namespace

void sharp_spectrum(const long double* A, int n, Spectrum& result) {
  assert(n <= most_small);
  double plain[most_small * most_small];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) plain[j * n + i] = static_cast<double>(A[i * n + j]);
  std::complex<double> value[most_small], vector[most_small * most_small];
  eigenvectors(plain, n, value, vector);
  Sharp x[most_small], columns[most_small * most_small];
  for (int k = 0; k < n; ++k) {
    result.values[k] = value[k];
    if (value[k].imag() < 0) {  // the other one of a pair
      result.values[k] = std::conj(result.values[k - 1]);
      for (int i = 0; i < n; ++i) x[i] = std::conj(x[i]);
    } else {
      for (int i = 0; i < n; ++i) x[i] = vector[k * n + i];
      sharpen(A, n, result.values[k], x);
    }
    for (int i = 0; i < n; ++i) {
      result.vectors[k * n + i] = columns[i * n + k] = x[i];
      result.rows[i * n + k] = i == k ? 1 : 0;
    }
  }
  eliminate(columns, n, result.rows, n);
}

}  // namespace trammel::linalg

#include "linalg/eigenvalues.hpp"

#include <cassert>
#include <cmath>
#include <limits>

#include "linalg/decompositions.hpp"

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

}  // namespace trammel::linalg

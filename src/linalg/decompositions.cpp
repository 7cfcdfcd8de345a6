#include "linalg/decompositions.hpp"

#include <algorithm>
#include <complex>
#include <limits>
#include <vector>

// LAPACK as Fortran leaves it: every argument by address, then the lengths of the character arguments.
extern "C" {  // NOLINTBEGIN(readability-identifier-naming)
void dgesdd_(const char* job, const int* m, const int* n, double* A, const int* lda, double* sigma, double* U,
             const int* ldu, double* Vt, const int* ldvt, double* work, const int* lwork, int* iwork,
             int* info, std::size_t);
void dgeev_(const char* left, const char* right, const int* n, double* A, const int* lda, double* real,
            double* imaginary, double* VL, const int* ldvl, double* VR, const int* ldvr, double* work,
            const int* lwork, int* info, std::size_t, std::size_t);
void zgeev_(const char* left, const char* right, const int* n, std::complex<double>* A, const int* lda,
            std::complex<double>* w, std::complex<double>* VL, const int* ldvl, std::complex<double>* VR,
            const int* ldvr, std::complex<double>* work, const int* lwork, double* rwork, int* info,
            std::size_t, std::size_t);
void dgetrf_(const int* m, const int* n, double* A, const int* lda, int* rows, int* info);
void dgetrs_(const char* transposed, const int* n, const int* nrhs, const double* A, const int* lda,
             const int* rows, double* B, const int* ldb, int* info, std::size_t);
void dgeqp3_(const int* m, const int* n, double* A, const int* lda, int* columns, double* tau, double* work,
             const int* lwork, int* info);
void dorgqr_(const int* m, const int* n, const int* k, double* A, const int* lda, const double* tau,
             double* work, const int* lwork, int* info);
void zgetc2_(const int* n, std::complex<double>* A, const int* lda, int* rows, int* columns, int* info);
void zgesc2_(const int* n, const std::complex<double>* A, const int* lda, std::complex<double>* b,
             const int* rows, const int* columns, double* scale);
void dgelsy_(const int* m, const int* n, const int* nrhs, double* A, const int* lda, double* B,
             const int* ldb, int* columns, const double* rcond, int* rank, double* work, const int* lwork,
             int* info);
}  // NOLINTEND(readability-identifier-naming)

namespace trammel::linalg {
namespace {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

int size(Index n) { return static_cast<int>(n); }
// Leading dimensions are at least 1, also of empty matrices.
int lead(Index n) { return std::max(size(n), 1); }

// A routine of LAPACK is called twice: it answers with the memory that it wants, then it works.
template <class Number, class Call>
void with_memory(Call&& call) {
  Number wanted = 0;
  int length = -1;
  call(&wanted, &length);
  length = std::max(1, static_cast<int>(std::real(wanted)));
  std::vector<Number> work(static_cast<std::size_t>(length));
  call(work.data(), &length);
}

// The singular values of A, and U and V when they are not null. LAPACK may not end on numbers that are none.
VectorXd decompose(MatrixXd A, MatrixXd* U, MatrixXd* V) {
  const int m = size(A.rows()), n = size(A.cols()), lda = lead(m), ldv = U ? lead(n) : 1, k = std::min(m, n);
  VectorXd sigma = VectorXd::Constant(k, no_number);
  if (k == 0 || !A.allFinite()) return sigma;
  std::vector<int> iwork(static_cast<std::size_t>(8 * k));
  int info = 0;
  double none = 0;
  with_memory<double>([&](double* work, const int* length) {
    dgesdd_(U ? "A" : "N", &m, &n, A.data(), &lda, sigma.data(), U ? U->data() : &none, &lda,
            U ? V->data() : &none, &ldv, work, length, iwork.data(), &info, 1);
  });
  if (info != 0) sigma.setConstant(no_number);
  return sigma;
}

// X with the least |A X − B|, each column the shortest.
MatrixXd shortest(MatrixXd A, const MatrixXd& B, double threshold) {
  const int m = size(A.rows()), n = size(A.cols()), nrhs = size(B.cols()), lda = lead(m),
            most = std::max(m, n), ldb = lead(most);
  if (m == 0 || n == 0) return MatrixXd::Zero(n, nrhs);
  if (!A.allFinite()) return MatrixXd::Constant(n, nrhs, no_number);
  MatrixXd X = MatrixXd::Zero(most, nrhs);
  X.topRows(m) = B;
  std::vector<int> columns(static_cast<std::size_t>(n));
  const double limit = threshold > 0 ? threshold : std::numeric_limits<double>::epsilon() * std::min(m, n);
  int rank = 0, info = 0;
  with_memory<double>([&](double* work, const int* length) {
    dgelsy_(&m, &n, &nrhs, A.data(), &lda, X.data(), &ldb, columns.data(), &limit, &rank, work, length,
            &info);
  });
  return X.topRows(n);
}

}  // namespace

MatrixXd times(const MatrixXd& A, const MatrixXd& B) { return A * B; }
VectorXd apply(const MatrixXd& A, const VectorXd& x) { return A * x; }

Lu::Lu(const MatrixXd& A) : factors_(A), rows_(static_cast<std::size_t>(A.rows())) {
  const int n = size(A.rows()), lda = lead(n);
  int info = 0;
  if (n > 0) dgetrf_(&n, &n, factors_.data(), &lda, rows_.data(), &info);
}

MatrixXd Lu::solve(MatrixXd B) const {
  const int n = size(factors_.rows()), nrhs = size(B.cols()), lda = lead(n);
  int info = 0;
  if (n > 0 && nrhs > 0)
    dgetrs_("N", &n, &nrhs, factors_.data(), &lda, rows_.data(), B.data(), &lda, &info, 1);
  return B;
}

MatrixXd inverse(const MatrixXd& A) { return Lu(A).solve(MatrixXd::Identity(A.rows(), A.rows())); }

MatrixXd range_first(const MatrixXd& A) {
  const int m = size(A.rows()), n = size(A.cols()), k = std::min(m, n), lda = lead(m);
  MatrixXd Q = MatrixXd::Identity(m, m);
  if (k == 0) return Q;
  if (!A.allFinite()) return MatrixXd::Constant(m, m, no_number);
  MatrixXd R = A;
  std::vector<int> columns(static_cast<std::size_t>(n), 0);
  std::vector<double> tau(static_cast<std::size_t>(k));
  int info = 0;
  with_memory<double>([&](double* work, const int* length) {
    dgeqp3_(&m, &n, R.data(), &lda, columns.data(), tau.data(), work, length, &info);
  });
  Q.leftCols(k) = R.leftCols(k);
  with_memory<double>([&](double* work, const int* length) {
    dorgqr_(&m, &m, &k, Q.data(), &lda, tau.data(), work, length, &info);
  });
  return Q;
}

Svd svd(const MatrixXd& A) {
  Svd found{MatrixXd::Identity(A.rows(), A.rows()), {}, MatrixXd::Identity(A.cols(), A.cols())};
  found.sigma = decompose(A, &found.U, &found.V);
  found.V.transposeInPlace();
  return found;
}

VectorXd singular_values(const MatrixXd& A) { return decompose(A, nullptr, nullptr); }

VectorXcd eigenvalues(const MatrixXd& A) {
  const int n = size(A.rows()), lda = lead(n), one = 1;
  VectorXcd result = VectorXcd::Constant(n, no_number);
  if (n == 0 || !A.allFinite()) return result;
  MatrixXd copy = A;
  VectorXd real(n), imaginary(n);
  int info = 0;
  double none = 0;
  with_memory<double>([&](double* work, const int* length) {
    dgeev_("N", "N", &n, copy.data(), &lda, real.data(), imaginary.data(), &none, &one, &none, &one, work,
           length, &info, 1, 1);
  });
  if (info == 0)
    for (int i = 0; i < n; ++i) result[i] = {real[i], imaginary[i]};
  return result;
}

VectorXcd eigenvalues(const MatrixXcd& A) {
  const int n = size(A.rows()), lda = lead(n), one = 1;
  VectorXcd result = VectorXcd::Constant(n, no_number);
  if (n == 0 || !A.allFinite()) return result;
  MatrixXcd copy = A;
  std::vector<double> rwork(static_cast<std::size_t>(2 * n));
  int info = 0;
  std::complex<double> none = 0;
  with_memory<std::complex<double>>([&](std::complex<double>* work, const int* length) {
    zgeev_("N", "N", &n, copy.data(), &lda, result.data(), &none, &one, &none, &one, work, length,
           rwork.data(), &info, 1, 1);
  });
  if (info != 0) result.setConstant(no_number);
  return result;
}

MatrixXcd solve(const MatrixXcd& A, const MatrixXcd& B) {
  const int n = size(A.rows()), lda = lead(n);
  MatrixXcd lu = A, X = B;
  std::vector<int> rows(static_cast<std::size_t>(n)), columns(static_cast<std::size_t>(n));
  int info = 0;
  zgetc2_(&n, lu.data(), &lda, rows.data(), columns.data(), &info);
  for (Index j = 0; j < X.cols(); ++j) {
    double scale = 1;
    zgesc2_(&n, lu.data(), &lda, X.col(j).data(), rows.data(), columns.data(), &scale);
    X.col(j) /= scale;
  }
  return X;
}

MatrixXd pseudo_inverse(const MatrixXd& A, double threshold) {
  return shortest(A, MatrixXd::Identity(A.rows(), A.rows()), threshold);
}

VectorXd least_squares(const MatrixXd& A, const VectorXd& b, double threshold) {
  return shortest(A, b, threshold);
}

}  // namespace trammel::linalg

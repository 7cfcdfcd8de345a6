#include "modelica/foreign.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

namespace trammel::modelica {
namespace {

using Complex = std::complex<double>;

double size_of(double x) { return std::fabs(x); }
double size_of(Complex x) { return std::fabs(x.real()); }

// P L U = A by elimination with row pivots, which are counted from 1; the number of the first pivot that is
// zero, or 0.
template <class Number>
double factor(Block<Number>& a, std::vector<Number>& pivot) {
  std::vector<Number>& m = a.numbers;
  const auto rows = static_cast<std::size_t>(a.shape[0]), n = static_cast<std::size_t>(a.shape[1]);
  double zero = 0;
  for (std::size_t k = 0; k < std::min(rows, n); ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < rows; ++i)
      if (size_of(m[i * n + k]) > size_of(m[best * n + k])) best = i;
    pivot[k] = static_cast<double>(best + 1);
    if (size_of(m[best * n + k]) == 0) {
      if (zero == 0) zero = static_cast<double>(k + 1);
      continue;
    }
    for (std::size_t j = 0; j < n && best != k; ++j) std::swap(m[k * n + j], m[best * n + j]);
    for (std::size_t i = k + 1; i < rows; ++i) {
      const Number part = m[i * n + k] /= m[k * n + k];
      for (std::size_t j = k + 1; j < n; ++j) m[i * n + j] -= part * m[k * n + j];
    }
  }
  return zero;
}

// B becomes X in P L U X = B.
template <class Number>
void substitute(const std::vector<Number>& m, const std::vector<Number>& pivot, std::vector<Number>& b) {
  const std::size_t n = pivot.size(), columns = n == 0 ? 0 : b.size() / n;
  for (std::size_t k = 0; k < n; ++k) {
    const auto row =
        static_cast<std::size_t>(std::clamp(std::real(pivot[k]), 1.0, static_cast<double>(n))) - 1;
    for (std::size_t j = 0; j < columns && row != k; ++j) std::swap(b[k * columns + j], b[row * columns + j]);
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = 0; j < columns; ++j) b[i * columns + j] -= m[i * n + k] * b[k * columns + j];
  for (std::size_t k = n; k-- > 0;)
    for (std::size_t j = 0; j < columns; ++j) {
      Number& x = b[k * columns + j];
      for (std::size_t i = k + 1; i < n; ++i) x -= m[k * n + i] * b[i * columns + j];
      x /= m[k * n + k];
    }
}

// A X = B: dgesv(n, nrhs, A, lda, ipiv, B, ldb, info).
template <class Number>
void solve_linear(Blocks<Number>& a) {
  a[7].numbers[0] = factor(a[2], a[4].numbers);
  if (std::real(a[7].numbers[0]) == 0) substitute(a[2].numbers, a[4].numbers, a[5].numbers);
}

// dgetrf(m, n, A, lda, ipiv, info)
template <class Number>
void factor_matrix(Blocks<Number>& a) {
  a[5].numbers[0] = factor(a[2], a[4].numbers);
}

// dgetrs(trans, n, nrhs, LU, lda, ipiv, B, ldb, info); the library asks for trans = "N" only.
template <class Number>
void solve_with_factors(Blocks<Number>& a) {
  substitute(a[3].numbers, a[5].numbers, a[6].numbers);
  a[8].numbers[0] = 0;
}

// dgetri(n, LU, lda, ipiv, work, lwork, info): the inverse takes the place of the factors.
template <class Number>
void invert_with_factors(Blocks<Number>& a) {
  const std::size_t n = a[3].numbers.size();
  a[6].numbers[0] = 0;
  for (std::size_t k = n; k-- > 0;)
    if (size_of(a[1].numbers[k * n + k]) == 0) a[6].numbers[0] = static_cast<double>(k + 1);
  if (std::real(a[6].numbers[0]) != 0) return;
  std::vector<Number> inverse(n * n);
  for (std::size_t k = 0; k < n; ++k) inverse[k * n + k] = 1;
  substitute(a[1].numbers, a[3].numbers, inverse);
  a[1].numbers = std::move(inverse);
}

// Householder's reflections [GL13, 5.2, 5.4]: m becomes R, and what they do is done to b, too. `order` says
// where the columns of m went; without it they stay. Returns how many rows of R are not negligible.
template <class Number>
std::size_t triangularize(std::vector<Number>& m, std::size_t rows, std::size_t columns,
                          std::vector<Number>& b, std::size_t right, std::vector<std::size_t>* order,
                          double negligible) {
  const auto square = [&](std::size_t column, std::size_t from) {
    Number sum = 0;
    for (std::size_t i = from; i < rows; ++i) sum += m[i * columns + column] * m[i * columns + column];
    return sum;
  };
  double largest = 0;
  const std::size_t most = std::min(rows, columns);
  for (std::size_t k = 0; k < most; ++k) {
    if (order != nullptr) {
      std::size_t best = k;
      for (std::size_t j = k + 1; j < columns; ++j)
        if (size_of(square(j, k)) > size_of(square(best, k))) best = j;
      for (std::size_t i = 0; i < rows && best != k; ++i)
        std::swap(m[i * columns + k], m[i * columns + best]);
      std::swap((*order)[k], (*order)[best]);
    }
    Number norm = std::sqrt(square(k, k));
    if (order != nullptr && size_of(norm) <= negligible * largest) return k;
    largest = std::max(largest, size_of(norm));
    if (size_of(norm) == 0) continue;
    if (std::real(m[k * columns + k]) > 0) norm = -norm;
    std::vector<Number> v(rows);
    for (std::size_t i = k; i < rows; ++i) v[i] = m[i * columns + k];
    v[k] -= norm;
    Number length = 0;
    for (std::size_t i = k; i < rows; ++i) length += v[i] * v[i];
    const auto reflect = [&](std::vector<Number>& in, std::size_t width, std::size_t column) {
      Number dot = 0;
      for (std::size_t i = k; i < rows; ++i) dot += v[i] * in[i * width + column];
      dot *= 2.0 / length;
      for (std::size_t i = k; i < rows; ++i) in[i * width + column] -= dot * v[i];
    };
    for (std::size_t j = k; j < columns; ++j) reflect(m, columns, j);
    for (std::size_t j = 0; j < right; ++j) reflect(b, right, j);
  }
  return most;
}

// The smallest of the best x for A x = b: dgelsy(m, n, nrhs, A, lda, B, ldb, jpvt, rcond, rank, work, lwork,
// info). Q R P' = A; the leading rows of R are L' times another orthogonal matrix.
template <class Number>
void least_squares(Blocks<Number>& a) {
  std::vector<Number>& m = a[3].numbers;
  const auto rows = static_cast<std::size_t>(a[3].shape[0]),
             columns = static_cast<std::size_t>(a[3].shape[1]);
  const std::size_t right = a[5].shape.size() > 1 ? static_cast<std::size_t>(a[5].shape[1]) : 1;
  std::vector<Number>& b = a[5].numbers;
  std::vector<std::size_t> order(columns);
  std::iota(order.begin(), order.end(), 0);
  const double negligible = std::max(std::real(a[8].numbers[0]), 1e-15);
  const std::size_t rank = triangularize(m, rows, columns, b, right, &order, negligible);
  a[9].numbers[0] = static_cast<double>(rank);
  a[12].numbers[0] = 0;
  // R(1:rank, :)' = Q2 L', columns x rank; Q2 is kept as what it does to the identity.
  std::vector<Number> t(columns * rank), q(columns * columns);
  for (std::size_t i = 0; i < rank; ++i)
    for (std::size_t j = 0; j < columns; ++j) t[j * rank + i] = j < i ? Number(0) : m[i * columns + j];
  for (std::size_t i = 0; i < columns; ++i) q[i * columns + i] = 1;
  triangularize(t, columns, rank, q, columns, nullptr, 0.0);  // q is Q2' now
  for (std::size_t r = 0; r < right; ++r) {
    std::vector<Number> y(rank), x(columns);
    for (std::size_t i = 0; i < rank; ++i) {
      y[i] = b[i * right + r];
      for (std::size_t k = 0; k < i; ++k) y[i] -= t[k * rank + i] * y[k];
      y[i] /= t[i * rank + i];
    }
    for (std::size_t j = 0; j < columns; ++j)
      for (std::size_t i = 0; i < rank; ++i) x[order[j]] += q[i * columns + j] * y[i];
    for (std::size_t j = 0; j < columns; ++j) b[j * right + r] = x[j];
  }
}

std::int64_t whole(double x) {  // of what a text may say instead of an Integer
  return std::fabs(x) < 1e15 ? static_cast<std::int64_t>(x) : 0;
}

std::uint64_t joined(double low, double high) {
  const auto half = [](double x) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(whole(x))); };
  return half(high) << 32 | half(low);
}
void split(std::uint64_t x, double& low, double& high) {
  low = static_cast<std::int32_t>(static_cast<std::uint32_t>(x));
  high = static_cast<std::int32_t>(static_cast<std::uint32_t>(x >> 32));
}
double between_0_and_1(std::uint64_t x) {
  return static_cast<double>(static_cast<std::int64_t>(x)) * 0x1p-64 + 0.5;
}

// Vigna's generators xorshift* [Vig16] and xorshift+ [Vig17]. Arguments: state in, state out, number. The
// library keeps the number that was drawn as the state, not what it was made from. Words of 64 bits are kept
// as two Integers.
void xorshift64(Blocks<double>& a) {
  std::uint64_t x = joined(a[0].numbers[0], a[0].numbers[1]);
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  x *= 2685821657736338717ULL;
  split(x, a[1].numbers[0], a[1].numbers[1]);
  a[2].numbers[0] = between_0_and_1(x);
}
void xorshift128(Blocks<double>& a) {
  const std::vector<double>& s = a[0].numbers;
  std::uint64_t x = joined(s[0], s[1]);
  const std::uint64_t y = joined(s[2], s[3]);
  x ^= x << 23;
  x = x ^ y ^ (x >> 17) ^ (y >> 26);
  split(y, a[1].numbers[0], a[1].numbers[1]);
  split(x + y, a[1].numbers[2], a[1].numbers[3]);
  a[2].numbers[0] = between_0_and_1(x + y);
}
void xorshift1024(Blocks<double>& a) {
  std::vector<double>& s = a[1].numbers;
  s = a[0].numbers;  // 16 words, and which one is next
  const auto p = static_cast<std::size_t>(whole(s[32])) & 15, next = (p + 1) & 15;
  std::uint64_t x = joined(s[2 * p], s[2 * p + 1]), y = joined(s[2 * next], s[2 * next + 1]);
  y ^= y << 31;
  y ^= y >> 11;
  x ^= x >> 30;
  const std::uint64_t drawn = (x ^ y) * 1181783497276652981ULL;
  split(drawn, s[2 * next], s[2 * next + 1]);
  s[32] = static_cast<double>(next);
  a[2].numbers[0] = between_0_and_1(drawn);
}

// The generator without a state of its own (impureRandom) is not supported, but many models set it up and never use it.
void nothing(Blocks<double>& /*arguments*/) {}

// The discrete Fourier transform of real numbers by factors of their count [CT65].
std::vector<Complex> transform(const std::vector<Complex>& u, std::size_t first, std::size_t stride,
                               std::size_t n) {
  std::size_t p = 2;
  while (p < n && n % p != 0) ++p;
  if (n <= 1) return {u[first]};
  const std::size_t m = n / p;
  std::vector<std::vector<Complex>> parts;
  for (std::size_t k = 0; k < p; ++k) parts.push_back(transform(u, first + k * stride, stride * p, m));
  std::vector<Complex> result(n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < p; ++j)
      result[k] += parts[j][k % m] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(j * k % n) /
                                                         static_cast<double>(n));
  return result;
}

// ModelicaFFT_kiss_fftr(u, n, work, nwork, amplitudes, phases) = info
void real_spectrum(Blocks<double>& a) {
  const std::vector<Complex> u(a[0].numbers.begin(), a[0].numbers.end());
  const std::size_t n = u.size();
  a[6].numbers[0] = n == 0 || n % 2 == 1 ? 1 : 0;
  if (a[6].numbers[0] != 0) return;
  const std::vector<Complex> spectrum = transform(u, 0, 1, n);
  for (std::size_t k = 0; k < a[4].numbers.size() && k < n; ++k) {
    a[4].numbers[k] = std::abs(spectrum[k]) * 2 / static_cast<double>(n);
    a[5].numbers[k] = std::arg(spectrum[k]);
  }
}

using Sizes = const Blocks<double>&;

std::size_t size(const Block<double>& b) { return b.numbers.size(); }
bool matrix(const Block<double>& b) { return b.shape.size() == 2; }
bool square(const Block<double>& b, std::size_t n) {
  return matrix(b) && size(b) == n * n && static_cast<std::size_t>(b.shape[0]) == n;
}
bool columns_of(const Block<double>& b, std::size_t n) { return n == 0 ? size(b) == 0 : size(b) % n == 0; }

bool fits_dgesv(Sizes a) {
  const std::size_t n = size(a[4]);
  return square(a[2], n) && columns_of(a[5], n) && size(a[7]) == 1;
}
bool fits_dgetrf(Sizes a) {
  return matrix(a[2]) && size(a[5]) == 1 &&
         size(a[4]) == static_cast<std::size_t>(std::min(a[2].shape[0], a[2].shape[1]));
}
bool fits_dgetrs(Sizes a) {
  const std::size_t n = size(a[5]);
  return square(a[3], n) && columns_of(a[6], n) && size(a[8]) == 1;
}
bool fits_dgetri(Sizes a) { return square(a[1], size(a[3])) && size(a[6]) == 1; }
bool fits_dgelsy(Sizes a) {
  return matrix(a[3]) && !a[5].shape.empty() && a[5].shape.size() <= 2 &&
         a[5].shape[0] >= std::max(a[3].shape[0], a[3].shape[1]) && size(a[8]) == 1 && size(a[9]) == 1 &&
         size(a[12]) == 1;
}
template <std::size_t n>
bool fits_generator(Sizes a) {
  return size(a[0]) == n && size(a[1]) == n && size(a[2]) == 1;
}
bool fits_spectrum(Sizes a) {
  return size(a[4]) <= size(a[5]) && size(a[4]) <= size(a[0]) && size(a[6]) == 1;
}
bool fits_anything(Sizes /*arguments*/) { return true; }

}  // namespace

const Foreign* foreign_function(const std::string& name) {
  static const std::map<std::string, Foreign> table = {
      {"dgesv", {8, {2, 4, 5, 7}, fits_dgesv, solve_linear<double>, solve_linear<Complex>}},
      {"dgetrf", {6, {2, 4, 5}, fits_dgetrf, factor_matrix<double>, factor_matrix<Complex>}},
      {"dgetrs", {9, {6, 8}, fits_dgetrs, solve_with_factors<double>, solve_with_factors<Complex>}},
      {"dgetri", {7, {1, 6}, fits_dgetri, invert_with_factors<double>, invert_with_factors<Complex>}},
      {"dgelsy", {13, {3, 5, 7, 9, 10, 12}, fits_dgelsy, least_squares<double>, least_squares<Complex>}},
      {"ModelicaRandom_xorshift64star", {3, {1, 2}, fits_generator<2>, xorshift64}},
      {"ModelicaRandom_xorshift128plus", {3, {1, 2}, fits_generator<4>, xorshift128}},
      {"ModelicaRandom_xorshift1024star", {3, {1, 2}, fits_generator<33>, xorshift1024}},
      {"ModelicaRandom_setInternalState_xorshift1024star", {3, {}, fits_anything, nothing}},
      {"ModelicaFFT_kiss_fftr", {7, {2, 4, 5, 6}, fits_spectrum, real_spectrum}},
  };
  const auto at = table.find(name);
  return at == table.end() ? nullptr : &at->second;
}

// Partow's hash: even and odd characters are mixed in differently.
std::int32_t string_hash(const std::string& text) {
  std::uint32_t hash = 0xAAAAAAAA;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto c = static_cast<std::uint32_t>(static_cast<unsigned char>(text[k]));
    hash ^= k % 2 == 0 ? (hash << 7) ^ (c * (hash >> 3)) : ~((hash << 11) + (c ^ (hash >> 5)));
  }
  return static_cast<std::int32_t>(hash);
}

}  // namespace trammel::modelica

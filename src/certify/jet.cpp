#include "certify/jet.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace trammel::certify {
namespace {

using expr::Op;
using Scratch = std::array<double, most_jet_degree + 1>;

void constant(double value, Out c) {
  std::fill(c.begin(), c.end(), 0.0);
  c[0] = value;
}

void multiply(Vec a, Vec b, Out c) {
  for (std::size_t k = 0; k < c.size(); ++k) {
    double sum = 0;
    for (std::size_t i = 0; i <= k; ++i) sum += a[i] * b[k - i];
    c[k] = sum;
  }
}

void divide(Vec a, Vec b, Out c) {
  for (std::size_t k = 0; k < c.size(); ++k) {
    double sum = a[k];
    for (std::size_t i = 1; i <= k; ++i) sum -= b[i] * c[k - i];
    c[k] = sum / b[0];
  }
}

// y' = g a': k y_k = sum_i i a_i g_(k-i), given y_0. g may be y itself or a function of it, as far as known.
double next(Vec a, Vec g, std::size_t k) {
  double sum = 0;
  for (std::size_t i = 1; i <= k; ++i) sum += static_cast<double>(i) * a[i] * g[k - i];
  return sum / static_cast<double>(k);
}

void exponential(Vec a, Out c) {
  c[0] = std::exp(a[0]);
  for (std::size_t k = 1; k < c.size(); ++k) c[k] = next(a, c, k);
}

// sin and cos (sign = -1), or sinh and cosh (sign = 1), which need each other.
void waves(Vec a, double sign, Out s, Out c) {
  s[0] = sign < 0 ? std::sin(a[0]) : std::sinh(a[0]);
  c[0] = sign < 0 ? std::cos(a[0]) : std::cosh(a[0]);
  for (std::size_t k = 1; k < s.size(); ++k) {
    s[k] = next(a, c, k);
    c[k] = sign * next(a, s, k);
  }
}

// tan (sign = 1) and tanh (sign = -1): y' = (1 + sign y²) a'.
void tangent(Vec a, double sign, Out y) {
  Scratch rate{};
  y[0] = sign > 0 ? std::tan(a[0]) : std::tanh(a[0]);
  for (std::size_t k = 1; k < y.size(); ++k) {
    double square = 0;
    for (std::size_t i = 0; i < k; ++i) square += y[i] * y[k - 1 - i];
    rate[k - 1] = (k == 1 ? 1 : 0) + sign * square;
    y[k] = next(a, rate, k);
  }
}

// k a_0 c_k = sum_i (p i - (k - i)) a_i c_(k-i): from c' a = p a' c.
void power_of_nonzero(Vec a, double p, Out c) {
  c[0] = std::pow(a[0], p);
  for (std::size_t k = 1; k < c.size(); ++k) {
    double sum = 0;
    for (std::size_t i = 1; i <= k; ++i)
      sum += (p * static_cast<double>(i) - static_cast<double>(k - i)) * a[i] * c[k - i];
    c[k] = sum / (static_cast<double>(k) * a[0]);
  }
}

void power(Vec a, double p, Out c) {
  if (a[0] != 0) return power_of_nonzero(a, p, c);
  const std::size_t n = c.size();
  constexpr double largest = 64;  // beyond it all coefficients up to most_jet_degree vanish anyway
  if (p < 0 || p != std::floor(p)) {
    constant(std::pow(0.0, p), c);
    for (std::size_t k = 1; k < n; ++k)
      c[k] = p > static_cast<double>(k) && std::all_of(a.begin(), a.end(), [](double x) { return x == 0; })
                 ? 0
                 : std::nan("");
    return;
  }
  Scratch last{};
  constant(1, c);
  for (int i = 0; i < static_cast<int>(std::min(p, largest)); ++i) {
    std::copy(c.begin(), c.end(), last.begin());
    multiply(Vec(last).first(n), a, c);
  }
}

void logarithm(Vec a, Out c) {
  Scratch one{}, rate{};
  const std::size_t n = c.size();
  one[0] = 1;
  divide(Vec(one).first(n), a, Out(rate).first(n));
  c[0] = std::log(a[0]);
  for (std::size_t k = 1; k < n; ++k) c[k] = next(a, rate, k);
}

void general_power(Vec a, Vec b, Out c) {
  if (std::all_of(b.begin() + 1, b.end(), [](double x) { return x == 0; })) return power(a, b[0], c);
  Scratch log_a{}, product{};
  const std::size_t n = c.size();
  logarithm(a, Out(log_a).first(n));
  multiply(b, Vec(log_a).first(n), Out(product).first(n));
  exponential(Vec(product).first(n), c);
  c[0] = std::pow(a[0], b[0]);
}

// asin, acos: y' = ±(1 - a²)^(-1/2) a'; atan: y' = a' / (1 + a²).
void inverse(Op op, Vec a, Out y) {
  Scratch square{}, rate{};
  const std::size_t n = y.size();
  multiply(a, a, Out(square).first(n));
  const bool atan = op == Op::atan;
  for (std::size_t k = 0; k < n; ++k) square[k] = (k == 0 ? 1 : 0) + (atan ? 1 : -1) * square[k];
  power(Vec(square).first(n), atan ? -1 : -0.5, Out(rate).first(n));
  if (op == Op::acos)
    for (double& r : rate) r = -r;
  y[0] = expr::compute(op, a[0]);
  for (std::size_t k = 1; k < n; ++k) y[k] = next(a, rate, k);
}

// y = atan2(a, b): y' = (b a' - a b') / (a² + b²).
void angle(Vec a, Vec b, Out y) {
  Scratch square{}, other{}, top{}, rate{};
  const std::size_t n = y.size();
  multiply(a, a, Out(square).first(n));
  multiply(b, b, Out(other).first(n));
  for (std::size_t k = 0; k < n; ++k) square[k] += other[k];
  for (std::size_t k = 0; k + 1 < n; ++k)
    for (std::size_t i = 0; i <= k; ++i)
      top[k] += static_cast<double>(i + 1) * (b[k - i] * a[i + 1] - a[k - i] * b[i + 1]);
  divide(Vec(top).first(n), Vec(square).first(n), Out(rate).first(n));
  y[0] = std::atan2(a[0], b[0]);
  for (std::size_t k = 1; k < n; ++k) y[k] = rate[k - 1] / static_cast<double>(k);
}

void copy(Vec a, double factor, Out c) {
  for (std::size_t k = 0; k < c.size(); ++k) c[k] = factor * a[k];
}

void remainder(Vec a, Vec b, Out c) {
  const double quotient = std::floor(a[0] / b[0]);
  for (std::size_t k = 0; k < c.size(); ++k) c[k] = a[k] - quotient * b[k];
}

}  // namespace

void apply(Op op, Vec a, Vec b, Vec d, Out c) {
  Scratch other{};
  const Out spare = Out(other).first(c.size());
  switch (op) {
    case Op::neg:
      return copy(a, -1, c);
    case Op::add:
      for (std::size_t k = 0; k < c.size(); ++k) c[k] = a[k] + b[k];
      return;
    case Op::sub:
      for (std::size_t k = 0; k < c.size(); ++k) c[k] = a[k] - b[k];
      return;
    case Op::mul:
      return multiply(a, b, c);
    case Op::div:
      return divide(a, b, c);
    case Op::pow:
      return general_power(a, b, c);
    case Op::sin:
      return waves(a, -1, c, spare);
    case Op::cos:
      return waves(a, -1, spare, c);
    case Op::sinh:
      return waves(a, 1, c, spare);
    case Op::cosh:
      return waves(a, 1, spare, c);
    case Op::tan:
      return tangent(a, 1, c);
    case Op::tanh:
      return tangent(a, -1, c);
    case Op::asin:
    case Op::acos:
    case Op::atan:
      return inverse(op, a, c);
    case Op::atan2:
      return angle(a, b, c);
    case Op::exp:
      return exponential(a, c);
    case Op::log:
      return logarithm(a, c);
    case Op::log10:
      logarithm(a, c);
      for (double& x : c) x /= std::numbers::ln10;
      c[0] = std::log10(a[0]);
      return;
    case Op::sqrt:
      return power(a, 0.5, c);
    case Op::abs:
      return copy(a, std::signbit(a[0]) ? -1 : 1, c);
    case Op::min:
      return copy(a[0] < b[0] || a[0] != a[0] ? a : b, 1, c);
    case Op::max:
      return copy(a[0] > b[0] || a[0] != a[0] ? a : b, 1, c);
    case Op::mod:
      return remainder(a, b, c);
    case Op::select:
      return copy(a[0] != 0 ? b : d, 1, c);
    default:  // steps and truth values
      return constant(expr::compute(op, a[0], b.empty() ? 0 : b[0], d.empty() ? 0 : d[0]), c);
  }
}

// y' = J(x) x', where J is a routine too: its jets are one shorter.
void apply(const expr::Routine& routine, std::span<const Vec> arguments, Out results) {
  const std::size_t n = arguments.size(), m = static_cast<std::size_t>(routine.outputs()),
                    w = results.size() / m;
  const expr::Scratch in(n), out(m);
  for (std::size_t i = 0; i < n; ++i) in[i] = arguments[i][0];
  routine.run(in.data(), out.data());
  for (std::size_t k = 0; k < m; ++k) results[k * w] = out[k];
  if (w == 1) return;
  std::vector<double> slopes(m * n * (w - 1));
  std::vector<Vec> shorter;
  for (const Vec& a : arguments) shorter.push_back(a.first(w - 1));
  apply(*routine.derivative(), shorter, slopes);
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t d = 1; d < w; ++d) {
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 1; j <= d; ++j)
          if (arguments[i][j] != 0)
            sum += static_cast<double>(j) * arguments[i][j] * slopes[(k * n + i) * (w - 1) + d - j];
      results[k * w + d] = sum / static_cast<double>(d);
    }
}

}  // namespace trammel::certify

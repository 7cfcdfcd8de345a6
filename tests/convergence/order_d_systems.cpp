// Systems of order d = 3 and 4 with constraints on x, x', .., x^(d-1): index d+1 .. 2 [Wun05, (3.14)], solved by Sand's formulas [Wun05, (3.22)] of
// order 1 to 5. The solution is y = (sin t², cos t²), λ = −4t², as in Tables 2.2 to 3.2.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <vector>

#include "support/second_order.hpp"

namespace trammel {
namespace {

using Complex = std::complex<double>;

// Coefficients of p_n(t) in (d/dt)ⁿ e^{it²} = p_n(t) e^{it²}: p_{n+1} = p_n' + 2it p_n.
std::vector<Complex> derivative_of_the_circle(int n) {
  std::vector<Complex> p = {1};
  for (; n > 0; --n) {
    std::vector<Complex> next(p.size() + 1);
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (i > 0) next[i - 1] += static_cast<double>(i) * p[i];
      next[i + 1] += Complex(0, 2) * p[i];
    }
    p = next;
  }
  return p;
}

// The n-th derivatives of sin t² and cos t², for numbers and for formulas.
template <class T>
std::array<T, 2> on_the_circle(int n, const T& t, const T& sine, const T& cosine) {
  const std::vector<Complex> p = derivative_of_the_circle(n);
  T re = p.back().real() + 0.0 * t, im = p.back().imag() + 0.0 * t;
  for (std::size_t i = p.size() - 1; i-- > 0;) {
    re = re * t + p[i].real();
    im = im * t + p[i].imag();
  }
  return {re * sine + im * cosine, re * cosine - im * sine};
}
std::array<double, 2> on_the_circle(int n, double t) {
  return on_the_circle(n, t, std::sin(t * t), std::cos(t * t));
}

// y^(d) = (what the solution has there) + (λ + 4t²) y, and the circle differentiated `level` times: index d+1−level.
model::Problem circle_of_order(int d, int level) {
  model::Model m("circle of order " + std::to_string(d));
  const auto derivative = [](model::Formula x, int n) {
    for (; n > 0; --n) x = model::der(x);
    return x;
  };
  const auto start = on_the_circle(0, 1.0);
  const auto y1 = m.variable("y1", {.start = start[0], .fixed = true}),
             y2 = m.variable("y2", {.start = start[1], .fixed = level > 0}),
             l = m.variable("l", {.start = -4});
  for (int n = 1; n < d; ++n) {
    m.start(derivative(y1, n), on_the_circle(n, 1.0)[0]);
    if (n < level) m.start(derivative(y2, n), on_the_circle(n, 1.0)[1]);
  }
  const auto t = m.time();
  const auto right = on_the_circle<model::Formula>(d, t, sin(t * t), cos(t * t));
  m.equation("y1", derivative(y1, d) == right[0] + (l + 4 * t * t) * y1);
  m.equation("y2", derivative(y2, d) == right[1] + (l + 4 * t * t) * y2);
  model::Formula sum = 0 * y1;
  double binomial = 1;
  for (int i = 0; i <= level; ++i) {
    sum = sum + binomial * (derivative(y1, i) * derivative(y1, level - i) +
                            derivative(y2, i) * derivative(y2, level - i));
    binomial = binomial * (level - i) / (i + 1);
  }
  m.equation("circle", sum == (level == 0 ? 1.0 : 0.0));
  return m.problem();
}

struct OrderDErrors {
  double q = 0, top = 0, l = 0;
};

// The largest over [1, 2] with n steps in blocks of d·k+1, lengths 1 and 2 by turns or all equal; exact positions at the first nodes,
// derivatives by BDF (those that constraints are on: exact ones).
OrderDErrors order_d_errors(int d, int index, int k, int n, bool jumps, bool modified = true) {
  pipeline::Setup setup = support::second_order_setup(circle_of_order(d, d + 1 - index), 1);
  integrate::LevelBdf bdf(*setup.instance, modified);
  bdf.newton().set_tolerance(1e-14, true);
  bdf.restart(1, setup.start.y, setup.start.slope);
  const integrate::StateLevels layout(setup.instance->residual());
  const auto length = [&](int i) { return jumps && i / (d * k + 1) % 2 == 1 ? 2.0 : 1.0; };
  double sum = 0, t = 1;
  for (int i = 0; i < n; ++i) sum += length(i);
  OrderDErrors worst;
  for (int i = 0; i < n; ++i) {
    const double h = length(i) / sum;
    if (i < d * (k + 1)) {
      t += h;
      std::vector<double> y;
      for (int j = 0; j < layout.size(); ++j)
        y.push_back(layout.unknown(j) == 2 ? -4 * t * t
                                           : on_the_circle(layout.derivative(j), t)[layout.unknown(j)]);
      EXPECT_TRUE(bdf.take(t, y, k));
      continue;
    }
    if (!bdf.step(h, k, false)) throw std::runtime_error("no step");
    bdf.accept();
    t = bdf.t();
    for (const std::size_t j : {0, 1}) {
      worst.q = std::max(worst.q, std::fabs(bdf.x().level(0)[j] - on_the_circle(0, t)[j]));
      worst.top = std::max(worst.top, std::fabs(bdf.x().level(d - 1)[j] - on_the_circle(d - 1, t)[j]));
    }
    worst.l = std::max(worst.l, std::fabs(bdf.x().level(0)[2] + 4 * t * t));
  }
  return worst;
}

double order_d_rate(double coarse, double fine) { return std::log2(coarse / fine); }

// As far as rounding allows, which is divided by h^d; sand_formulas.cpp has the rest. Steps that jump by 2 are admitted up to index 4.
TEST(OrderDSystems, HaveTheOrderOfTheFormulaInPositionsDerivativesAndMultipliers) {
  constexpr int highest[2][4] = {{4, 4, 3, 0}, {4, 4, 3, 2}};  // order that is measured, by index
  for (int d = 3; d <= 4; ++d)
    for (int index = 2; index <= d + 1; ++index)
      for (int k = 1; k <= highest[d - 3][index - 2]; ++k)
        for (const bool jumps : {false, true}) {
          if (jumps && index == 5) continue;
          const int n = k == 1 ? 1280 : 320;
          const OrderDErrors coarse = order_d_errors(d, index, k, n, jumps),
                             fine = order_d_errors(d, index, k, 2 * n, jumps);
          EXPECT_GT(order_d_rate(coarse.q, fine.q), k - 0.55) << d << " " << index << " " << k << jumps;
          EXPECT_GT(order_d_rate(coarse.top, fine.top), k - 0.55) << d << " " << index << " " << k << jumps;
          EXPECT_GT(order_d_rate(coarse.l, fine.l), k - 0.55) << d << " " << index << " " << k << jumps;
        }
}

}  // namespace
}  // namespace trammel

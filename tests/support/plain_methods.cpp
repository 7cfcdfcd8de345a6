#include "support/plain_methods.hpp"

#include <cmath>
#include <stdexcept>

#include "integrate/collocation_rule.hpp"

namespace trammel::support {
namespace {

// dF/dy and dF/dy' by difference quotients: Newton's iteration goes on until nothing moves, so they need not
// be exact.
void jacobians(const PlainProblem& p, Real t, const RealVector& y, const RealVector& slope,
               RealMatrix& by_value, RealMatrix& by_slope) {
  const RealVector f = p.F(t, y, slope);
  for (int j = 0; j < p.n; ++j) {
    const Real d = 1e-9L;
    RealVector moved = y;
    moved(j) += d;
    by_value.col(j) = (p.F(t, moved, slope) - f) / d;
    moved = slope;
    moved(j) += d;
    by_slope.col(j) = (p.F(t, y, moved) - f) / d;
  }
}

// x <- solution of residual(x) = 0; `matrix` is called once per iteration.
void newton(RealVector& x, const std::function<RealVector(const RealVector&)>& residual,
            const std::function<RealMatrix(const RealVector&)>& matrix) {
  Real before = INFINITY;
  for (int iteration = 0; iteration < 60; ++iteration) {
    const RealVector step = matrix(x).fullPivLu().solve(residual(x));
    x -= step;
    const Real moved = step.cwiseAbs().maxCoeff(), size = 1 + x.cwiseAbs().maxCoeff();
    if (!(moved < 1e6L * size)) throw std::runtime_error("Newton's iteration diverges");
    if (moved < 1e-6L * size && moved >= before / 2) return;  // rounding
    if (moved == 0) return;
    before = moved;
  }
  throw std::runtime_error("Newton's iteration does not end");
}

std::vector<Real> class_errors(const PlainProblem& p, Real t, const RealVector& y) {
  const RealVector exact = p.exact(t);
  std::vector<Real> errors;
  for (const auto& members : p.classes) {
    Real worst = 0;
    for (const int j : members) worst = std::max(worst, std::fabs(y(j) - exact(j)));
    errors.push_back(worst);
  }
  return errors;
}

RealVector step(const PlainRungeKutta& m, const PlainProblem& p, Real t, Real h, const RealVector& y0) {
  const int s = static_cast<int>(m.c.size()), n = p.n;
  RealVector K(s * n);
  for (int i = 0; i < s; ++i) K.segment(i * n, n) = p.exact_slope(t + m.c(i) * h);
  const auto value = [&](const RealVector& slopes, int i) {
    RealVector y = y0;
    for (int j = 0; j < s; ++j) y += h * m.A(i, j) * slopes.segment(j * n, n);
    return y;
  };
  newton(
      K,
      [&](const RealVector& slopes) {
        RealVector r(s * n);
        for (int i = 0; i < s; ++i)
          r.segment(i * n, n) = p.F(t + m.c(i) * h, value(slopes, i), slopes.segment(i * n, n));
        return r;
      },
      [&](const RealVector& slopes) {
        RealMatrix J(s * n, s * n), by_value(n, n), by_slope(n, n);
        for (int i = 0; i < s; ++i) {
          jacobians(p, t + m.c(i) * h, value(slopes, i), slopes.segment(i * n, n), by_value, by_slope);
          for (int j = 0; j < s; ++j) J.block(i * n, j * n, n, n) = h * m.A(i, j) * by_value;
          J.block(i * n, i * n, n, n) += by_slope;
        }
        return J;
      });
  RealVector y1 = y0;
  for (int i = 0; i < s; ++i) y1 += h * m.b(i) * K.segment(i * n, n);
  return y1;
}

// The nodes of a rule, polished in extended precision: zeros of P_s (Gauss) or P_s − P_{s−1} (Radau).
RealVector polished(const integrate::CollocationRule& rule, bool radau) {
  const auto legendre = [](int n, Real u) {
    Real p = 1, before = 0;
    for (int k = 1; k <= n; ++k) {
      const Real next = ((2 * k - 1) * u * p - (k - 1) * before) / k;
      before = p;
      p = next;
    }
    return p;
  };
  const int s = rule.s;
  RealVector c(s);
  for (int i = 0; i < s; ++i) {
    const auto f = [&](Real x) { return legendre(s, 2 * x - 1) - (radau ? legendre(s - 1, 2 * x - 1) : 0); };
    Real x = static_cast<Real>(rule.c[i]);
    const Real d = 1e-6L, slope = (f(x + d) - f(x - d)) / (2 * d);
    for (int k = 0; k < 8; ++k) x -= f(x) / slope;
    c(i) = radau && i == s - 1 ? 1 : x;
  }
  return c;
}

// V_kj = c_j^k
RealMatrix powers(const RealVector& c) {
  const auto s = c.size();
  RealMatrix V(s, s);
  for (int k = 0; k < s; ++k)
    for (int j = 0; j < s; ++j) V(k, j) = std::pow(c(j), Real(k));
  return V;
}

RealVector weights(const RealVector& c) {  // B(s)
  RealVector right(c.size());
  for (int k = 0; k < c.size(); ++k) right(k) = Real(1) / (k + 1);
  return powers(c).fullPivLu().solve(right);
}

PlainRungeKutta collocation(const RealVector& c) {  // B(s) and C(s)
  const auto s = c.size();
  RealMatrix right(s, s);
  for (int k = 0; k < s; ++k)
    for (int i = 0; i < s; ++i) right(k, i) = std::pow(c(i), Real(k + 1)) / (k + 1);
  return {powers(c).fullPivLu().solve(right).transpose(), weights(c), c};
}

constexpr Real enough = 1e-17L;

}  // namespace

Real PlainRungeKutta::at_infinity() const {
  return 1 - b.dot(A.fullPivLu().solve(RealVector::Ones(c.size())));
}
bool PlainRungeKutta::satisfies_B(int p) const {
  for (int k = 1; k <= p; ++k)
    if (std::fabs(b.dot(RealVector(c.array().pow(Real(k - 1)))) - Real(1) / k) > enough) return false;
  return true;
}
bool PlainRungeKutta::satisfies_C(int q) const {
  for (int k = 1; k <= q; ++k)
    if (RealVector(A * RealVector(c.array().pow(Real(k - 1))) - RealVector(c.array().pow(Real(k))) / Real(k))
            .cwiseAbs()
            .maxCoeff() > enough)
      return false;
  return true;
}
bool PlainRungeKutta::satisfies_D(int r) const {
  for (int k = 1; k <= r; ++k)
    for (int j = 0; j < c.size(); ++j) {
      Real sum = -b(j) * (1 - std::pow(c(j), Real(k))) / k;
      for (int i = 0; i < c.size(); ++i) sum += b(i) * std::pow(c(i), Real(k - 1)) * A(i, j);
      if (std::fabs(sum) > enough) return false;
    }
  return true;
}

PlainRungeKutta plain_gauss(int s) { return collocation(polished(integrate::gauss_rule(s), false)); }
PlainRungeKutta plain_radau_iia(int s) { return collocation(polished(integrate::radau_rule(s), true)); }

// Left Radau points, B(2s−1) and D(s). [HW96, IV.5]
PlainRungeKutta plain_radau_ia(int s) {
  const RealVector right_nodes = polished(integrate::radau_rule(s), true);
  PlainRungeKutta m;
  m.c = (RealVector::Ones(s) - right_nodes).reverse();
  m.b = weights(m.c);
  RealMatrix left(s, s), right(s, s);
  for (int k = 1; k <= s; ++k)
    for (int j = 0; j < s; ++j) {
      left(k - 1, j) = m.b(j) * std::pow(m.c(j), Real(k - 1));
      right(k - 1, j) = m.b(j) * (1 - std::pow(m.c(j), Real(k))) / k;
    }
  m.A = left.fullPivLu().solve(right);
  return m;
}

PlainRungeKutta plain_lobatto_iiic(int s) {
  const Real r = std::sqrt(Real(5));
  PlainRungeKutta m;
  m.c.resize(s);
  if (s == 2) m.c << 0, 1;
  if (s == 3) m.c << 0, Real(1) / 2, 1;
  if (s == 4) m.c << 0, (5 - r) / 10, (5 + r) / 10, 1;
  m.b = weights(m.c);
  const RealVector inner = m.c.tail(s - 1);
  RealMatrix right(s - 1, s);
  for (int k = 1; k < s; ++k)
    for (int i = 0; i < s; ++i) right(k - 1, i) = std::pow(m.c(i), Real(k)) / k - (k == 1 ? m.b(0) : 0);
  m.A.resize(s, s);
  m.A.col(0).setConstant(m.b(0));
  m.A.rightCols(s - 1) = powers(inner).fullPivLu().solve(right).transpose();
  return m;
}

PlainRungeKutta plain_theta(Real theta) {
  return {RealMatrix::Constant(1, 1, theta), RealVector::Ones(1), RealVector::Constant(1, theta)};
}

std::vector<Real> plain_errors(const PlainRungeKutta& method, const PlainProblem& problem, int n,
                               Real t_end) {
  RealVector y = problem.exact(0);
  const Real h = t_end / n;
  for (int i = 0; i < n; ++i) y = step(method, problem, i * h, h, y);
  return class_errors(problem, t_end, y);
}

std::vector<Real> plain_orders(const PlainRungeKutta& method, const PlainProblem& problem, int n,
                               Real t_end) {
  const std::vector<Real> coarse = plain_errors(method, problem, n, t_end),
                          fine = plain_errors(method, problem, 2 * n, t_end);
  std::vector<Real> orders;
  for (std::size_t i = 0; i < coarse.size(); ++i) orders.push_back(std::log2(coarse[i] / fine[i]));
  return orders;
}

std::vector<std::vector<Real>> plain_bdf_errors(int k, const PlainProblem& problem,
                                                const std::vector<Real>& points) {
  const int n = problem.n;
  std::vector<RealVector> y;
  std::vector<std::vector<Real>> errors;
  for (std::size_t at = 0; at < points.size(); ++at) {
    const Real t = points[at];
    RealVector value = problem.exact(t);  // also the first guess
    if (static_cast<int>(at) >= k) {
      // Derivatives at t of the Lagrange polynomials of the points at .. at−k.
      std::vector<Real> weight(static_cast<std::size_t>(k) + 1);
      for (int j = 1; j <= k; ++j) {
        const Real node = points[at - j];
        weight[j] = 1 / (node - t);
        for (int i = 1; i <= k; ++i)
          if (i != j) weight[j] *= (t - points[at - i]) / (node - points[at - i]);
        weight[0] -= 1 / (node - t);
      }
      RealVector past = RealVector::Zero(n);
      for (int j = 1; j <= k; ++j) past += weight[j] * y[at - j];
      newton(
          value, [&](const RealVector& v) { return problem.F(t, v, weight[0] * v + past); },
          [&](const RealVector& v) {
            RealMatrix by_value(n, n), by_slope(n, n);
            jacobians(problem, t, v, weight[0] * v + past, by_value, by_slope);
            return RealMatrix(by_value + weight[0] * by_slope);
          });
    }
    y.push_back(value);
    errors.push_back(class_errors(problem, t, value));
  }
  return errors;
}

PlainProblem plain_index_1() {
  return {
      .n = 2,
      .F =
          [](Real t, const RealVector& y, const RealVector& d) {
            const Real c = std::cos(t), s = std::sin(t);
            RealVector r(2);
            r << d(0) - (y(1) * y(1) - c * c + c), y(1) + y(1) * y(1) * y(1) + y(0) - c - c * c * c - s;
            return r;
          },
      .exact = [](Real t) { return RealVector(Eigen::Matrix<Real, 2, 1>(std::sin(t), std::cos(t))); },
      .exact_slope = [](Real t) { return RealVector(Eigen::Matrix<Real, 2, 1>(std::cos(t), -std::sin(t))); },
      .classes = {{0}, {1}}};
}

PlainProblem plain_index_2() {
  const auto exact = [](Real t) {
    return RealVector(Eigen::Matrix<Real, 3, 1>(std::exp(t), std::exp(-2 * t), std::exp(2 * t)));
  };
  return {.n = 3,
          .F =
              [](Real, const RealVector& y, const RealVector& d) {
                RealVector r(3);
                r << d(0) - y(0) * y(1) * y(2), d(1) - (y(0) * y(0) * y(1) * y(1) - 3 * y(1) * y(1) * y(2)),
                    y(0) * y(0) * y(1) - 1;
                return r;
              },
          .exact = exact,
          .exact_slope =
              [exact](Real t) {
                RealVector y = exact(t);
                y(1) *= -2;
                y(2) *= 2;
                return y;
              },
          .classes = {{0, 1}, {2}}};
}

PlainProblem plain_circle(int index) {
  struct Angle {
    Real phi, rate, acceleration;
  };
  const auto angle = [](Real t) { return Angle{t + t * t / 4, 1 + t / 2, Real(1) / 2}; };
  const auto exact = [angle](Real t) {
    const Angle a = angle(t);
    const Real c = std::cos(a.phi), s = std::sin(a.phi);
    RealVector y(5);
    y << c, s, -a.rate * s, a.rate * c, a.rate * a.rate;
    return y;
  };
  PlainProblem p{.n = 5, .F = {}, .exact = exact, .exact_slope = {}, .classes = {{0, 1, 2, 3}, {4}}};
  if (index == 3) p.classes = {{0, 1}, {2, 3}, {4}};
  p.F = [angle, index](Real t, const RealVector& y, const RealVector& d) {
    const Real drive = angle(t).acceleration, square = y(0) * y(0) + y(1) * y(1);
    RealVector r(5);
    r << d(0) - y(2), d(1) - y(3), d(2) + y(4) * y(0) + drive * y(1), d(3) + y(4) * y(1) - drive * y(0), 0;
    if (index == 3) r(4) = square - 1;
    if (index == 2) r(4) = y(0) * y(2) + y(1) * y(3);
    if (index == 1) r(4) = y(2) * y(2) + y(3) * y(3) - y(4) * square;
    return r;
  };
  p.exact_slope = [angle, exact](Real t) {
    const Angle a = angle(t);
    const RealVector y = exact(t);
    RealVector d(5);
    d << y(2), y(3), -y(4) * y(0) - a.acceleration * y(1), -y(4) * y(1) + a.acceleration * y(0),
        2 * a.rate * a.acceleration;
    return d;
  };
  return p;
}

PlainProblem plain_chain(int index) {
  const auto exact = [index](Real t) { return RealVector(RealVector::Constant(index, std::exp(t))); };
  PlainProblem p{.n = index, .F = {}, .exact = exact, .exact_slope = exact, .classes = {}};
  p.F = [index](Real t, const RealVector& y, const RealVector& d) {
    RealVector r(index);
    r(0) = y(0) - std::exp(t);
    for (int i = 1; i < index; ++i) r(i) = y(i) - d(i - 1);
    return r;
  };
  for (int i = 0; i < index; ++i) p.classes.push_back({i});
  return p;
}

}  // namespace trammel::support

// experiments/wun05_table_6_1.cpp: Runge-Kutta methods for y'' = f(t, y, y', λ), 0 = g(y). [Wun05, (6.15),
// (6.25), Table 6.1, Theorem 6.1.1, section 8.2]
//
//   Q_i = q + h c_i v + h² Σ ã_ij K_j,   V_i = v + h Σ a_ij K_j,   K_i = f(Q_i, V_i, Λ_i),   g(Q_i)/h² = 0
//
// with Ã = A², b̃ = bᵀA. Unknowns are K_i and the stage values Λ_i: the condition number then does not depend
// on h. λ and λ' follow from Λ'' = Ã⁻¹(Λ - λ - h c λ')/h² as q and v from K.
#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>
#include <functional>

#include "experiments/programs.hpp"
#include "linalg/elimination.hpp"

namespace trammel::experiments {
namespace {

using Real = long double;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

Vector solved(const Matrix& A, Vector b) {
  Matrix by_rows = A.transpose();
  linalg::eliminate(by_rows.data(), static_cast<int>(A.rows()), b.data(), 1);
  return b;
}

// The largest singular value over the smallest, by rotations of pairs of columns until all are orthogonal
// [GVL13, 8.6.3].
Real condition_of(Matrix A) {
  for (bool turned = true; turned;) {
    turned = false;
    for (long p = 0; p < A.cols(); ++p)
      for (long q = p + 1; q < A.cols(); ++q) {
        const Real a = A.col(p).squaredNorm(), b = A.col(q).squaredNorm(), c = A.col(p).dot(A.col(q));
        if (std::fabs(c) <= 1e-18L * std::sqrt(a * b)) continue;
        turned = true;
        const Real zeta = (b - a) / (2 * c),
                   tangent = std::copysign(1 / (std::fabs(zeta) + std::hypot(zeta, 1.0L)), zeta),
                   cosine = 1 / std::hypot(tangent, 1.0L);
        const Vector left = A.col(p), right = A.col(q);
        A.col(p) = cosine * (left - tangent * right);
        A.col(q) = cosine * (right + tangent * left);
      }
  }
  const Vector sizes = A.colwise().norm().transpose();
  return sizes.maxCoeff() / sizes.minCoeff();
}

struct StageTableau {
  Matrix A;
  Vector b, c;
  Matrix At() const { return A.lazyProduct(A); }
  Vector bt() const { return A.transpose().lazyProduct(b); }
};

StageTableau gauss() {
  const Real s = std::sqrt(3.0L);
  StageTableau t{Matrix(2, 2), Vector(2), Vector(2)};
  t.A << 0.25L, (3 - 2 * s) / 12, (3 + 2 * s) / 12, 0.25L;
  t.b << 0.5L, 0.5L;
  t.c << (3 - s) / 6, (3 + s) / 6;
  return t;
}
StageTableau radau_2() {
  StageTableau t{Matrix(2, 2), Vector(2), Vector(2)};
  t.A << 5 / 12.0L, -1 / 12.0L, 0.75L, 0.25L;
  t.b << 0.75L, 0.25L;
  t.c << 1 / 3.0L, 1;
  return t;
}
StageTableau radau_3() {
  const Real s = std::sqrt(6.0L);
  StageTableau t{Matrix(3, 3), Vector(3), Vector(3)};
  t.A << (88 - 7 * s) / 360, (296 - 169 * s) / 1800, (-2 + 3 * s) / 225, (296 + 169 * s) / 1800,
      (88 + 7 * s) / 360, (-2 - 3 * s) / 225, (16 - s) / 36, (16 + s) / 36, 1 / 9.0L;
  t.b << (16 - s) / 36, (16 + s) / 36, 1 / 9.0L;
  t.c << (4 - s) / 10, (4 + s) / 10, 1;
  return t;
}

struct Problem {
  int n = 2, m = 1;
  Real t0 = 0, t1 = 1;
  std::function<Vector(Real t, const Vector& q, const Vector& v, const Vector& lambda)> f;
  std::function<Vector(const Vector& q)> g;
  std::function<Vector(Real t, int derivative)> q, lambda;  // exact; the ODE has its start only
};

Vector vector(std::initializer_list<Real> values) {
  Vector v(static_cast<long>(values.size()));
  long i = 0;
  for (const Real x : values) v[i++] = x;
  return v;
}

Vector circle(const Vector& q) { return vector({q[0] * q[0] + q[1] * q[1] - 1}); }

Problem plain_example_1() {  // (8.1): q = (sin t, cos t), λ = sin t cos t
  Problem p;
  p.f = [](Real, const Vector& q, const Vector& v, const Vector& l) {
    return vector(
        {-q[0] - 2 * q[0] * v[0] * v[1] - 2 * q[0] * l[0], -v[0] + 2 * q[0] * q[1] * q[1] - 2 * q[1] * l[0]});
  };
  p.g = circle;
  p.q = [](Real t, int d) {
    return d == 0 ? vector({std::sin(t), std::cos(t)}) : vector({std::cos(t), -std::sin(t)});
  };
  p.lambda = [](Real t, int d) { return vector({d == 0 ? std::sin(2 * t) / 2 : std::cos(2 * t)}); };
  return p;
}

Problem track() {  // the circular track of Table 2.2
  Problem p;
  p.t0 = 1, p.t1 = 1.5L;
  p.f = [](Real, const Vector& q, const Vector&, const Vector& l) {
    return vector({2 * q[1] + l[0] * q[0], -2 * q[0] + l[0] * q[1]});
  };
  p.g = circle;
  p.q = [](Real t, int d) {
    const Real s = std::sin(t * t), c = std::cos(t * t);
    return d == 0 ? vector({s, c}) : vector({2 * t * c, -2 * t * s});
  };
  p.lambda = [](Real t, int d) { return vector({d == 0 ? -4 * t * t : -8 * t}); };
  return p;
}

Problem ode() {
  Problem p;
  p.n = 1, p.m = 0;
  p.f = [](Real, const Vector& q, const Vector& v, const Vector&) {
    return vector({-std::sin(q[0]) - 0.2L * v[0] * v[0]});
  };
  p.g = [](const Vector&) { return Vector(0); };
  p.q = [](Real, int d) { return vector({d == 0 ? 1.0L : 0.3L}); };
  p.lambda = [](Real, int) { return Vector(0); };
  return p;
}

struct State {
  Vector q, v, lambda, slope;
};

State step(const Problem& p, const StageTableau& tableau, Real t, Real h, const State& from) {
  const long s = tableau.b.size(), n = p.n, m = p.m;
  const Matrix At = tableau.At();
  const auto residual = [&](const Vector& x) {
    Vector r(x.size());
    for (long i = 0; i < s; ++i) {
      Vector Q = from.q + h * tableau.c[i] * from.v, V = from.v;
      for (long j = 0; j < s; ++j) {
        Q += h * h * At(i, j) * x.segment(j * n, n);
        V += h * tableau.A(i, j) * x.segment(j * n, n);
      }
      r.segment(i * n, n) =
          x.segment(i * n, n) - p.f(t + tableau.c[i] * h, Q, V, x.segment(s * n + i * m, m));
      if (m > 0) r.segment(s * n + i * m, m) = p.g(Q) / (h * h);
    }
    return r;
  };
  Vector x(s * (n + m));
  for (long i = 0; i < s; ++i) {
    x.segment(i * n, n) = p.f(t, from.q, from.v, from.lambda);
    if (m > 0) x.segment(s * n + i * m, m) = from.lambda;
  }
  for (int iteration = 0; iteration < 40; ++iteration) {
    const Vector r = residual(x);
    Matrix J(x.size(), x.size());
    for (long i = 0; i < x.size(); ++i) {
      Vector moved = x;
      const Real d = 1e-8L * (1 + std::fabs(x[i]));
      moved[i] += d;
      J.col(i) = (residual(moved) - r) / d;
    }
    const Vector correction = solved(J, r);
    x -= correction;
    if (correction.cwiseAbs().maxCoeff() < 1e-16L * (1 + x.cwiseAbs().maxCoeff())) break;
  }
  State to{from.q + h * from.v, from.v, from.lambda + h * from.slope, from.slope};
  const Vector bt = tableau.bt();
  for (long i = 0; i < s; ++i) {
    to.q += h * h * bt[i] * x.segment(i * n, n);
    to.v += h * tableau.b[i] * x.segment(i * n, n);
  }
  if (m > 0) {  // m = 1
    Vector defect(s);
    for (long i = 0; i < s; ++i) defect[i] = x[s * n + i] - from.lambda[0] - h * tableau.c[i] * from.slope[0];
    const Vector second = solved(At, defect) / (h * h);
    to.lambda[0] += h * h * bt.dot(second);
    to.slope[0] += h * tableau.b.dot(second);
  }
  return to;
}

State start(const Problem& p) { return {p.q(p.t0, 0), p.q(p.t0, 1), p.lambda(p.t0, 0), p.lambda(p.t0, 1)}; }

// The largest errors of q, q', λ, λ' over all steps.
std::array<double, 4> errors(const Problem& p, const StageTableau& tableau, int steps) {
  const Real h = (p.t1 - p.t0) / static_cast<Real>(steps);
  State y = start(p);
  std::array<Real, 4> worst{};
  for (int i = 0; i < steps; ++i) {
    y = step(p, tableau, p.t0 + h * static_cast<Real>(i), h, y);
    const Real t = p.t0 + h * static_cast<Real>(i + 1);
    worst[0] = std::max(worst[0], (y.q - p.q(t, 0)).cwiseAbs().maxCoeff());
    worst[1] = std::max(worst[1], (y.v - p.q(t, 1)).cwiseAbs().maxCoeff());
    worst[2] = std::max(worst[2], (y.lambda - p.lambda(t, 0)).cwiseAbs().maxCoeff());
    worst[3] = std::max(worst[3], (y.slope - p.lambda(t, 1)).cwiseAbs().maxCoeff());
  }
  return {static_cast<double>(worst[0]), static_cast<double>(worst[1]), static_cast<double>(worst[2]),
          static_cast<double>(worst[3])};
}

State ode_end(const StageTableau& tableau, int steps) {
  const Problem p = ode();
  State y = start(p);
  for (int i = 0; i < steps; ++i) y = step(p, tableau, 0, 1.0L / static_cast<Real>(steps), y);
  return y;
}

// The stage matrix (8.13) at t = 0.5 for the unknowns (K, Λ''); scaled: rows of g over h², columns of Λ''
// over h².
double condition(const StageTableau& tableau, Real h, bool rows, bool columns) {
  const Problem p = plain_example_1();
  const Vector q = p.q(0.5L, 0), v = p.q(0.5L, 1), l = p.lambda(0.5L, 0);
  const long s = 2, n = 2;
  const auto difference = [](const std::function<Vector(Real)>& f) {
    return Vector((f(1e-6L) - f(-1e-6L)) / 2e-6L);
  };
  Matrix fq(2, 2), fv(2, 2), fl(2, 1), G(1, 2);
  for (int i = 0; i < 2; ++i) {
    const Vector e = Vector::Unit(2, i);
    fq.col(i) = difference([&](Real d) { return p.f(0.5L, q + d * e, v, l); });
    fv.col(i) = difference([&](Real d) { return p.f(0.5L, q, v + d * e, l); });
    G.col(i) = difference([&](Real d) { return p.g(q + d * e); });
  }
  fl.col(0) = difference([&](Real d) { return p.f(0.5L, q, v, l + Vector::Constant(1, d)); });
  const Matrix At = tableau.At();
  Matrix J = Matrix::Zero(s * (n + 1), s * (n + 1));
  for (long i = 0; i < s; ++i)
    for (long j = 0; j < s; ++j) {
      J.block(i * n, j * n, n, n) = -h * h * At(i, j) * fq - h * tableau.A(i, j) * fv;
      if (i == j) J.block(i * n, j * n, n, n) += Matrix::Identity(n, n);
      J.block(i * n, s * n + j, n, 1) = -h * h * At(i, j) * fl;
      J.block(s * n + i, j * n, 1, n) = h * h * At(i, j) * G;
    }
  if (rows) J.bottomRows(s) /= h * h;
  if (columns) J.rightCols(s) /= h * h;
  return static_cast<double>(condition_of(J));
}

}  // namespace

void wun05_table_6_1(Findings& into) {
  const char* quantities[] = {"q", "q'", "lambda", "lambda'"};
  const struct {
    const char* name;
    StageTableau tableau;
  } methods[] = {{"Radau IIA, s = 2", radau_2()}, {"Gauss, s = 2", gauss()}, {"Radau IIA, s = 3", radau_3()}};
  for (int i = 0; i < 2; ++i) {
    const Matrix At = methods[i].tableau.At();
    const Vector bt = methods[i].tableau.bt();
    for (int r = 0; r < 2; ++r) {
      for (int c = 0; c < 2; ++c)
        into.set(methods[i].name, fmt::format("a~_{}{}", r + 1, c + 1), static_cast<double>(At(r, c)));
      into.set(methods[i].name, fmt::format("b~_{}", r + 1), static_cast<double>(bt[r]));
    }
  }
  report::Figure figure{.title = "Second-order Runge-Kutta methods at index 3: circular track", .panels = {}};
  for (const auto& [name, tableau] : methods) {
    for (const bool special : {true, false}) {
      const Problem p = special ? plain_example_1() : track();
      const std::string row = fmt::format("{}, {}", name, special ? "Example 1" : "circular track");
      const auto coarse = errors(p, tableau, 80), fine = errors(p, tableau, 160),
                 few = errors(p, tableau, 10);
      for (const int n : {20, 40, 80}) {
        const auto found = errors(p, tableau, n);
        for (int k = 0; k < 4; ++k)
          into.set(row, fmt::format("error of {}, N = {}", quantities[k], n), found[k]);
      }
      for (int k = 0; k < 4; ++k) {
        into.set(row, fmt::format("order of {}", quantities[k]), std::log2(coarse[k] / fine[k]));
        into.set(row, fmt::format("error of {}, N = 10", quantities[k]), few[k]);
      }
      if (special || tableau.b.size() == 3) continue;
      report::Panel panel{
          .title = name, .x_label = "steps", .y_label = "largest error", .log_x = true, .log_y = true};
      for (int k = 0; k < 4; ++k)
        panel.curves.push_back({quantities[k], {10, 80, 160}, {few[k], coarse[k], fine[k]}});
      figure.panels.push_back(panel);
    }
  }
  into.figures.push_back({"orders", figure});
  const State exact = ode_end(radau_3(), 640);
  for (int i = 0; i < 2; ++i) {
    const State coarse = ode_end(methods[i].tableau, 40), fine = ode_end(methods[i].tableau, 80);
    const std::string row = fmt::format("{}, ODE", methods[i].name);
    into.set(row, "order of y",
             static_cast<double>(std::log2(std::fabs((coarse.q - exact.q)[0] / (fine.q - exact.q)[0]))));
    into.set(row, "order of y'",
             static_cast<double>(std::log2(std::fabs((coarse.v - exact.v)[0] / (fine.v - exact.v)[0]))));
  }
  for (int i = 0; i < 2; ++i)
    for (const Real h : {1e-1L, 1e-2L, 1e-3L, 1e-4L}) {
      const std::string row = fmt::format("{}, h = {:g}", methods[i].name, static_cast<double>(h));
      into.set(row, "condition, unscaled", condition(methods[i].tableau, h, false, false));
      into.set(row, "condition, rows", condition(methods[i].tableau, h, true, false));
      into.set(row, "condition, rows and columns", condition(methods[i].tableau, h, true, true));
    }
}

}  // namespace trammel::experiments

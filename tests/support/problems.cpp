#include "support/problems.hpp"

#include <array>
#include <cmath>

#include "expr/derivative.hpp"
#include "support/andrews_data.hpp"

namespace trammel::support {

using model::der;
using model::Formula;
using model::Model;

namespace {

// Coordinates and their velocities and accelerations, as derivatives or as variables of their own.
struct Coordinates {
  std::vector<Formula> q, v, a;
};

Coordinates coordinates(Model& m, Form form, const std::vector<std::string>& names,
                        const std::vector<double>& start, const std::vector<double>& velocity) {
  Coordinates c;
  for (std::size_t i = 0; i < names.size(); ++i) {
    c.q.push_back(m.variable(names[i], {.start = start[i]}));
    if (form == Form::first_order) {
      c.v.push_back(m.variable("v_" + names[i], {.start = velocity[i]}));
      c.a.push_back(der(c.v[i]));
      m.equation("rate of " + names[i], der(c.q[i]) == c.v[i]);
    } else {
      c.v.push_back(der(c.q[i]));
      c.a.push_back(form == Form::second_order ? der(c.q[i], 2) : m.variable("a_" + names[i]));
      if (form == Form::accelerations) m.equation("acceleration " + names[i], der(c.q[i], 2) == c.a[i]);
      m.start(c.v[i], velocity[i], model::Rank::preferred);
    }
  }
  return c;
}

}  // namespace

model::Problem pendulum(Form form) {
  Model m("pendulum");
  m.interval(0, 10);
  const Coordinates c = coordinates(m, form, {"x", "y"}, {1, 0}, {0, 0});
  const Formula lambda = m.variable("lambda"), g = m.parameter("g", 9.81);
  m.equation("horizontal", c.a[0] == -lambda * c.q[0]);
  m.equation("vertical", c.a[1] == -lambda * c.q[1] - g);
  m.equation("rod", c.q[0] * c.q[0] + c.q[1] * c.q[1] == 1.0);
  return m.problem();
}

model::Problem unit_pendulum() {
  Model m("pendulum");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), y = m.variable("y"), l = m.variable("lambda");
  m.start(der(y), 0);
  m.equation("x", der(x, 2) == -l * x);
  m.equation("y", der(y, 2) == -l * y - 1.0);
  m.equation("rod", x * x + y * y == 1.0);
  return m.problem();
}

model::Problem ellipse() {
  Model m("ellipse");
  const auto x = m.variable("x", {.start = 1}), y = m.variable("y", {.start = 0, .fixed = true}),
             l = m.variable("lambda");
  m.start(der(y), 0.5);
  m.equation("x", der(x, 2) == -2.0 * l * x);
  m.equation("y", der(y, 2) == -8.0 * l * y - 1.0);
  m.equation("ellipse", x * x + 4.0 * y * y == 1.0);
  return m.problem();
}

model::Problem double_pendulum(Form form) {
  Model m("double_pendulum");
  m.interval(0, 2);
  const Coordinates c = coordinates(m, form, {"x1", "y1", "x2", "y2"}, {1, 0, 2, 0}, {0, 0, 0, 0});
  const Formula l1 = m.variable("lambda1"), l2 = m.variable("lambda2"), g = m.parameter("g", 9.81);
  const Formula dx = c.q[2] - c.q[0], dy = c.q[3] - c.q[1];
  m.equation("x1 motion", c.a[0] == -l1 * c.q[0] + l2 * dx);
  m.equation("y1 motion", c.a[1] == -l1 * c.q[1] + l2 * dy - g);
  m.equation("x2 motion", c.a[2] == -l2 * dx);
  m.equation("y2 motion", c.a[3] == -l2 * dy - g);
  m.equation("upper rod", c.q[0] * c.q[0] + c.q[1] * c.q[1] == 1.0);
  m.equation("lower rod", dx * dx + dy * dy == 1.0);
  return m.problem();
}

// Angles from the downward vertical; equal masses and lengths. Classical Runge-Kutta in long double with
// steps so small that its error is below 1e-12.
std::vector<double> double_pendulum_end() {
  using Real = long double;
  using State = std::array<Real, 4>;
  const Real g = 9.81L;
  const auto f = [&](const State& s) -> State {
    const Real a = s[0], b = s[1], u = s[2], w = s[3], d = a - b;
    // [2 cos d; cos d 1] (a'', b'') = (-w² sin d - 2 g sin a, u² sin d - g sin b)
    const Real r1 = -w * w * std::sin(d) - 2 * g * std::sin(a), r2 = u * u * std::sin(d) - g * std::sin(b);
    const Real det = 2 - std::cos(d) * std::cos(d);
    return {u, w, (r1 - std::cos(d) * r2) / det, (2 * r2 - std::cos(d) * r1) / det};
  };
  const auto plus = [](const State& s, const State& k, Real h) {
    State r;
    for (int i = 0; i < 4; ++i) r[i] = s[i] + h * k[i];
    return r;
  };
  State s = {std::acos(-1.0L) / 2, std::acos(-1.0L) / 2, 0, 0};
  const int n = 20000;
  const Real h = 2.0L / n;
  for (int i = 0; i < n; ++i) {
    const State k1 = f(s), k2 = f(plus(s, k1, h / 2)), k3 = f(plus(s, k2, h / 2)), k4 = f(plus(s, k3, h));
    for (int j = 0; j < 4; ++j) s[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
  }
  const Real x = std::sin(s[0]), y = -std::cos(s[0]);
  return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(x + std::sin(s[1])),
          static_cast<double>(y - std::cos(s[1]))};
}

model::Problem andrews(Form form) {
  Model m("andrews");
  m.interval(0, 0.03);
  const Coordinates c =
      coordinates(m, form, {"q1", "q2", "q3", "q4", "q5", "q6", "q7"},
                  std::vector<double>(andrews_data::q0, andrews_data::q0 + 7), std::vector<double>(7, 0.0));
  std::vector<Formula> lambda;
  for (int k = 0; k < 6; ++k) lambda.push_back(m.variable("lambda" + std::to_string(k + 1)));
  const auto t = andrews_data::terms(c.q.data(), c.v.data());
  for (int i = 0; i < 7; ++i) {
    Formula sum = -t.f[i];
    for (int j = 0; j < 7; ++j)
      if (t.M[i][j].graph() || t.M[i][j].number() != 0) sum = sum + t.M[i][j] * c.a[j];
    const expr::Expr by = c.q[i].in(m.graph());
    for (int k = 0; k < 6; ++k)
      sum = sum +
            Formula(m.graph(), gradient(m.graph(), t.g[k].in(m.graph()), std::span(&by, 1))[0]) * lambda[k];
    m.equation("body " + std::to_string(i + 1), sum == 0.0);
  }
  for (int k = 0; k < 6; ++k) m.equation("loop " + std::to_string(k + 1), t.g[k] == 0.0);
  return m.problem();
}

// L = 1, L0 = 1/2, eps = 0.01, M = 10, r = 0.1, omega = 10, gravity 1. [IVP test set, car axis]
model::Problem car_axis(Form form) {
  Model m("car_axis");
  m.interval(0, 3);
  const Coordinates c = coordinates(m, form, {"xl", "yl", "xr", "yr"}, {0, 0.5, 1, 0.5}, {-0.5, 0, -0.5, 0});
  const Formula l1 = m.variable("lambda1"), l2 = m.variable("lambda2");
  const double L = 1, L0 = 0.5, k = 0.01 * 0.01 * 10 / 2, r = 0.1, omega = 10, gravity = 1;
  const Formula &xl = c.q[0], &yl = c.q[1], &xr = c.q[2], &yr = c.q[3];
  const Formula yb = r * sin(omega * m.time()), xb = sqrt(L * L - yb * yb);
  const Formula Ll = sqrt(xl * xl + yl * yl), Lr = sqrt(pow(xr - xb, 2.0) + pow(yr - yb, 2.0));
  m.equation("left x", k * c.a[0] == (L0 - Ll) * xl / Ll + l1 * xb + 2.0 * l2 * (xl - xr));
  m.equation("left y", k * c.a[1] == (L0 - Ll) * yl / Ll + l1 * yb + 2.0 * l2 * (yl - yr) - k * gravity);
  m.equation("right x", k * c.a[2] == (L0 - Lr) * (xr - xb) / Lr - 2.0 * l2 * (xl - xr));
  m.equation("right y", k * c.a[3] == (L0 - Lr) * (yr - yb) / Lr - 2.0 * l2 * (yl - yr) - k * gravity);
  m.equation("left guide", xl * xb + yl * yb == 0.0);
  m.equation("axle", pow(xl - xr, 2.0) + pow(yl - yr, 2.0) == L * L);
  return m.problem();
}

model::Problem moving_point() {
  Model m("moving point");
  m.interval(0, 4);
  const Formula a = m.variable("a", {.start = 1, .fixed = true}), b = m.variable("b", {.start = 0}),
                z = m.variable("z", {.start = 1});
  const Formula t = m.time(), theta = t + t * t / 4.0;
  const Formula speed = 1.0 + t / 2.0 + 2.0 * (a - cos(theta)) - 1.5 * (b - sin(theta));
  m.equation("a", der(a) == -speed * b + (z - cos(t)) * a);
  m.equation("b", der(b) == speed * a + (z - cos(t)) * b);
  m.equation("circle", a * a + b * b == 1.0);
  return m.problem();
}

model::Problem chain(int n) {
  Model m("chain");
  m.interval(0, 1);
  const Formula g = m.parameter("g", 9.81);
  std::vector<Formula> x{0.0}, y{0.0}, lambda;
  for (int i = 1; i <= n; ++i) {
    const std::string number = std::to_string(i);
    x.push_back(m.variable("x" + number, {.start = 0.6 * i}));
    y.push_back(m.variable("y" + number, {.start = -0.8 * i}));
    lambda.push_back(m.variable("lambda" + number));
  }
  for (int i = 1; i <= n; ++i) {
    const std::string number = std::to_string(i);
    const Formula dx = x[i] - x[i - 1], dy = y[i] - y[i - 1];
    Formula fx = -lambda[i - 1] * dx, fy = -lambda[i - 1] * dy - g;
    if (i < n) {
      fx = fx + lambda[i] * (x[i + 1] - x[i]);
      fy = fy + lambda[i] * (y[i + 1] - y[i]);
    }
    m.equation("x motion " + number, der(x[i], 2) == fx);
    m.equation("y motion " + number, der(y[i], 2) == fy);
    m.equation("rod " + number, dx * dx + dy * dy == 1.0);
  }
  return m.problem();
}

}  // namespace trammel::support

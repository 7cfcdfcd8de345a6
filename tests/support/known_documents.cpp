#include "support/known_models.hpp"

namespace trammel::support {

using expr::der;
using expr::Formula;
using model::Model;

namespace {

// [HW96, (VII.1.9)]: index 2, the hidden constraint is (1.9c).
KnownModel steering_wheel() {
  Model m("steering wheel");
  auto y1 = m.variable("y1", {.start = 1}), y2 = m.variable("y2", {.start = 0}),
       z = m.variable("z", {.start = 0.1});
  m.equation("a1", der(y1) == 0.7 * y2 + sin(2.5 * z));
  m.equation("a2", der(y2) == 1.4 * y1 + cos(2.5 * z));
  m.equation("circle", y1 * y1 + y2 * y2 == 1);
  m.interval(0, 0.3);  // at 0.345 it comes to where z is no longer determined
  return {"HW96 (VII.1.9)", m, 2, 1, {}, {{"circle", 1}}};
}

// [HW96, (VII.1.12)]
KnownModel linear_index_3() {
  Model m("1.12");
  auto z1 = m.variable("z1"), z2 = m.variable("z2"), z3 = m.variable("z3");
  auto t = m.time();
  m.equation("first", der(z2) + z1 == sin(t));
  m.equation("second", der(z3) + z2 == cos(2 * t));
  m.equation("third", z3 == exp(-t));
  return {"HW96 (VII.1.12)", m, 3, 0, {}, {{"third", 1}}};
}

// [HW96, (VII.1.31)], Lubich's example: differentiation index 1 (perturbation index 2).
KnownModel lubich() {
  Model m("1.31");
  auto y1 = m.variable("y1"), y2 = m.variable("y2"), y3 = m.variable("y3");
  m.equation("first", der(y1) - y3 * der(y2) + y2 * der(y3) == 0.0);
  m.equation("second", y2 == 0.0);
  m.equation("third", y3 == 0.0);
  return {"HW96 (VII.1.31)", m, 1, 1};
}

// [HW96, (VII.1.32)], Campbell & Gear: y_m N y' + y = 0 has differentiation index 1; the structure says m.
KnownModel campbell_gear(int n) {
  Model m("1.32");
  std::vector<Formula> y;
  for (int i = 0; i < n; ++i) y.push_back(m.variable("y" + std::to_string(i + 1)));
  for (int i = 0; i + 1 < n; ++i)
    m.equation("row " + std::to_string(i + 1), y[n - 1] * der(y[i + 1]) + y[i] == 0.0);
  m.equation("last", y[n - 1] == 0.0);
  return {"HW96 (VII.1.32), m = " + std::to_string(n), m, 1, 0, n};
}

// [HW96, (VII.1.39), (1.52), exercise 8]: index 1 if D > 0; 3 if D = 0 and BᵀCB > 0.
KnownModel control(double D) {
  Model m("control");
  auto y = m.variable("y", {.start = 1}), v = m.variable("v"), u = m.variable("u");
  m.equation("state", der(y) == -y + 2 * u + sin(m.time()));
  m.equation("adjoint", der(v) == v - 3 * y);
  m.equation("minimum", D > 0 ? 2 * v + D * u == 0.0 : 2 * v == 0.0);
  return {D > 0 ? "HW96 (VII.1.52), D > 0" : "HW96 (VII.1.52), D = 0", m, D > 0 ? 1 : 3, D > 0 ? 2 : 0};
}

KnownModel nonlinear_control() {  // (1.40): v f_uu + φ_uu = 2 + 12 u² does not vanish
  Model m("nonlinear control");
  auto y = m.variable("y", {.start = 0.5}), v = m.variable("v", {.start = 0.1}), u = m.variable("u");
  m.equation("state", der(y) == -y * y + u);
  m.equation("adjoint", der(v) == 2 * y * v - y);
  m.equation("minimum", 0.0 == v + 2 * u + 4 * u * u * u);
  return {"HW96 (VII.1.39)", m, 1, 2};
}

KnownModel vector_control() {  // BᵀCB = 1; constraints v2 = 0, v1 + y2 = 0 and one for u
  Model m("vector control");
  auto y1 = m.variable("y1", {.start = 1}), y2 = m.variable("y2"), v1 = m.variable("v1"),
       v2 = m.variable("v2"), u = m.variable("u");
  m.equation("y1", der(y1) == y2);
  m.equation("y2", der(y2) == -y1 + u);
  m.equation("v1", der(v1) == v2 - y1);
  m.equation("v2", der(v2) == -v1 - y2);
  m.equation("minimum", v2 == 0.0);
  return {"HW96 VII.1, exercise 8c with two states", m, 3, 2};
}

// Lecture notes, example 10.1: index 2, no freedom, for every η; E y' + A y has a singular top Jacobian.
KnownModel moving_kernel(double eta) {
  Model m("10.1");
  auto y1 = m.variable("y1"), y2 = m.variable("y2");
  auto t = m.time();
  m.equation("constraint", y1 + eta * t * y2 == sin(t));
  m.equation("dynamics", der(y1) + eta * t * der(y2) + (1 + eta) * y2 == 0.0);
  m.interval(1, 2);
  // Even at η = 0 the pattern still shows y2: the index depends on numbers.
  return {"[AP98, example 10.1], eta = " + std::to_string(eta), m, 2, 0, 1};
}

// [Wun05, example 3.2.1]: the second-order system asks for f2'', the naive first-order form for f2'''.
KnownModel second_order(bool naive) {
  Model m("3.2.1");
  auto x1 = m.variable("x1"), x2 = m.variable("x2");
  auto t = m.time();
  if (!naive) {
    m.equation("first", der(x1, 2) + der(x1) + x2 == sin(t));
    m.equation("second", x1 == cos(3 * t));
    return {"Wun05 example 3.2.1", m, 3, 0, {}, {{"second", 1}}};
  }
  auto v1 = m.variable("v1"), v2 = m.variable("v2");
  m.equation("first", der(v1) + v1 + x2 == sin(t));
  m.equation("second", x1 == cos(3 * t));
  m.equation("v1", der(x1) == v1);
  m.equation("v2", der(x2) == v2);
  return {"Wun05 (3.11)", m, 4, 0};
}

// [Wun05, remark 3.2.3]: a derivative of the multiplier as a variable costs an index.
KnownModel pendulum_with_w() {
  Model m("3.2.3");
  auto x = m.variable("x", {.start = 0.6}), y = m.variable("y", {.start = -0.8}), u = m.variable("u"),
       v = m.variable("v"), lambda = m.variable("lambda"), w = m.variable("w");
  m.equation("x", der(x) == u);
  m.equation("y", der(y) == v);
  m.equation("u", der(u) == -lambda * x);
  m.equation("v", der(v) == -lambda * y - 1);
  m.equation("w", der(lambda) == w);
  m.equation("rod", x * x + y * y == 1);
  return {"Wun05 remark 3.2.3", m, 4, 2, {}, {{"rod", 1}}};
}

KnownModel paraboloid() {  // [Wun05, example 7.2.2]: hidden (7.33)
  Model m("7.2.2");
  auto q1 = m.variable("q1", {.start = 0.5}), q2 = m.variable("q2", {.start = 0.5}), q3 = m.variable("q3"),
       lambda = m.variable("lambda");
  m.equation("1", der(q1, 2) == 2 * lambda * q1);
  m.equation("2", der(q2, 2) == 2 * lambda * q2);
  m.equation("3", der(q3, 2) == -lambda - 1);
  m.equation("bowl", q1 * q1 + q2 * q2 == q3);
  return {"Wun05 example 7.2.2", m, 3, 4, {}, {{"bowl", 1}}};
}

KnownModel second_order_ggl() {  // [Wun05, (7.19), theorem 7.2.1] on the unit circle: d-index 2, structure 3
  Model m("7.19");
  auto x = m.variable("x", {.start = 0.6}), y = m.variable("y", {.start = -0.8}),
       lambda = m.variable("lambda"), eta = m.variable("eta");
  m.equation("x", der(x, 2) == -2 * x * lambda - 2 * der(x * eta));
  m.equation("y", der(y, 2) == -1 - 2 * y * lambda - 2 * der(y * eta));
  m.equation("circle", x * x + y * y == 1);
  m.equation("velocity", 2 * x * (der(x) + 2 * x * eta) + 2 * y * (der(y) + 2 * y * eta) == 0.0);
  return {"Wun05 (7.19)", m, 2, 2, 3};
}

KnownModel first_order_ggl() {  // [HW96, (VII.1.48)]: index 2
  Model m("1.48");
  auto x = m.variable("x", {.start = 0.6}), y = m.variable("y", {.start = -0.8}), u = m.variable("u"),
       v = m.variable("v"), lambda = m.variable("lambda"), mu = m.variable("mu");
  m.equation("x", der(x) == u - 2 * x * mu);
  m.equation("y", der(y) == v - 2 * y * mu);
  m.equation("u", der(u) == -2 * x * lambda);
  m.equation("v", der(v) == -1 - 2 * y * lambda);
  m.equation("circle", x * x + y * y == 1);
  m.equation("velocity", x * u + y * v == 0.0);
  return {"HW96 (VII.1.48)", m, 2, 2};
}

KnownModel needs_derivative() {  // lecture notes 10.1.4, example 1: y1'(0) needs q2'(0)
  Model m("10.1.4");
  auto y1 = m.variable("y1", {.start = 2}), y2 = m.variable("y2");
  m.equation("first", der(y1) + der(y2) == -y1 + cos(m.time()));
  m.equation("second", y2 == sin(3 * m.time()));
  return {"[AP98, 10.1.4], example 1", m, 1, 1};
}

// [Wun05, (4.3)] violated: the multiplier acts along the circle. The constraint's second derivative is then
// v² = g y, free of λ, and only its third one contains λ (x v − y u): index 4, one freedom.
KnownModel tangential_force() {
  Model m("friction");
  auto x = m.variable("x", {.start = 0.6}), y = m.variable("y", {.start = 0.8}),
       lambda = m.variable("lambda");
  m.start(der(x), -2.2, model::Rank::preferred);
  m.start(der(y), 1.7, model::Rank::preferred);
  m.equation("x", der(x, 2) == -lambda * y);
  m.equation("y", der(y, 2) == lambda * x - 9.81);
  m.equation("rod", x * x + y * y == 1);
  return {"Wun05 (4.3) violated", m, 4, 1, 3};
}

}  // namespace

std::vector<KnownModel> documents() {
  std::vector<KnownModel> all = {
      steering_wheel(),    linear_index_3(),   lubich(),          campbell_gear(2),    campbell_gear(3),
      campbell_gear(4),    control(1),         control(0),        nonlinear_control(), vector_control(),
      second_order(false), second_order(true), pendulum_with_w(), paraboloid(),        second_order_ggl(),
      first_order_ggl(),   needs_derivative(), tangential_force()};
  for (const double eta : {0.0, 1.0, 0.5, -0.5, -1.0, -2.0}) all.push_back(moving_kernel(eta));
  return all;
}

}  // namespace trammel::support

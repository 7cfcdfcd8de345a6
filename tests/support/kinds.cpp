#include "support/kinds.hpp"

#include <cmath>

#include "model/lagrange.hpp"
#include "support/problems.hpp"

namespace trammel::support {
namespace {

using model::der;
using model::Formula;
using model::Model;

// The input u that makes x2³ + x2 follow a sine; x1 is free.
model::Problem control() {
  Model m("control");
  const auto x1 = m.variable("x1", {.start = 1, .fixed = true}), x2 = m.variable("x2"), u = m.variable("u");
  m.equation("plant 1", der(x1) == x2 - x1);
  m.equation("plant 2", der(x2) == u - x1 * x2);
  m.equation("path", x2 * x2 * x2 + x2 == sin(m.time()));
  return m.problem();
}

// A voltage source across a capacitor: its current is found by differentiation.
model::Problem circuit() {
  Model m("circuit");
  const auto v1 = m.variable("v1"), v2 = m.variable("v2", {.start = 0, .fixed = true}), i = m.variable("i");
  m.equation("node 1", 0.5 * der(v1) + (v1 - v2) / 2.0 == i);
  m.equation("node 2", 1.5 * der(v2) == (v1 - v2) / 2.0 - 0.1 * (exp(v2) - 1.0));
  m.equation("source", v1 == sin(3.0 * m.time()));
  return m.problem();
}

// A pendulum whose point of suspension moves.
model::Problem moving_suspension() {
  Model m("moving suspension");
  const auto x = m.variable("x", {.start = 1}), y = m.variable("y", {.start = 0});
  const auto lambda = m.variable("lambda");
  m.equation("horizontal", der(x, 2) == -lambda * (x - 0.3 * sin(m.time())));
  m.equation("vertical", der(y, 2) == -lambda * y - 9.81);
  m.equation("rod", pow(x - 0.3 * sin(m.time()), 2.0) + y * y == 1.0);
  m.start(der(x), 0.3, model::Rank::preferred);
  m.start(der(y), 0, model::Rank::preferred);
  return m.problem();
}

// A skate on an inclined plane: no motion across its edge.
model::Problem skate_on_a_slope() {
  Model m("skate");
  const auto x = m.variable("x", {.start = 0, .fixed = true}),
             y = m.variable("y", {.start = 0, .fixed = true}),
             phi = m.variable("phi", {.start = 0.2, .fixed = true});
  m.start(der(phi), 1.5);
  m.start(der(x), 0.4);
  model::add_lagrangian(m, {.q = {x, y, phi},
                            .kinetic = 0.5 * (der(x) * der(x) + der(y) * der(y) + 0.25 * der(phi) * der(phi)),
                            .potential = -2.0 * x,
                            .nonholonomic = {{"edge", der(x) * sin(phi) - der(y) * cos(phi)}}});
  return m.problem();
}

// A chain of integrators whose end must follow a path: index = links + 1.
model::Problem prescribed(int links) {
  Model m("prescribed path");
  std::vector<Formula> x;
  for (int k = 0; k < links; ++k) x.push_back(m.variable("x" + std::to_string(k + 1)));
  const auto u = m.variable("u"), w = m.variable("w", {.start = 0.5, .fixed = true});
  for (int k = 0; k + 1 < links; ++k) m.equation("link " + std::to_string(k + 1), der(x[k]) == x[k + 1]);
  m.equation("last link", der(x[links - 1]) == u - x[links - 1]);
  m.equation("observer", der(w) == x[0] - w);
  m.equation("path", x[0] + 0.2 * x[0] * x[0] * x[0] == sin(0.5 * m.time()));
  return m.problem();
}

// A free rigid body in quaternions: redundant coordinates, a mass matrix of rank 3, a norm as constraint. Its
// differentiation index is 2, although the structure says 3: the mass matrix has no row along q, so that the
// equations of motion give the multiplier without an acceleration.
model::Problem quaternion() {
  Model m("rigid body");
  std::vector<Formula> q, v;
  const double start[] = {1, 0, 0, 0}, rate[] = {0, 0.2, 0.5, 0.1};
  for (int k = 0; k < 4; ++k) {
    q.push_back(m.variable("q" + std::to_string(k), {.start = start[k]}));
    v.push_back(der(q[k]));
    m.start(v[k], rate[k], model::Rank::preferred);
  }
  const Formula w1 = 2.0 * (-q[1] * v[0] + q[0] * v[1] + q[3] * v[2] - q[2] * v[3]),
                w2 = 2.0 * (-q[2] * v[0] - q[3] * v[1] + q[0] * v[2] + q[1] * v[3]),
                w3 = 2.0 * (-q[3] * v[0] + q[2] * v[1] - q[1] * v[2] + q[0] * v[3]);
  model::add_lagrangian(
      m, {.q = q,
          .kinetic = 0.5 * (1.0 * w1 * w1 + 2.0 * w2 * w2 + 3.0 * w3 * w3),
          .constraints = {{"norm", q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1.0}}});
  return m.problem();
}

// Slider and crank with a motor. [AQR94, Example 4]
model::Problem driven_slider_crank() {
  Model m("slider crank");
  const auto th = m.variable("theta", {.start = 0}), x = m.variable("x2", {.start = 3}),
             y = m.variable("y2", {.start = 0}), psi = m.variable("psi", {.start = 0});
  const Formula q[] = {th, x, y, psi};
  const double rate[] = {-1, 0, -1.0 / 3, -1.0 / 3};
  for (int k = 0; k < 4; ++k) m.start(der(q[k]), rate[k], model::Rank::preferred);
  const auto l1 = m.variable("l1"), l2 = m.variable("l2"), l3 = m.variable("l3");
  m.equation("crank", 10.0 * der(th, 2) == l1 * sin(th) - l2 * cos(th) + sin(m.time()) - der(th));
  m.equation("rod x", der(x, 2) == l1);
  m.equation("rod y", der(y, 2) == l2 - l3 - 9.81);
  m.equation("rod turn", der(psi, 2) == 2.0 * l1 * sin(psi) + 2.0 * l2 * cos(psi) + l3 * cos(psi));
  m.equation("joint x", x - cos(th) - 2.0 * cos(psi) == 0.0);
  m.equation("slider", sin(th) - 3.0 * sin(psi) == 0.0);
  m.equation("joint y", y - sin(psi) == 0.0);
  return m.problem();
}

}  // namespace

std::vector<Kind> kinds() {
  return {{"index-2 control", 2, control()},
          {"index-2 circuit", 2, circuit()},
          {"pendulum", 3, pendulum(Form::first_order)},
          {"moving suspension", 3, moving_suspension()},
          {"skate", 2, skate_on_a_slope()},
          {"prescribed path of index 4", 4, prescribed(3)},
          {"prescribed path of index 5", 5, prescribed(4)},
          {"quaternion", 3, quaternion(), 2},
          {"slider crank", 3, driven_slider_crank()},
          {"double pendulum", 3, double_pendulum(Form::second_order)}};
}

}  // namespace trammel::support

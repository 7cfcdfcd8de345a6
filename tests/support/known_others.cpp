#include <Eigen/Dense>

#include "expr/derivative.hpp"
#include "model/lagrange.hpp"
#include "support/andrews_data.hpp"
#include "support/known_models.hpp"

namespace trammel::support {

using expr::der;
using expr::Formula;
using model::Model;

namespace {

// x_1 = f(t), x_{i+1} = x_i': index n, nothing free.
KnownModel differentiators(int n) {
  Model m("differentiators");
  std::vector<Formula> x;
  for (int i = 0; i < n; ++i) x.push_back(m.variable("x" + std::to_string(i + 1)));
  m.equation("given", x[0] == sin(m.time()));
  for (int i = 1; i < n; ++i) m.equation("row " + std::to_string(i), x[i] == der(x[i - 1]));
  return {"n differentiators, n = " + std::to_string(n), m, n, 0};
}

// x_i' = x_{i+1} + x_i² / 10, ..., x_n' = u (1 + x_1²), 0 = x_1 − f(t): Hessenberg of size n, index n + 1.
KnownModel hessenberg(int n) {
  Model m("hessenberg");
  std::vector<Formula> x;
  for (int i = 0; i < n; ++i) x.push_back(m.variable("x" + std::to_string(i + 1)));
  auto u = m.variable("u");
  for (int i = 0; i + 1 < n; ++i)
    m.equation("row " + std::to_string(i + 1), der(x[i]) == x[i + 1] + 0.1 * x[i] * x[i]);
  m.equation("control", der(x[n - 1]) == u * (1 + x[0] * x[0]));
  m.equation("path", x[0] == sin(m.time()));
  return {"Hessenberg of size " + std::to_string(n), m, n + 1, 0};
}

// The first of n masses in a row follows a path, a force acts on the last one: index 2n + 1, nothing free.
KnownModel prescribed_masses(int n) {
  Model m("masses");
  std::vector<Formula> x;
  for (int i = 0; i < n; ++i) x.push_back(m.variable("x" + std::to_string(i + 1)));
  auto F = m.variable("F");
  for (int i = 0; i < n; ++i) {
    Formula force = i + 1 == n ? F : Formula(0.0);
    if (i > 0) force = force + 3.0 * (x[i - 1] - x[i]);
    if (i + 1 < n) force = force + 3.0 * (x[i + 1] - x[i]);
    m.equation("mass " + std::to_string(i + 1), (1.0 + i) * der(x[i], 2) == force);
  }
  m.equation("path", x[0] == sin(m.time()));
  return {"prescribed motion through " + std::to_string(n) + " masses", m, 2 * n + 1, 0};
}

KnownModel planar_pendulums(int n) {  // Cartesian, n rods: 2n coordinates, n constraints
  Model m("pendulums");
  std::vector<Formula> q;
  std::vector<std::pair<std::string, Formula>> rods;
  Formula T = 0.0, U = 0.0, px = 0.0, py = 0.0;
  for (int i = 0; i < n; ++i) {
    const std::string k = std::to_string(i + 1);
    auto x = m.variable("x" + k, {.start = 0.6 * (i + 1)}),
         y = m.variable("y" + k, {.start = -0.8 * (i + 1)});
    q.push_back(x);
    q.push_back(y);
    T += 0.5 * (der(x) * der(x) + der(y) * der(y));
    U += 9.81 * y;
    rods.emplace_back("rod" + k, (x - px) * (x - px) + (y - py) * (y - py) - 1);
    px = x;
    py = y;
  }
  model::add_lagrangian(m, {.q = q, .kinetic = T, .potential = U, .constraints = rods});
  return {std::to_string(n) + " rods in a row", m, 3, 2 * n, {}, {{"rod1", 1}}};
}

KnownModel pendulum_form(int level) {  // [HW96, VII.1]: position 3, velocity 2, acceleration 1
  Model m("pendulum");
  auto x = m.variable("x", {.start = 0.6}), y = m.variable("y", {.start = -0.8}), u = m.variable("u"),
       v = m.variable("v"), lambda = m.variable("lambda");
  m.equation("x", der(x) == u);
  m.equation("y", der(y) == v);
  m.equation("u", der(u) == -lambda * x);
  m.equation("v", der(v) == -lambda * y - 1);
  if (level == 0) m.equation("rod", x * x + y * y == 1);
  if (level == 1) m.equation("rod", x * u + y * v == 0.0);
  if (level == 2) m.equation("rod", -lambda * (x * x + y * y) - y + u * u + v * v == 0.0);
  return {"HW96 (VII.2.1), level " + std::to_string(level), m, 3 - level, 2 + level};
}

KnownModel slider_crank() {  // two angles and a slider, two loop equations
  Model m("slider crank");
  auto a = m.variable("a", {.start = 0.7}), b = m.variable("b", {.start = -0.3}),
       s = m.variable("s", {.start = 2.5});
  model::add_lagrangian(
      m, {.q = {a, b, s},
          .kinetic = 0.5 * der(a) * der(a) + 0.3 * der(b) * der(b) + der(s) * der(s),
          .potential = 2 * sin(a),
          .constraints = {{"along", cos(a) + 2 * cos(b) - s}, {"across", sin(a) + 2 * sin(b)}}});
  return {"slider crank", m, 3, 2, {}, {{"along", 1}, {"across", 1}}};
}

KnownModel four_bar() {
  Model m("four bar");
  auto a = m.variable("a", {.start = 1.2}), b = m.variable("b", {.start = 0.3}),
       c = m.variable("c", {.start = 1.5});
  model::add_lagrangian(m, {.q = {a, b, c},
                            .kinetic = 0.5 * (der(a) * der(a) + 2 * der(b) * der(b) + der(c) * der(c)),
                            .potential = 3 * sin(b),
                            .constraints = {{"x", cos(a) + 3 * cos(b) - 2 * cos(c) - 3},
                                            {"y", sin(a) + 3 * sin(b) - 2 * sin(c)}}});
  return {"four bar", m, 3, 2};
}

KnownModel andrews_model() {  // [HW96, VII.7]: 7 coordinates, 6 constraints
  namespace data = andrews_data;
  Model m("andrews");
  Formula q[7], v[7];
  for (int i = 0; i < 7; ++i) {
    q[i] = m.variable("q" + std::to_string(i + 1), {.start = data::q0[i]});
    v[i] = der(q[i]);
  }
  const auto terms = data::terms<Formula>(q, v);
  std::vector<Formula> lambda, coordinates(q, q + 7);
  for (int k = 0; k < 6; ++k) lambda.push_back(m.variable("lambda" + std::to_string(k + 1)));
  std::vector<expr::Expr> leaves;
  for (const Formula& coordinate : coordinates) leaves.push_back(coordinate.in(m.graph()));
  std::vector<std::vector<expr::Expr>> G;
  for (const Formula& g : terms.g) G.push_back(expr::gradient(m.graph(), g.in(m.graph()), leaves));
  for (int i = 0; i < 7; ++i) {
    Formula left = -terms.f[i];
    for (int j = 0; j < 7; ++j)
      if (terms.M[i][j].graph() || terms.M[i][j].number() != 0) left = left + terms.M[i][j] * der(q[j], 2);
    for (int k = 0; k < 6; ++k) left = left + Formula(m.graph(), G[k][i]) * lambda[k];
    m.equation("motion " + std::to_string(i + 1), left == 0.0);
  }
  for (int k = 0; k < 6; ++k) m.equation("loop " + std::to_string(k + 1), terms.g[k] == 0.0);
  return {"HW96 VII.7, Andrews' squeezer", m, 3, 2, {}, {{"loop 1", 1}}};
}

KnownModel surface(const std::string& kind) {  // a particle on a surface: 6 states, 2 constraints on them
  Model m(kind);
  auto x = m.variable("x", {.start = 1}), y = m.variable("y", {.start = 0.4}),
       z = m.variable("z", {.start = 0.2});
  const Formula r2 = x * x + y * y;
  const Formula g = kind == "sphere"     ? r2 + z * z - 1.2
                    : kind == "cylinder" ? r2 - 1.16
                    : kind == "torus"    ? pow(sqrt(r2) - 1, 2) + z * z - 0.05
                                         : x + 2 * y + 3 * z - 2.4;
  model::add_lagrangian(m, {.q = {x, y, z},
                            .kinetic = 0.5 * (der(x) * der(x) + der(y) * der(y) + der(z) * der(z)),
                            .potential = 9.81 * z,
                            .constraints = {{"surface", g}}});
  return {"particle on a " + kind, m, 3, 4, {}, {{"surface", 1}}};
}

KnownModel curve() {  // on two surfaces at once
  Model m("curve");
  auto x = m.variable("x", {.start = 0.8}), y = m.variable("y", {.start = 0.5}),
       z = m.variable("z", {.start = 0.3});
  model::add_lagrangian(m,
                        {.q = {x, y, z},
                         .kinetic = 0.5 * (der(x) * der(x) + der(y) * der(y) + der(z) * der(z)),
                         .potential = 9.81 * z,
                         .constraints = {{"sphere", x * x + y * y + z * z - 1}, {"plane", x + y + z - 1.6}}});
  return {"particle on a curve", m, 3, 2};
}

KnownModel moving_wire() {  // rheonomic
  Model m("wire");
  auto x = m.variable("x", {.start = 1}), y = m.variable("y", {.start = 0.1});
  model::add_lagrangian(m, {.q = {x, y},
                            .kinetic = 0.5 * (der(x) * der(x) + der(y) * der(y)),
                            .potential = 9.81 * y,
                            .constraints = {{"wire", y - 0.3 * x * x - sin(m.time())}}});
  return {"bead on a moving wire", m, 3, 2, {}, {{"wire", 1}}};
}

KnownModel skate() {  // nonholonomic: index 2, 6 states, 1 constraint
  Model m("skate");
  auto x = m.variable("x"), y = m.variable("y"), phi = m.variable("phi", {.start = 0.3});
  model::add_lagrangian(m, {.q = {x, y, phi},
                            .kinetic = 0.5 * (der(x) * der(x) + der(y) * der(y) + der(phi) * der(phi)),
                            .potential = x,
                            .nonholonomic = {{"edge", der(x) * sin(phi) - der(y) * cos(phi)}}});
  return {"skate", m, 2, 5};
}

KnownModel coupled_shafts(bool angles) {
  Model m("shafts");
  auto w1 = m.variable("w1", {.start = 1}), w2 = m.variable("w2"), torque = m.variable("torque");
  m.equation("one", 2 * der(w1) == 1 - torque);
  m.equation("two", 3 * der(w2) == torque - 0.1 * w2);
  if (!angles) {
    m.equation("coupling", w1 == w2);
    return {"shafts coupled by speed", m, 2, 1, {}, {}};
  }
  auto phi1 = m.variable("phi1"), phi2 = m.variable("phi2");
  m.equation("phi1", der(phi1) == w1);
  m.equation("phi2", der(phi2) == w2);
  m.equation("coupling", phi1 == phi2);
  return {"shafts coupled by angle", m, 3, 2};
}

// Circuits by node equations.
KnownModel rc() {
  Model m("rc");
  auto u = m.variable("u"), i = m.variable("i"), s = m.variable("s");
  m.equation("source", s == sin(m.time()));
  m.equation("resistor", s - u == 2 * i);
  m.equation("capacitor", 0.1 * der(u) == i);
  return {"RC", m, 1, 1};
}

KnownModel capacitor_loop() {  // a voltage source across a capacitor: its current is a derivative, index 2
  Model m("CV loop");
  auto u = m.variable("u"), i = m.variable("i");
  m.equation("source", u == sin(m.time()));
  m.equation("capacitor", 0.1 * der(u) == i);
  return {"CV loop", m, 2, 0, {}, {{"source", 1}}};
}

KnownModel inductor_cutset() {
  Model m("LI cutset");
  auto i = m.variable("i"), u = m.variable("u"), uc = m.variable("uc"), ir = m.variable("ir");
  m.equation("source", i == cos(m.time()));
  m.equation("inductor", 0.5 * der(i) == u);
  m.equation("resistor", u == 3 * ir + uc);
  m.equation("capacitor", der(uc) == ir);
  return {"LI cutset", m, 2, 1};
}

KnownModel two_capacitors() {  // in parallel: u1 = u2
  Model m("parallel");
  auto u1 = m.variable("u1", {.start = 1}), u2 = m.variable("u2"), i = m.variable("i");
  m.equation("one", 1 * der(u1) == -i - u1);
  m.equation("two", 2 * der(u2) == i);
  m.equation("parallel", u1 == u2);
  return {"capacitors in parallel", m, 2, 1, {}, {}};
}

KnownModel rlc() {
  Model m("rlc");
  auto u = m.variable("u", {.start = 1}), i = m.variable("i"), ur = m.variable("ur");
  m.equation("capacitor", der(u) == i);
  m.equation("inductor", der(i) == -u - ur);
  m.equation("resistor", ur == 0.5 * i);
  return {"RLC", m, 1, 2};
}

KnownModel diode() {
  Model m("diode");
  auto u = m.variable("u"), i = m.variable("i", {.start = 0.1}), ud = m.variable("ud", {.start = 0.3});
  m.equation("loop", 2 * sin(m.time()) + 1 == i + ud + u);
  m.equation("diode", i == 0.01 * (exp(5 * ud) - 1));
  m.equation("capacitor", der(u) == i);
  return {"rectifier", m, 1, 1};
}

KnownModel ladder(int n) {  // n capacitors to ground, resistors between them
  Model m("ladder");
  std::vector<Formula> u, i;
  for (int k = 0; k < n; ++k) {
    u.push_back(m.variable("u" + std::to_string(k)));
    i.push_back(m.variable("i" + std::to_string(k)));
  }
  for (int k = 0; k < n; ++k) {
    m.equation("resistor " + std::to_string(k), (k > 0 ? u[k - 1] : sin(m.time())) - u[k] == i[k]);
    m.equation("node " + std::to_string(k), der(u[k]) == i[k] - (k + 1 < n ? i[k + 1] : Formula(0.0)));
  }
  return {"RC ladder", m, 1, n};
}

KnownModel tanks() {  // two tanks with a common level
  Model m("tanks");
  auto h1 = m.variable("h1", {.start = 1}), h2 = m.variable("h2", {.start = 1}), f = m.variable("f");
  m.equation("one", 2 * der(h1) == 0.1 - f);
  m.equation("two", der(h2) == f - 0.2 * sqrt(h2));
  m.equation("level", h1 == h2);
  return {"tanks with a common level", m, 2, 1};
}

KnownModel robertson() {
  Model m("robertson");
  auto y1 = m.variable("y1", {.start = 1}), y2 = m.variable("y2"), y3 = m.variable("y3");
  m.equation("1", der(y1) == -0.04 * y1 + 1e4 * y2 * y3);
  m.equation("2", der(y2) == 0.04 * y1 - 1e4 * y2 * y3 - 3e7 * y2 * y2);
  m.equation("mass", y1 + y2 + y3 == 1);
  return {"Robertson with conservation of mass", m, 1, 2};
}

KnownModel van_der_pol(bool reduced) {
  Model m("van der pol");
  auto y = m.variable("y", {.start = 2}), z = m.variable("z", {.start = -0.6});
  m.equation("y", der(y) == z);
  if (reduced)
    m.equation("z", 0.0 == (1 - y * y) * z - y);
  else
    m.equation("z", 0.1 * der(z) == (1 - y * y) * z - y);
  m.interval(0, 0.5);  // a while before y = 1, where the reduced one ends
  return {reduced ? "van der Pol, eps = 0" : "van der Pol", m, reduced ? 1 : 0, reduced ? 1 : 2};
}

KnownModel kepler() {
  Model m("kepler");
  auto x = m.variable("x", {.start = 1}), y = m.variable("y", {.start = 0.1});
  const Formula r3 = pow(x * x + y * y, 1.5);
  m.equation("x", der(x, 2) == -x / r3);
  m.equation("y", der(y, 2) == -y / r3);
  return {"Kepler", m, 0, 4};
}

KnownModel implicit_ode() {
  Model m("implicit");
  auto y = m.variable("y", {.start = 1});
  m.equation("only", exp(der(y)) + der(y) == y);
  return {"implicit ODE", m, 0, 1};
}

KnownModel algebraic() {
  Model m("algebraic");
  auto x = m.variable("x", {.start = 1}), y = m.variable("y", {.start = 1});
  m.equation("circle", x * x + y * y == 2);
  m.equation("line", x == y);
  return {"no derivatives at all", m, 1, 0};
}

// P diag(I, N) Q x' + P diag(C, I) Q x = f with full P, Q: the structure sees nonsingular E.
KnownModel hidden_kronecker(int finite, int nilpotent) {
  const int n = finite + nilpotent;
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(n, n), A = B, P(n, n), Q(n, n);
  for (int i = 0; i < finite; ++i) {
    B(i, i) = 1;
    A(i, i) = 1 + i;
  }
  for (int i = finite; i < n; ++i) {
    A(i, i) = 1;
    if (i + 1 < n) B(i, i + 1) = 1;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      P(i, j) = (i == j ? 2 : 0) + std::cos(1.0 + 3 * i + 7 * j);
      Q(i, j) = (i == j ? 2 : 0) + std::sin(2.0 + 5 * i + 2 * j);
    }
  B = P * B * Q;
  A = P * A * Q;
  Model m("pencil");
  std::vector<Formula> x;
  for (int j = 0; j < n; ++j) x.push_back(m.variable("x" + std::to_string(j + 1)));
  for (int i = 0; i < n; ++i) {
    Formula sum = 0.0;
    for (int j = 0; j < n; ++j) sum = sum + B(i, j) * der(x[j]) + A(i, j) * x[j];
    m.equation("row " + std::to_string(i + 1), sum == sin((1.0 + i) * m.time()));
  }
  return {"full pencil of index " + std::to_string(nilpotent), m, nilpotent, finite, 0};
}

KnownModel floating_capacitor() {  // C (u1' − u2') in both node equations: E = C [1 −1; −1 1] is singular
  Model m("floating");
  auto u1 = m.variable("u1", {.start = 1}), u2 = m.variable("u2");
  m.equation("node 1", der(u1) - der(u2) + u1 == sin(m.time()));
  m.equation("node 2", der(u2) - der(u1) + 2 * u2 == 0.0);
  return {"capacitor between two nodes", m, 1, 1, 0};
}

// The transistor amplifier's pattern: pairs of nodes joined by capacitors. [HW96, VI.1; IVP test set]
KnownModel amplifier() {
  Model m("amplifier");
  std::vector<Formula> U;
  const double start[8] = {0, 3, 3, 6, 3, 3, 6, 0};
  for (int i = 0; i < 8; ++i) U.push_back(m.variable("U" + std::to_string(i + 1), {.start = start[i]}));
  const double Ub = 6, R0 = 1000, R = 9000, alpha = 0.99;
  const auto C = [](int k) { return 1e-6 * k; };
  const auto f = [](const Formula& u) { return 1e-6 * (exp(u / 0.026) - 1); };
  const Formula Ue = 0.4 * sin(200 * 3.14159265358979 * m.time());
  m.equation("1", C(1) * (der(U[1]) - der(U[0])) == (U[0] - Ue) / R0);
  m.equation("2", C(1) * (der(U[0]) - der(U[1])) == (2 * U[1] - Ub) / R - (alpha - 1) * f(U[1] - U[2]));
  m.equation("3", -C(2) * der(U[2]) == U[2] / R - f(U[1] - U[2]));
  m.equation("4", C(3) * (der(U[4]) - der(U[3])) == (U[3] - Ub) / R + alpha * f(U[1] - U[2]));
  m.equation("5", C(3) * (der(U[3]) - der(U[4])) == (2 * U[4] - Ub) / R - (alpha - 1) * f(U[4] - U[5]));
  m.equation("6", -C(4) * der(U[5]) == U[5] / R - f(U[4] - U[5]));
  m.equation("7", C(5) * (der(U[7]) - der(U[6])) == (U[6] - Ub) / R + alpha * f(U[4] - U[5]));
  m.equation("8", C(5) * (der(U[6]) - der(U[7])) == U[7] / R);
  return {"transistor amplifier, rank of the capacitances is 5", m, 1, 5, 0};
}

KnownModel same_sum() {  // x' + y' twice: their difference x − y = sin t − ... is a constraint, index 1
  Model m("same sum");
  auto x = m.variable("x", {.start = 1}), y = m.variable("y");
  m.equation("one", der(x) + der(y) == -x);
  m.equation("two", 2 * der(x) + 2 * der(y) == y + sin(m.time()));
  return {"the same sum of derivatives twice", m, 1, 1, 0};
}

KnownModel
cancelling() {  // the difference of the equations is x = sin t: then y' follows only from x'' = y' ...
  Model m("cancelling");
  auto x = m.variable("x"), y = m.variable("y");
  m.equation("one", der(x) + y == 0.0);
  m.equation("two", der(x) + y + x == sin(m.time()));
  return {"a constraint that is the difference of two equations", m, 2, 0, 1};
}

// (q1 + q2)'' in both equations of motion: their difference q1 = 2 q2 must be differentiated twice.
KnownModel sliding_mass_zero() {
  Model m("singular mass");
  auto q1 = m.variable("q1", {.start = 1}), q2 = m.variable("q2");
  m.equation("one", der(q1, 2) + der(q2, 2) == -q1);
  m.equation("two", der(q1, 2) + der(q2, 2) == -2 * q2);
  return {"singular mass matrix", m, 2, 2, 0};
}

}  // namespace

std::vector<KnownModel> chains() {
  std::vector<KnownModel> all;
  for (int n = 1; n <= 7; ++n) all.push_back(differentiators(n));
  for (int n = 1; n <= 5; ++n) all.push_back(hessenberg(n));
  for (int n = 2; n <= 3; ++n) all.push_back(prescribed_masses(n));
  return all;
}

std::vector<KnownModel> mechanisms() {
  return {planar_pendulums(1),
          planar_pendulums(2),
          planar_pendulums(3),
          pendulum_form(0),
          pendulum_form(1),
          pendulum_form(2),
          slider_crank(),
          four_bar(),
          surface("sphere"),
          surface("cylinder"),
          surface("torus"),
          surface("plane"),
          curve(),
          moving_wire(),
          skate(),
          coupled_shafts(false),
          coupled_shafts(true),
          andrews_model()};
}

std::vector<KnownModel> circuits() {
  return {rc(),
          capacitor_loop(),
          inductor_cutset(),
          two_capacitors(),
          rlc(),
          diode(),
          ladder(5),
          tanks(),
          robertson(),
          van_der_pol(false),
          van_der_pol(true),
          kepler(),
          implicit_ode(),
          algebraic()};
}

std::vector<KnownModel> misleading() {
  return {hidden_kronecker(2, 1),
          hidden_kronecker(1, 2),
          hidden_kronecker(1, 3),
          floating_capacitor(),
          amplifier(),
          same_sum(),
          cancelling(),
          sliding_mass_zero()};
}

}  // namespace trammel::support

// Mechanics and pipes of the test set: car axis, Andrews' mechanism, Fekete points, slider crank, water tube.
#include <array>
#include <cmath>
#include <numbers>

#include "model/model.hpp"
#include "support/andrews_data.hpp"
#include "support/problems.hpp"
#include "support/testset/fekete_end.hpp"
#include "support/testset/testset.hpp"

namespace trammel::support {

using model::der;
using model::Formula;
using model::Model;

namespace {

constexpr double pi = std::numbers::pi;

model::Problem make_fekete() {
  Model m("Fekete points");
  constexpr int n = 20;
  constexpr double alpha = 0.5;
  struct Ring {
    int first, count;
    double turn, height;
  };
  const Ring rings[] = {{0, 3, pi / 13, 3 * pi / 8},
                        {3, 7, pi / 29, pi / 8},
                        {10, 6, pi / 7, -2 * pi / 15},
                        {16, 4, pi / 17, -3 * pi / 10}};
  double start[n][3];
  for (const Ring& ring : rings)
    for (int k = 0; k < ring.count; ++k) {
      // The last ring counts its points from 0, the others from 1.
      const double angle = 2 * pi * (ring.first == 16 ? k : k + 1) / ring.count + ring.turn;
      start[ring.first + k][0] = std::cos(angle) * std::cos(ring.height);
      start[ring.first + k][1] = std::sin(angle) * std::cos(ring.height);
      start[ring.first + k][2] = std::sin(ring.height);
    }
  std::vector<Formula> p, q, lambda, mu;
  for (int i = 0; i < 3 * n; ++i)
    p.push_back(m.variable("p" + std::to_string(i + 1), {.start = start[i / 3][i % 3]}));
  for (int i = 0; i < 3 * n; ++i) q.push_back(m.variable("q" + std::to_string(i + 1), {.start = 0}));
  for (int i = 0; i < n; ++i) lambda.push_back(m.variable("lambda" + std::to_string(i + 1)));
  for (int i = 0; i < n; ++i) mu.push_back(m.variable("mu" + std::to_string(i + 1)));
  for (int i = 0; i < n; ++i) {
    std::array<Formula, 3> force;
    for (int k = 0; k < 3; ++k) force[k] = -alpha * q[3 * i + k] + 2.0 * lambda[i] * p[3 * i + k];
    for (int j = 0; j < n; ++j) {
      if (j == i) continue;
      const Formula d[3] = {p[3 * i] - p[3 * j], p[3 * i + 1] - p[3 * j + 1], p[3 * i + 2] - p[3 * j + 2]};
      const Formula distance = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      for (int k = 0; k < 3; ++k) force[k] = force[k] + d[k] / distance;
    }
    const std::string name = std::to_string(i + 1);
    Formula on_sphere = -1.0 + 0.0 * p[3 * i], tangent = 0.0 * p[3 * i];
    for (int k = 0; k < 3; ++k) {
      m.equation("rate " + name + "." + std::to_string(k),
                 der(p[3 * i + k]) == q[3 * i + k] + 2.0 * mu[i] * p[3 * i + k]);
      m.equation("force " + name + "." + std::to_string(k), der(q[3 * i + k]) == force[k]);
      on_sphere = on_sphere + p[3 * i + k] * p[3 * i + k];
      tangent = tangent + 2.0 * p[3 * i + k] * q[3 * i + k];
    }
    m.equation("sphere " + name, on_sphere == 0.0);
    m.equation("tangent " + name, tangent == 0.0);
  }
  return m.problem();
}

// [MM08, slider crank]: rigid crank and slider, elastic connecting rod with two bending and two axial modes.
// The mass of the crank, 0.36, enters no equation.
struct Rod {
  static constexpr double m2 = 0.151104, m3 = 0.075552, l1 = 0.15, l2 = 0.3, j1 = 0.002727, j2 = 0.0045339259,
                          e = 0.2e12, b = 0.008, h = 0.008, rho = 7870, omega = 150;
  static constexpr double p = 3.1415927;  // as the problem states it
  double M[4][4] = {}, K[4][4] = {}, B[4][4] = {}, c1[4] = {}, c2[4] = {}, c12[4] = {}, c21[4] = {};
  Rod() {
    const double mass = rho * b * h * l2, stiff = e * b * h / l2, area = b * h * l2;
    M[0][0] = M[1][1] = mass / 2;
    M[2][2] = 8 * mass, M[2][3] = M[3][2] = mass, M[3][3] = 2 * mass;
    K[0][0] = stiff * std::pow(p, 4) / 24 * (h / l2) * (h / l2);
    K[1][1] = stiff * std::pow(p, 4) * 2 / 3 * (h / l2) * (h / l2);
    K[2][2] = stiff * 16 / 3, K[2][3] = K[3][2] = -stiff * 8 / 3, K[3][3] = stiff * 7 / 3;
    const double p3 = p * p * p;
    B[0][2] = -area * 16 / p3, B[2][0] = area * 16 / p3;
    B[0][3] = area * (8 / p3 - 1 / p), B[3][0] = -B[0][3];
    B[1][3] = area * 0.5 / p, B[3][1] = -B[1][3];
    c1[2] = area * 2 / 3, c1[3] = area / 6;
    c2[0] = area * 2 / p;
    c12[2] = l2 * area / 3, c12[3] = l2 * area / 6;
    c21[0] = l2 * area / p, c21[1] = -l2 * area * 0.5 / p;
  }
};

Formula dot(const double* a, const Formula* x) {
  Formula sum = 0.0 * x[0];
  for (int i = 0; i < 4; ++i)
    if (a[i] != 0) sum = sum + a[i] * x[i];
  return sum;
}

model::Problem make_crank() {
  Model m("slider crank");
  static const Rod rod;
  using R = Rod;
  const double start[24] = {0,
                            0,
                            0.450016933,
                            0,
                            0,
                            0.103339863e-4,
                            0.169327969e-4,
                            0.15e3,
                            -0.749957670e2,
                            -0.268938672e-5,
                            0.444896105,
                            0.463434311e-2,
                            -0.178591076e-5,
                            -0.268938672e-5,
                            0,
                            -1.344541576008661e-3,
                            -5.062194923138079e3,
                            -6.833142732779555e-5,
                            1.449382650173157e-8,
                            -4.268463211410861,
                            2.098334687947376e-1,
                            -6.397251492537153e-08,
                            3.824589508329281e2,
                            -4.376060460948886e-09};
  const char* names[24] = {"phi1",  "phi2", "x3",  "q1",  "q2",  "q3",  "q4",    "vphi1",
                           "vphi2", "vx3",  "vq1", "vq2", "vq3", "vq4", "aphi1", "aphi2",
                           "ax3",   "aq1",  "aq2", "aq3", "aq4", "l1",  "l2",    "l3"};
  std::vector<Formula> y;
  for (int i = 0; i < 24; ++i) y.push_back(m.variable(names[i], {.start = start[i]}));
  const Formula *q = &y[3], *v = &y[7], *qd = &y[10], *w = &y[14], *l = &y[21];
  const Formula c1 = cos(y[0]), s1 = sin(y[0]), c2 = cos(y[1]), s2 = sin(y[1]), c = cos(y[0] - y[1]),
                s = sin(y[0] - y[1]);
  const Formula c1q = dot(rod.c1, q), c1v = dot(rod.c1, qd), c2q = dot(rod.c2, q), c2v = dot(rod.c2, qd),
                c12q = dot(rod.c12, q), c12v = dot(rod.c12, qd);
  std::array<Formula, 4> Mq, Kq, qB, Bv;
  for (int i = 0; i < 4; ++i) {
    Mq[i] = dot(rod.M[i], q), Kq[i] = dot(rod.K[i], q), Bv[i] = dot(rod.B[i], qd);
    const double column[4] = {rod.B[0][i], rod.B[1][i], rod.B[2][i], rod.B[3][i]};
    qB[i] = dot(column, q);
  }
  Formula qMq = 0.0 * q[0], vMq = qMq, vBv = qMq;
  for (int i = 0; i < 4; ++i) {
    qMq = qMq + q[i] * Mq[i];
    vMq = vMq + qd[i] * Mq[i];
    vBv = vBv + qd[i] * Bv[i];
  }
  std::array<std::array<Formula, 7>, 7> A;
  for (auto& row : A) row.fill(0.0 * q[0]);
  A[0][0] = R::j1 + R::m2 * R::l1 * R::l1 + 0.0 * q[0];
  A[0][1] = 0.5 * R::l1 * R::l2 * R::m2 * c + R::rho * R::l1 * (s * c2q + c * c1q);
  A[1][1] = R::j2 + qMq + 2 * R::rho * c12q;
  A[2][2] = R::m3 + 0.0 * q[0];
  for (int i = 0; i < 4; ++i) {
    A[0][3 + i] = R::rho * R::l1 * (rod.c2[i] * c - rod.c1[i] * s);
    A[1][3 + i] = R::rho * rod.c21[i] + R::rho * qB[i];
    for (int j = 0; j <= i; ++j) A[3 + j][3 + i] = rod.M[j][i] + 0.0 * q[0];
  }
  for (int i = 0; i < 7; ++i)
    for (int j = i + 1; j < 7; ++j) A[j][i] = A[i][j];
  std::array<std::array<Formula, 7>, 3> G;
  for (auto& row : G) row.fill(0.0 * q[0]);
  G[0][0] = R::l1 * c1, G[0][1] = (R::l2 + q[3]) * c2, G[0][6] = s2;
  G[1][0] = R::l1 * s1, G[1][1] = (R::l2 + q[3]) * s2, G[1][2] = 1.0 + 0.0 * q[0], G[1][6] = -c2;
  G[2][0] = 1.0 + 0.0 * q[0];
  const Formula w1 = v[0] * v[0], w2 = v[1] * v[1];
  std::array<Formula, 7> f;
  f[0] = -0.5 * R::l1 * R::l2 * R::m2 * w2 * s + R::rho * R::l1 * w2 * (c * c2q - s * c1q) -
         2 * R::rho * R::l1 * v[1] * (c * c1v + s * c2v);
  f[1] = 0.5 * R::l1 * R::l2 * R::m2 * w1 * s + R::rho * R::l1 * w1 * (s * c1q - c * c2q) -
         2 * R::rho * v[1] * c12v - 2.0 * v[1] * vMq - R::rho * vBv;
  f[2] = 0.0 * q[0];
  for (int i = 0; i < 4; ++i)
    f[3 + i] =
        w2 * Mq[i] +
        R::rho * (w2 * rod.c12[i] + R::l1 * w1 * (c * rod.c1[i] + s * rod.c2[i]) + 2.0 * v[1] * Bv[i]) -
        Kq[i];
  for (int i = 0; i < 7; ++i) {
    const std::string name = names[i];
    m.equation("rate of " + name, der(y[i]) == v[i]);
    m.equation("rate of v" + name, der(v[i]) == w[i]);
    Formula sum = G[0][i] * l[0] + G[1][i] * l[1] + G[2][i] * l[2] - f[i];
    for (int j = 0; j < 7; ++j) sum = sum + A[i][j] * w[j];
    m.equation("motion of " + name, sum == 0.0);
  }
  for (int k = 0; k < 3; ++k) {
    Formula sum = (k == 2 ? -R::omega : 0.0) + 0.0 * q[0];
    for (int i = 0; i < 7; ++i) sum = sum + G[k][i] * v[i];
    m.equation("constraint " + std::to_string(k + 1), sum == 0.0);
  }
  return m.problem();
}

// Pipes from node to node, as the test set numbers them; tanks at nodes 5 and 8.
constexpr int pipe_from[18] = {1, 2, 2, 3, 3, 4, 5, 6, 7, 7, 8, 8, 9, 11, 11, 12, 12, 13};
constexpr int pipe_to[18] = {2, 3, 6, 4, 5, 5, 10, 5, 4, 8, 5, 10, 8, 9, 12, 7, 8, 11};

model::Problem make_tube() {
  Model m("water tube");
  constexpr double nu = 1.31e-6, g = 9.8, rho = 1e3, critical = 2.3e3, length = 1e3, k = 2e-4, d = 1, b = 200;
  constexpr double a = pi * d * d / 4, tank = b / (rho * g), inertia = rho * length / a, mu = nu * rho;
  std::vector<Formula> phi, lambda, p(14);
  const auto pipe = [](int i) { return std::to_string(pipe_from[i]) + "." + std::to_string(pipe_to[i]); };
  for (int i = 0; i < 18; ++i) phi.push_back(m.variable("phi" + pipe(i), {.start = 0}));
  for (int i = 0; i < 18; ++i)
    lambda.push_back(m.variable("lambda" + pipe(i), {.start = 0.47519404529185289807e-1}));
  for (int i = 1; i <= 13; ++i) p[i] = m.variable("p" + std::to_string(i), {.start = 109800, .nominal = 1e6});
  const Formula hours = m.time() / 3600.0;
  std::vector<Formula> flow(14, 0.0 * hours);
  flow[1] = (1.0 - cos(exp(-hours) - 1.0)) / 200.0;
  flow[13] = (1.0 - cos(exp(-hours) - 1.0)) / 80.0;
  flow[10] = -hours * hours * (3.0 * hours * hours - 92.0 * hours + 720.0) / 1e6;
  for (int i = 0; i < 18; ++i) {
    flow[pipe_to[i]] = flow[pipe_to[i]] + phi[i];
    flow[pipe_from[i]] = flow[pipe_from[i]] - phi[i];
    const Formula r = abs(phi[i] * (d / (nu * a))), root = sqrt(lambda[i]);
    const Formula turbulent = r > critical;
    m.equation("momentum " + pipe(i),
               inertia * der(phi[i]) == p[pipe_from[i]] - p[pipe_to[i]] -
                                            select(turbulent,
                                                   lambda[i] * (rho * length / (a * a * d)) * phi[i] * phi[i],
                                                   32 * mu * length / (a * d * d) * phi[i]));
    const Formula reynolds = select(turbulent, r, critical + 0.0 * r);
    m.equation("friction " + pipe(i),
               1.0 / root - 1.74 + 2.0 / std::log(10.0) * log(2 * k / d + 18.7 / (reynolds * root)) == 0.0);
  }
  for (int i = 1; i <= 13; ++i)
    m.equation("node " + std::to_string(i),
               (i == 5 || i == 8) ? tank * der(p[i]) == flow[i] : flow[i] == 0.0);
  return m.problem();
}

}  // namespace

TestProblem car_axis_problem() {
  TestProblem problem{"caraxis", 3, 3, [] { return car_axis(Form::first_order); }, {"xl", "yl", "xr", "yr"},
                      {}};
  problem.end.assign(std::begin(car_axis_end), std::end(car_axis_end));
  return problem;
}

TestProblem andrews_problem() {
  TestProblem problem{"andrews", 3, 0.03, [] { return andrews(Form::first_order); }, {}, {}};
  for (int i = 0; i < 7; ++i) {
    problem.counted.push_back("q" + std::to_string(i + 1));
    problem.end.push_back(andrews_data::q_end[i]);
  }
  return problem;
}

TestProblem andrews_index_2() {
  TestProblem problem = andrews_problem();
  problem.name = "andrews2";
  problem.index = 2;
  problem.formulation = "index_2";
  return problem;
}

TestProblem fekete() {
  TestProblem problem{"fekete", 2, 1000, make_fekete, {}, {}};
  for (int i = 0; i < 60; ++i) {
    problem.counted.push_back("p" + std::to_string(i + 1));
    problem.end.push_back(fekete_end[i]);
  }
  problem.digits = 11;
  return problem;
}

TestProblem slider_crank() {
  return {"crank",
          2,
          0.1,
          make_crank,
          {"phi1", "phi2", "x3", "q1", "q2", "q3", "q4"},
          {15.00000000000104, -0.331173498825626, 0.169737332842786, 0.1893192899613509e-3,
           0.2375751249879174e-4, -0.5323896770569702e-5, -0.8363313279112129e-5},
          8};
}

TestProblem water_tube() {
  TestProblem problem{"watertube", 2, 61200, make_tube, {}, {}};
  const double flow[18] = {0.2298488296477430e-2, 0.1188984650746585e-2, 0.1109503645730845e-2,
                           0.1589620100314825e-3, 0.1030022640715102e-2, 0.8710606306836165e-3,
                           0.3243571480903489e-2, 0.1109503645730845e-2, 0.7120986206521341e-3,
                           0.6414613963833099e-3, 0.9416978549524347e-3, 0.3403428519096511e-2,
                           0.2397639310739395e-2, 0.2397639310739395e-2, 0.3348581430454180e-2,
                           0.1353560017035444e-2, 0.1995021413418736e-2, 0.5746220741193575e-2};
  for (int i = 0; i < 18; ++i) {
    problem.counted.push_back("phi" + std::to_string(pipe_from[i]) + "." + std::to_string(pipe_to[i]));
    problem.end.push_back(flow[i]);
  }
  return problem;
}

std::vector<TestProblem> testset() {
  return {
      transistor_amplifier(), akzo_nobel(),      robertson(),       ring_modulator(), nand_gate(),
      car_axis_problem(),     andrews_problem(), andrews_index_2(), fekete(),         slider_crank(),
      water_tube(),           charge_pump(),     wheelset(),        two_bit_adder(),  ring_modulator_named(),
      ring_modulator_limit()};
}

const TestProblem& test_problem(const std::vector<TestProblem>& all, const std::string& name) {
  for (const TestProblem& problem : all)
    if (problem.name == name) return problem;
  throw std::out_of_range("no test problem " + name);
}

}  // namespace trammel::support

// Electric circuits and chemistry of the test set: transistor amplifier, ring modulator, NAND gate, Akzo
// Nobel, Robertson.
#include <array>
#include <cmath>
#include <numbers>

#include "model/model.hpp"
#include "support/testset/testset.hpp"

namespace trammel::support {

using model::der;
using model::Formula;
using model::Model;

namespace {

std::vector<std::string> numbered(const std::string& stem, int n) {
  std::vector<std::string> names;
  for (int i = 1; i <= n; ++i) names.push_back(stem + std::to_string(i));
  return names;
}

std::vector<Formula> unknowns(Model& m, const std::vector<double>& start,
                              const std::vector<double>& nominal = {}, bool fixed = false) {
  std::vector<Formula> y;
  for (std::size_t i = 0; i < start.size(); ++i)
    y.push_back(m.variable("y" + std::to_string(i + 1),
                           {.start = start[i], .fixed = fixed, .nominal = nominal.empty() ? 1 : nominal[i]}));
  return y;
}

model::Problem make_transistor() {
  Model m("transistor amplifier");
  constexpr double ub = 6, uf = 0.026, alpha = 0.99, beta = 1e-6, r0 = 1000, r = 9000;
  constexpr double c[5] = {1e-6, 2e-6, 3e-6, 4e-6, 5e-6};
  const auto y = unknowns(m, {0, 3, 3, 6, 3, 3, 6, 0});
  const Formula input = 0.1 * sin(200 * std::numbers::pi * m.time());
  const Formula g1 = beta * (exp((y[1] - y[2]) / uf) - 1.0), g2 = beta * (exp((y[4] - y[5]) / uf) - 1.0);
  m.equation("node 1", c[0] * (der(y[1]) - der(y[0])) == (y[0] - input) / r0);
  m.equation("node 2", c[0] * (der(y[0]) - der(y[1])) == y[1] / r + (y[1] - ub) / r + (1 - alpha) * g1);
  m.equation("node 3", -c[1] * der(y[2]) == y[2] / r - g1);
  m.equation("node 4", c[2] * (der(y[4]) - der(y[3])) == (y[3] - ub) / r + alpha * g1);
  m.equation("node 5", c[2] * (der(y[3]) - der(y[4])) == y[4] / r + (y[4] - ub) / r + (1 - alpha) * g2);
  m.equation("node 6", -c[3] * der(y[5]) == y[5] / r - g2);
  m.equation("node 7", c[4] * (der(y[7]) - der(y[6])) == (y[6] - ub) / r + alpha * g2);
  m.equation("node 8", c[4] * (der(y[6]) - der(y[7])) == y[7] / r);
  return m.problem();
}

model::Problem make_akzo() {
  Model m("chemical Akzo Nobel");
  constexpr double k1 = 18.7, k2 = 0.58, k3 = 0.09, k4 = 0.42, K = 34.4, kla = 3.3, po2 = 0.9, hen = 737,
                   ks = 115.83;
  const auto y = unknowns(m, {0.444, 0.00123, 0, 0.007, 0, 0.35999964});
  const Formula r1 = k1 * pow(y[0], 4.0) * sqrt(y[1]), r2 = k2 * y[2] * y[3], r3 = k2 / K * y[0] * y[4],
                r4 = k3 * y[0] * y[3] * y[3], r5 = k4 * y[5] * y[5] * sqrt(y[1]),
                fin = kla * (po2 / hen - y[1]);
  m.equation("FLB", der(y[0]) == -2.0 * r1 + r2 - r3 - r4);
  m.equation("CO2", der(y[1]) == -0.5 * r1 - r4 - 0.5 * r5 + fin);
  m.equation("FLBT", der(y[2]) == r1 - r2 + r3);
  m.equation("ZHU", der(y[3]) == -r2 + r3 - 2.0 * r4);
  m.equation("ZLA", der(y[4]) == r2 - r3 + r5);
  m.equation("equilibrium", ks * y[0] * y[3] == y[5]);
  for (int i = 0; i < 5; ++i) m.start(y[i], std::array{0.444, 0.00123, 0.0, 0.007, 0.0}[i]);
  return m.problem();
}

model::Problem make_robertson() {
  Model m("Robertson");
  const auto y = unknowns(m, {1, 0, 0}, {1e-6, 1e-10, 1e-6});
  m.start(y[0], 1), m.start(y[1], 0);
  m.equation("A", der(y[0]) == -0.04 * y[0] + 1e4 * y[1] * y[2]);
  m.equation("B", der(y[1]) == 0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] * y[1]);
  m.equation("balance", y[0] + y[1] + y[2] == 1.0);
  return m.problem();
}

// Three forms: the ODE of the test set; the same with the inputs and the currents of the diodes as unknowns
// of their own (index 1); and the limit without the capacitances cs of the diodes, in which their voltages
// are unknowns of index 2. [HLR89]
enum class Ring { ode, named, limit };

model::Problem make_ring(Ring form) {
  Model m("ring modulator");
  constexpr double c = 1.6e-8, cs = 2e-12, cp = 1e-8, r = 25e3, rp = 50, lh = 4.45, ls1 = 2e-3, ls2 = 5e-4,
                   ls3 = 5e-4, rg1 = 36.3, rg2 = 17.3, rg3 = 17.3, ri = 50, rc = 600, gamma = 40.67286402e-9,
                   delta = 17.7493332;
  const auto y = unknowns(m, std::vector<double>(15, 0.0), {}, form != Ring::limit);
  if (form == Ring::limit)  // the diodes' voltages follow
    for (const int k : {0, 1, 6, 7, 8, 9, 10, 11, 12, 13, 14}) m.start(y[k], 0);
  const auto named = [&](const char* name, const Formula& value, double nominal) {
    if (form != Ring::named) return value;
    const Formula unknown = m.variable(name, {.start = 0, .nominal = nominal});
    m.equation(name, unknown == value);
    return unknown;
  };
  const Formula t = m.time(), u1 = named("u1", 0.5 * sin(2e3 * std::numbers::pi * t), 1),
                u2 = named("u2", 2.0 * sin(2e4 * std::numbers::pi * t), 1);
  int count = 0;
  const auto diode = [&](const Formula& u) {
    return named(("q" + std::to_string(++count)).c_str(), gamma * (exp(delta * u) - 1.0), 1e-3);
  };
  const auto stored = [&](const Formula& u) { return form == Ring::limit ? 0.0 * t : cs * der(u); };
  const Formula q1 = diode(y[2] - y[4] - y[6] - u2), q2 = diode(-y[3] + y[5] - y[6] - u2),
                q3 = diode(y[3] + y[4] + y[6] + u2), q4 = diode(-y[2] - y[5] + y[6] + u2);
  m.equation("1", c * der(y[0]) == y[7] - 0.5 * y[9] + 0.5 * y[10] + y[13] - y[0] / r);
  m.equation("2", c * der(y[1]) == y[8] - 0.5 * y[11] + 0.5 * y[12] + y[14] - y[1] / r);
  m.equation("3", stored(y[2]) == y[9] - q1 + q4);
  m.equation("4", stored(y[3]) == -y[10] + q2 - q3);
  m.equation("5", stored(y[4]) == y[11] + q1 - q3);
  m.equation("6", stored(y[5]) == -y[12] - q2 + q4);
  m.equation("7", cp * der(y[6]) == -y[6] / rp + q1 + q2 - q3 - q4);
  m.equation("8", lh * der(y[7]) == -y[0]);
  m.equation("9", lh * der(y[8]) == -y[1]);
  m.equation("10", ls2 * der(y[9]) == 0.5 * y[0] - y[2] - rg2 * y[9]);
  m.equation("11", ls3 * der(y[10]) == -0.5 * y[0] + y[3] - rg3 * y[10]);
  m.equation("12", ls2 * der(y[11]) == 0.5 * y[1] - y[4] - rg2 * y[11]);
  m.equation("13", ls3 * der(y[12]) == -0.5 * y[1] + y[5] - rg3 * y[12]);
  m.equation("14", ls1 * der(y[13]) == -y[0] + u1 - (ri + rg1) * y[13]);
  m.equation("15", ls1 * der(y[14]) == -y[1] - (rc + rg1) * y[14]);
  return m.problem();
}

// The gate: Shichman-Hodges transistors, voltage-dependent capacitances, pulses as inputs.
struct Gate {
  static constexpr double rgs = 4, rgd = 4, rbs = 10, rbd = 10, cgs = 0.6e-4, cgd = 0.6e-4, cbd = 2.4e-5,
                          c9 = 0.5e-4, delta = 0.02, curis = 1e-14, vth = 25.85, vdd = 5, vbb = -2.5;

  static Formula forward(bool depletion, const Formula& vds, const Formula& vgs, const Formula& vbs) {
    const double vt0 = depletion ? -2.43 : 0.2, gamma = depletion ? 0.2 : 0.035,
                 phi = depletion ? 1.28 : 1.01, beta = depletion ? 5.35e-4 : 1.748e-3;
    const Formula u = vgs - (vt0 + gamma * (sqrt(phi - vbs) - std::sqrt(phi)));
    const Formula saturated = -beta * u * u * (1.0 + delta * vds),
                  linear = -beta * vds * (2.0 * u - vds) * (1.0 + delta * vds);
    return select(u <= 0.0, Formula(0.0 * vds), select(u <= vds, saturated, linear));
  }
  static Formula backward(bool depletion, const Formula& vds, const Formula& vgd, const Formula& vbd) {
    const double vt0 = depletion ? -2.43 : 0.2, gamma = depletion ? 0.2 : 0.035,
                 phi = depletion ? 1.28 : 1.01, beta = depletion ? 5.35e-4 : 1.748e-4;
    const Formula u = vgd - (vt0 + gamma * (sqrt(phi - vbd) - std::sqrt(phi)));
    const Formula saturated = beta * u * u * (1.0 - delta * vds),
                  linear = -beta * vds * (2.0 * u + vds) * (1.0 - delta * vds);
    return select(u <= 0.0, Formula(0.0 * vds), select(u <= -vds, saturated, linear));
  }
  static Formula drain(bool depletion, const Formula& vds, const Formula& vgs, const Formula& vbs,
                       const Formula& vgd, const Formula& vbd) {
    return select(vds > 0.0, forward(depletion, vds, vgs, vbs), backward(depletion, vds, vgd, vbd));
  }
  static Formula junction(const Formula& v) {
    return select(v <= 0.0, -curis * (exp(v / vth) - 1.0), Formula(0.0 * v));
  }
  static Formula capacitance(const Formula& v) {
    constexpr double phib = 0.87;
    return select(v <= 0.0, cbd / sqrt(1.0 - select(v <= 0.0, v, Formula(0.0 * v)) / phib),
                  cbd * (1.0 + v / (2 * phib)));
  }
};

// A train of pulses of height 5: up within 5 after `first`, down within 5 after `last`, again every `period`.
struct Pulse {
  Formula value, slope;
};

Pulse clock_pulse(const Formula& t, double first, double last, double period) {
  const auto ramp = [&](double from) {
    const Formula inside = select(t <= from + 5, t - from, Formula(5.0 + 0.0 * t));
    return Pulse{
        select(t <= from, Formula(0.0 * t), inside),
        select(t <= from, Formula(0.0 * t), select(t <= from + 5, Formula(1.0 + 0.0 * t), Formula(0.0 * t)))};
  };
  Pulse sum{0.0 * t, 0.0 * t};
  for (double shift = 0; shift < 80; shift += period) {
    const Pulse up = ramp(first + shift), down = ramp(last + shift);
    sum.value = sum.value + up.value - down.value;
    sum.slope = sum.slope + up.slope - down.slope;
  }
  return sum;
}

model::Problem make_nand() {
  Model m("NAND gate");
  using G = Gate;
  const auto y =
      unknowns(m, {5, 5, G::vbb, G::vbb, 5, 3.62385, 5, G::vbb, G::vbb, 3.62385, 0, 3.62385, G::vbb, G::vbb},
               {}, true);
  const auto [v1, d1] = clock_pulse(m.time(), 5, 15, 20);
  const auto [v2, d2] = clock_pulse(m.time(), 15, 35, 40);
  const Formula i1 = G::drain(true, y[1] - y[0], y[4] - y[0], y[2] - y[4], y[4] - y[1], y[3] - G::vdd),
                i2 = G::drain(false, y[6] - y[5], v1 - y[5], y[7] - y[9], v1 - y[6], y[8] - y[4]),
                i3 = G::drain(false, y[11] - y[10], v2 - y[10], y[12], v2 - y[11], y[13] - y[9]);
  const Formula c3 = G::capacitance(y[2] - y[4]), c4 = G::capacitance(y[3] - G::vdd),
                c8 = G::capacitance(y[7] - y[9]), c9 = G::capacitance(y[8] - y[4]),
                c13 = G::capacitance(y[12]), c14 = G::capacitance(y[13] - y[9]);
  const Formula j3 = G::junction(y[2] - y[4]), j4 = G::junction(y[3] - G::vdd), j8 = G::junction(y[7] - y[9]),
                j9 = G::junction(y[8] - y[4]), j13 = G::junction(y[12]), j14 = G::junction(y[13] - y[9]);
  m.equation("1", G::cgs * (der(y[0]) - der(y[4])) == -(y[0] - y[4]) / G::rgs - i1);
  m.equation("2", G::cgd * (der(y[1]) - der(y[4])) == -(y[1] - G::vdd) / G::rgd + i1);
  m.equation("3", c3 * (der(y[2]) - der(y[4])) == -(y[2] - G::vbb) / G::rbs + j3);
  m.equation("4", c4 * der(y[3]) == -(y[3] - G::vbb) / G::rbd + j4);
  m.equation("5", -G::cgs * der(y[0]) - G::cgd * der(y[1]) - c3 * der(y[2]) +
                          (G::cgs + G::cgd + c3 + c9 + G::c9) * der(y[4]) - c9 * der(y[8]) ==
                      -(y[4] - y[0]) / G::rgs - j3 - (y[4] - y[6]) / G::rgd - j9);
  m.equation("6", G::cgs * der(y[5]) == G::cgs * d1 - (y[5] - y[9]) / G::rgs - i2);
  m.equation("7", G::cgd * der(y[6]) == G::cgd * d1 - (y[6] - y[4]) / G::rgd + i2);
  m.equation("8", c8 * (der(y[7]) - der(y[9])) == -(y[7] - G::vbb) / G::rbs + j8);
  m.equation("9", c9 * (der(y[8]) - der(y[4])) == -(y[8] - G::vbb) / G::rbd + j9);
  m.equation("10", -c8 * der(y[7]) + (c8 + c14 + G::c9) * der(y[9]) - c14 * der(y[13]) ==
                       -(y[9] - y[5]) / G::rgs - j8 - (y[9] - y[11]) / G::rgd - j14);
  m.equation("11", G::cgs * der(y[10]) == G::cgs * d2 - y[10] / G::rgs - i3);
  m.equation("12", G::cgd * der(y[11]) == G::cgd * d2 - (y[11] - y[9]) / G::rgd + i3);
  m.equation("13", c13 * der(y[12]) == -(y[12] - G::vbb) / G::rbs + j13);
  m.equation("14", c14 * (der(y[13]) - der(y[9])) == -(y[13] - G::vbb) / G::rbd + j14);
  return m.problem();
}

}  // namespace

TestProblem transistor_amplifier() {
  return {"transistor",
          1,
          0.2,
          make_transistor,
          numbered("y", 8),
          {-0.5562145012262709e-2, 3.006522471903042, 2.849958788608128, 2.926422536206241, 2.704617865010554,
           2.761837778393145, 4.770927631616772, 1.236995868091548}};
}

TestProblem akzo_nobel() {
  return {"akzo",
          1,
          180,
          make_akzo,
          numbered("y", 6),
          {0.1150794920661702, 0.1203831471567715e-2, 0.1611562887407974, 0.3656156421249283e-3,
           0.1708010885264404e-1, 0.4873531310307455e-2}};
}

TestProblem robertson() {
  return {"robertson",
          1,
          1e11,
          make_robertson,
          numbered("y", 3),
          {0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050}};
}

TestProblem ring_modulator() {
  return {"ring",
          1,
          1e-3,
          [] { return make_ring(Ring::ode); },
          numbered("y", 15),
          {-0.2339057358486745e-1, -0.7367485485540825e-2, 0.2582956709291169, -0.4064465721283450,
           -0.4039455665149794, 0.2607966765422943, 0.1106761861269975, 0.2939904342435596e-6,
           -0.2840029933642329e-7, 0.7267198267264553e-3, 0.7929487196960840e-3, -0.7255283495698965e-3,
           -0.7941401968526521e-3, 0.7088495416976114e-4, 0.2390059075236570e-4}};
}

TestProblem ring_modulator_named() {
  TestProblem problem = ring_modulator();
  problem.name = "ring_named";
  problem.make = [] { return make_ring(Ring::named); };
  problem.large = true;
  return problem;
}

// End values by a program of its own: Radau IIA of three stages on the 15 equations, 160,000 equal steps in
// extended precision; 40,000 steps agree to seven digits.
TestProblem ring_modulator_limit() {
  TestProblem problem = ring_modulator();
  problem.name = "ring_limit";
  problem.index = 2;
  problem.make = [] { return make_ring(Ring::limit); };
  problem.end = {-0.023399133895332,    -0.0073748828724344,  0.323424822929118,    -0.341313539949114,
                 -0.338811830863566,    0.325926532014665,    0.110674476710633,    2.93990983858616e-07,
                 -2.83881630347939e-08, 0.000726084730729898, 0.000793516278942085, -0.000726084731935183,
                 -0.0007935162777368,   7.08782103155357e-05, 2.38980825756734e-05};
  problem.digits = 8;
  return problem;
}

TestProblem nand_gate() {
  return {"nand",
          0,
          80,
          make_nand,
          numbered("y", 14),
          {0.4971088699385777e1, 0.4999752103929311e1, -0.2499998781491227e1, -0.2499999999999975e1,
           0.4970837023296724e1, -0.2091214032073855, 0.4970593243278363e1, -0.2500077409198803e1,
           -0.2499998781491227e1, -0.2090289583878100, -0.2399999999966269e-3, -0.2091214032073855,
           -0.2499999999999991e1, -0.2500077409198803e1}};
}

}  // namespace trammel::support

// The charge pump of the test set: two capacitors and a MOS transistor whose charges depend on its voltages
// by region (accumulation, depletion, inversion), driven by trapezoidal pulses. Index 2 in the current.
#include <cmath>

#include "model/model.hpp"
#include "support/testset/testset.hpp"

namespace trammel::support {

using model::der;
using model::Formula;
using model::Model;

namespace {

constexpr double threshold = 0.2, body = 0.035, phi = 1.01, oxide = 4e-12, at_drain = 0.4e-12,
                 at_source = 1.6e-12;

// 20 V; every 120 ns up within 10 ns from 50 ns on, down within 10 ns from 110 ns on.
Formula pulses(const Formula& t) {
  const auto ramp = [&](double from) {
    return select(t <= from, Formula(0.0 * t),
                  select(t <= from + 10e-9, (t - from) * 2e9, Formula(20.0 + 0.0 * t)));
  };
  Formula sum = 0.0 * t;
  for (int period = 0; period < 10; ++period)
    sum = sum + ramp(120e-9 * period + 50e-9) - ramp(120e-9 * period + 110e-9);
  return sum;
}

// Charges of gate, and of source and drain (which are alike), from the voltages of the gate to bulk, source,
// drain.
struct Charges {
  Formula gate, channel;
};

Charges charges(const Formula& bulk, const Formula& source, const Formula& drain) {
  const double flat = threshold - body * std::sqrt(phi) - phi;
  const Formula high = select(source <= drain, drain, source), low = select(source <= drain, source, drain);
  const Formula root = sqrt(phi - (high - bulk)), effective = threshold + body * (root - std::sqrt(phi));
  const Formula zero = 0.0 * bulk, over = high - effective,
                end = select(low <= effective, zero, low - effective);
  const Formula sheet = end + over - end * over / (end + over);
  const Formula depletion = oxide * body * (sqrt(body * body / 4 + bulk - flat) - body / 2);
  return {select(bulk <= flat, oxide * (bulk - flat),
                 select(high <= effective, depletion, oxide * (2.0 / 3 * sheet + body * root))),
          select(bulk <= flat, zero, select(high <= effective, zero, -oxide / 3 * sheet))};
}

model::Problem make_pump() {
  Model m("charge pump");
  constexpr double charge = 1e-12, current = 1e-3;
  const char* names[9] = {"y1", "y2", "y3", "y4", "y5", "u1", "u2", "u3", "i"};
  std::vector<Formula> y;
  for (int k = 0; k < 9; ++k)
    y.push_back(m.variable(names[k], {.start = 0, .nominal = k < 5 ? charge : k < 8 ? 1 : current}));
  m.start(y[6], 0), m.start(y[7], 0);
  const Formula &u1 = y[5], &u2 = y[6], &u3 = y[7];
  const Charges q = charges(u1, u1 - u2, u1 - u3);
  m.equation("source current", der(y[0]) == -y[8]);
  m.equation("node 2", der(y[1]) + der(y[2]) == 0.0);
  m.equation("node 3", der(y[3]) + der(y[4]) == 0.0);
  m.equation("input", u1 == pulses(m.time()));
  m.equation("gate charge", y[0] == q.gate);
  m.equation("source capacitor", y[1] == at_source * u2);
  m.equation("source charge", y[2] == q.channel);
  m.equation("drain capacitor", y[3] == at_drain * u3);
  m.equation("drain charge", y[4] == q.channel);
  return m.problem();
}

}  // namespace

TestProblem charge_pump() {
  TestProblem problem{"pump", 2, 1.2e-6, make_pump, {"y1"}, {0.126280042987675933170893e-12}};
  problem.unit = 1e-12;
  return problem;
}

}  // namespace trammel::support

// experiments/hw96_indices.cpp: examples whose differentiation and perturbation indices are known. [HW96,
// (VII.1.12), (1.31), (1.32)]
#include <fmt/format.h>

#include <cmath>

#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/perturbation.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using model::der;

// z2' + z1 = δ1, z3' + z2 = δ2, z3 = δ3 with δ = (0, cos 2t, sin t).
model::Problem nilpotent() {
  model::Model m("(1.12)");
  const auto z1 = m.variable("z1"), z2 = m.variable("z2"), z3 = m.variable("z3");
  m.equation("1", der(z2) + z1 == 0.0);
  m.equation("2", der(z3) + z2 == cos(2.0 * m.time()));
  m.equation("3", z3 == sin(m.time()));
  return m.problem();
}

// ε = 0: the problem itself.
model::Problem lubich(double epsilon, double omega) {
  model::Model m("(1.31)");
  const auto y1 = m.variable("y1", {.start = 0, .fixed = true}), y2 = m.variable("y2"), y3 = m.variable("y3");
  m.equation("1", der(y1) - y3 * der(y2) + y2 * der(y3) == 0.0);
  m.equation("2", y2 == epsilon * sin(omega * m.time()));
  m.equation("3", y3 == epsilon * cos(omega * m.time()));
  return m.problem();
}

// y_m N y' + y = δ with δ_m = ε sin ωt.
model::Problem campbell_gear(int m_size, double epsilon, double omega) {
  model::Model m("(1.32)");
  std::vector<model::Formula> y;
  for (int i = 1; i <= m_size; ++i) y.push_back(m.variable(fmt::format("y{}", i)));
  for (int i = 0; i + 1 < m_size; ++i)
    m.equation(fmt::format("{}", i + 1), y.back() * der(y[i + 1]) + y[i] == 0.0);
  m.equation(fmt::format("{}", m_size), y.back() == epsilon * sin(omega * m.time()));
  return m.problem();
}

solution::Solution solved(const model::Problem& problem) {
  pipeline::Options options{.t_end = 1, .tolerance = 1e-12};
  options.certify = pipeline::Certify::off;
  return pipeline::solve(problem, options);
}

}  // namespace

void hw96_indices(Findings& into) {
  const solution::Solution s = solved(nilpotent());
  into.set("(1.12)", "index", s.index);
  into.set("(1.12)", "z1(1) = d1 - d2' + d3''", s.end("z1"));
  into.set("(1.12)", "z2(1) = d2 - d3'", s.end("z2"));
  for (const double omega : {10.0, 100.0})
    into.set(fmt::format("(1.31), eps = 0.01, omega = {:g}", omega), "y1(1) = eps^2 omega",
             solved(lubich(0.01, omega)).end("y1"));
  const double epsilon = 0.1, omega = 10;
  into.set("(1.32), m = 2, eps = 0.1, omega = 10", "y1(1)",
           solved(campbell_gear(2, epsilon, omega)).end("y1"));
  into.set("(1.32), m = 3, eps = 0.1, omega = 10", "y1(1)",
           solved(campbell_gear(3, epsilon, omega)).end("y1"));
  into.set("(1.31)", "perturbation index", pipeline::measure_perturbation(lubich(0, 1)).index);
  for (const int m : {2, 3})
    into.set(fmt::format("(1.32), m = {}", m), "perturbation index",
             pipeline::measure_perturbation(campbell_gear(m, 0, 1)).index);
}

}  // namespace trammel::experiments

// experiments/aqr94_table_3_1.cpp: Kepler's problem with the energy kept by one correction per step. [AQR94,
// Example 3, Table 3.1, (3.9)]
#include <cmath>
#include <numbers>

#include "experiments/measure.hpp"
#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using integrate::ProjectionOptions;
using model::der;

model::Problem kepler() {
  model::Model m("kepler");
  const auto p1 = m.variable("p1", {.start = 0.5, .fixed = true}),
             p2 = m.variable("p2", {.start = 0, .fixed = true});
  m.start(der(p1), 0);
  m.start(der(p2), std::sqrt(3.0));
  const auto r = sqrt(p1 * p1 + p2 * p2);
  m.equation("p1", der(p1, 2) == -p1 / (r * r * r));
  m.equation("p2", der(p2, 2) == -p2 / (r * r * r));
  m.invariant("energy", 0.5 * (der(p1) * der(p1) + der(p2) * der(p2)) - 1.0 / r == -0.5);
  return m.problem();
}

// p2 after 1, 2, .. revolutions.
std::vector<double> revolutions(const char* method, double h, int count, const ProjectionOptions& how) {
  pipeline::Options options{.method = method, .formulation = "underlying_ode", .dense = false};
  options.certify = pipeline::Certify::off;
  options.t_end = count * 2 * std::numbers::pi;
  options.step.fixed_step = h * std::numbers::pi;
  options.step.max_steps = 10'000'000;
  options.projection = how;
  for (int k = 1; k <= count; ++k) options.times.push_back(k * 2 * std::numbers::pi);
  const solution::Solution s = pipeline::solve(kepler(), options);
  std::vector<double> result;
  for (const solution::Sample& sample : s.samples) result.push_back(sample.values[1]);
  return result;
}

const ProjectionOptions none{.on = false};
const ProjectionOptions along_velocity{.passes = 1, .move_positions = false};  // D = (0, 0, v1, v2)
const ProjectionOptions along_gradient{.passes = 1};                           // D = Eᵀ

void row(Findings& into, const char* name, const std::vector<double>& p2) {
  into.set(name, "p2(2 pi)", p2[0]);
  into.set(name, "p2(4 pi)", p2[1]);
}

}  // namespace

void aqr94_table_3_1(Findings& into) {
  row(into, "forward Euler, none, .001 pi", revolutions("forward_euler", 0.001, 2, none));
  row(into, "forward Euler, D = (0, v), .001 pi", revolutions("forward_euler", 0.001, 2, along_velocity));
  row(into, "forward Euler, none, .0005 pi", revolutions("forward_euler", 0.0005, 2, none));
  row(into, "forward Euler, D = (0, v), .0005 pi", revolutions("forward_euler", 0.0005, 2, along_velocity));
  row(into, "explicit midpoint, none, .001 pi", revolutions("midpoint", 0.001, 2, none));
  row(into, "implicit midpoint, D = (0, v), .001 pi",
      revolutions("symplectic_midpoint", 0.001, 2, along_velocity));
  row(into, "implicit midpoint, none, .001 pi", revolutions("symplectic_midpoint", 0.001, 2, none));
  row(into, "forward Euler, D = E', .001 pi", revolutions("forward_euler", 0.001, 2, along_gradient));
  row(into, "forward Euler, D = E', .0005 pi", revolutions("forward_euler", 0.0005, 2, along_gradient));
  row(into, "implicit midpoint, D = E', .001 pi",
      revolutions("symplectic_midpoint", 0.001, 2, along_gradient));

  // How p2(kT) grows with k; without stabilization while it is small against 1.
  const std::vector<double> k = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<double> euler = revolutions("forward_euler", 2e-5, 3, none),
                            stabilized = revolutions("forward_euler", 0.001, 8, along_gradient),
                            symplectic = revolutions("symplectic_midpoint", 0.001, 8, none);
  into.set("forward Euler, none, .00002 pi", "exponent of k in p2(kT)", slope({1, 2, 3}, euler));
  into.set("forward Euler, D = E', .001 pi", "exponent of k in p2(kT)", slope(k, stabilized));
  into.set("implicit midpoint, none, .001 pi", "exponent of k in p2(kT)", slope(k, symplectic));
  into.set("forward Euler, D = E'", "exponent of h in p2(2 pi)",
           std::log2(stabilized[0] / revolutions("forward_euler", 0.0005, 1, along_gradient)[0]));
  report::Panel panel{.x_label = "revolutions", .y_label = "|p2|", .log_x = true, .log_y = true};
  const auto curve = [&](const char* label, std::vector<double> y) {
    for (double& value : y) value = std::fabs(value);
    panel.curves.push_back({label, {k.begin(), k.begin() + static_cast<long>(y.size())}, y});
  };
  curve("forward Euler, h = .00002 pi", euler);
  curve("stabilized, h = .001 pi", stabilized);
  curve("implicit midpoint, h = .001 pi", symplectic);
  into.figures.push_back({"growth", {.title = "Example 3: growth of p2(kT)", .panels = {panel}}});
}

}  // namespace trammel::experiments

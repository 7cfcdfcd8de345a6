// experiments/hw96_fig_2_3.cpp: the perturbed Kepler problem by explicit and symplectic Euler, with and
// without projection onto H = const. [HW96, (VII.2.15), Figure 2.3]
#include <cmath>

#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using model::der;

model::Problem planet() {
  model::Model m("perturbed Kepler");
  const auto x = m.variable("x", {.start = 0.4, .fixed = true}),
             y = m.variable("y", {.start = 0, .fixed = true});
  m.start(der(x), 0);
  m.start(der(y), 2);
  const auto r = sqrt(x * x + y * y);
  const auto pull = 1.0 / (r * r * r) + 0.015 / (r * r * r * r * r);
  m.equation("x", der(x, 2) == -x * pull);
  m.equation("y", der(y, 2) == -y * pull);
  m.invariant("energy",
              0.5 * (der(x) * der(x) + der(y) * der(y)) - 1.0 / r - 0.005 / (r * r * r) == -0.578125);
  return m.problem();
}

}  // namespace

void hw96_fig_2_3(Findings& into) {
  report::Figure figure{
      .title = "Figure 2.3: projection onto H = const", .panels = {}, .width = 560, .panel_height = 420};
  pipeline::Options tight{
      .t_end = 120, .tolerance = 1e-12, .method = "dop853", .formulation = "underlying_ode"};
  tight.certify = pipeline::Certify::off;
  const solution::Solution exact = pipeline::solve(planet(), tight);
  double nearest = 1e9, farthest = 0;
  for (int i = 0; i <= 120'000; ++i) {
    const double r = std::hypot(exact.at("x", 0.001 * i), exact.at("y", 0.001 * i));
    nearest = std::min(nearest, r), farthest = std::max(farthest, r);
  }
  into.set("exact", "H0", 0.5 * std::pow(exact.at("der(y)", 0), 2) - 1 / 0.4 - 0.005 / std::pow(0.4, 3));
  into.set("exact", "smallest r", nearest), into.set("exact", "largest r", farthest);
  const struct {
    const char *row, *method;
    bool project;
  } ways[] = {{"explicit Euler", "forward_euler", false},
              {"explicit Euler, projected", "forward_euler", true},
              {"symplectic Euler", "symplectic_euler", false},
              {"symplectic Euler, projected", "symplectic_euler", true}};
  for (const auto& [row, method, project] : ways) {
    pipeline::Options options{.t_end = 120, .method = method, .formulation = "underlying_ode"};
    options.certify = pipeline::Certify::off;
    options.step.fixed_step = 0.01;
    options.projection.on = project;
    const solution::Solution s = pipeline::solve(planet(), options);
    const solution::Trajectory& steps = s.segments.at(0).trajectory;
    double energy = 0, inner = 1e9, outer = 0, momentum = 0;
    report::Curve orbit{row, {}, {}};
    for (int i = 0; i <= steps.steps(); ++i) {
      const Vec z = steps.at_step(i);  // x, x', y, y'
      const double r = std::hypot(z[0], z[2]), t = steps.times()[i];
      const double H = 0.5 * (z[1] * z[1] + z[3] * z[3]) - 1 / r - 0.005 / (r * r * r);
      const double L = z[0] * z[3] - z[2] * z[1] - 0.8;
      energy = std::max(energy, std::fabs(H + 0.578125));
      momentum = std::max(momentum, std::fabs(L));
      if (t >= 100) inner = std::min(inner, r), outer = std::max(outer, r);
      for (const int at : {20, 60, 120})
        if (i == at * 100)
          into.set(row, at == 20 ? "L - L0, t = 20" : at == 60 ? "L - L0, t = 60" : "L - L0, t = 120", L);
      if (i == 12000) into.set(row, "H - H0, t = 120", H + 0.578125);
      if (i % 4 == 0) orbit.x.push_back(z[0]), orbit.y.push_back(z[2]);
    }
    into.set(row, "largest |H - H0|", energy);
    into.set(row, "largest |L - L0|", momentum);
    into.set(row, "smallest r on [100, 120]", inner);
    into.set(row, "largest r on [100, 120]", outer);
    figure.panels.push_back(
        {.title = row, .x_label = "q1", .y_label = "q2", .equal = true, .curves = {orbit}});
  }
  into.figures.push_back({"2_3", figure});
}

}  // namespace trammel::experiments

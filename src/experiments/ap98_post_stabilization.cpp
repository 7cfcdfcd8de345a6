// experiments/ap98_post_stabilization.cpp: a particle on an ellipse, corrected once or twice after every
// step. [AP98, 10.2; AQR94, (3.9), (4.8)]
//
// F has one block per level unless it is H'(HH')⁻¹. On a circle one pass would already be exact for the
// velocity.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "experiments/laboratory.hpp"
#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using integrate::ProjectionOptions;
using model::der;

struct Residual {
  double position = 0, velocity = 0;
};

model::Problem ellipse() {
  model::Model m("ellipse");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), y = m.variable("y"),
             lambda = m.variable("lambda");
  m.start(der(y), 0.5);
  m.equation("horizontal", der(x, 2) == -2.0 * x * lambda);
  m.equation("vertical", der(y, 2) == -8.0 * y * lambda - 1.0);
  m.equation("track", x * x + 4.0 * y * y == 1.0);
  return m.problem();
}

void note(double x, double u, double y, double v, Residual& worst) {
  worst.position = std::max(worst.position, std::fabs(x * x + 4 * y * y - 1));
  worst.velocity = std::max(worst.velocity, std::fabs(2 * x * u + 8 * y * v));
}

// z <- z - F h twice, F = blockdiag(Gᵀ(GGᵀ)⁻¹, the same) anew for each pass. (The library's own second pass
// keeps the matrix of the first: the same order, three times the defect.)
Residual twice(const char* method, int steps) {
  Laboratory lab(ellipse(), method);
  const int x = lab.at("x"), y = lab.at("y"), u = lab.at("der(x)"), v = lab.at("der(y)");
  lab.options.step.fixed_step = 1.0 / steps;
  Residual worst;
  lab.run(
      1, [&](double, Vec z) { note(z[x], z[u], z[y], z[v], worst); },
      [&](double, Out z) {
        for (int pass = 0; pass < 2; ++pass) {
          const double g1 = 2 * z[x], g2 = 8 * z[y], squared = g1 * g1 + g2 * g2;
          const double position = (z[x] * z[x] + 4 * z[y] * z[y] - 1) / squared,
                       velocity = (g1 * z[u] + g2 * z[v]) / squared;
          z[x] -= g1 * position, z[y] -= g2 * position;
          z[u] -= g1 * velocity, z[v] -= g2 * velocity;
        }
      });
  return worst;
}

// q1² + 4 q2² = 1, gravity (0, -1), from (1, 0) with the velocity (0, 1/2), to t = 1.
Residual run(const char* method, int steps, const ProjectionOptions& how) {
  pipeline::Options options{.t_end = 1, .method = method, .formulation = "underlying_ode"};
  options.certify = pipeline::Certify::off;
  options.step.fixed_step = 1.0 / steps;
  options.projection = how;
  const solution::Solution s = pipeline::solve(ellipse(), options);
  Residual worst;
  const solution::Trajectory& at = s.segments.at(0).trajectory;
  for (int i = 0; i <= at.steps(); ++i) {
    const Vec z = at.at_step(i);  // x, x', y, y'
    note(z[0], z[1], z[2], z[3], worst);
  }
  return worst;
}

// Over all doublings of the number of steps whose results stand above rounding.
double order(const std::vector<double>& defects) {
  std::size_t last = 1;
  while (last + 1 < defects.size() && defects[last + 1] > 2e-13) ++last;
  return std::log2(defects[0] / defects[last]) / static_cast<double>(last);
}

}  // namespace

void ap98_post_stabilization(Findings& into) {
  const struct {
    const char *name, *method;
    std::vector<int> steps;
  } methods[] = {{"p = 1", "forward_euler", {50, 100, 200, 400}},
                 {"p = 2", "midpoint", {50, 100, 200, 400}},
                 {"p = 4", "rk4", {20, 40, 80, 160}}};
  const struct {
    const char* name;
    ProjectionOptions how;
  } ways[] = {{"none", {.on = false}},
              {"once", {.passes = 1}},
              {"twice", {}},
              {"H once", {.direction = ProjectionOptions::Direction::orthogonal, .passes = 1}}};
  report::Figure figure{.title = "Defect of the velocity constraint", .panels = {}};
  for (const auto& [name, method, steps] : methods) {
    report::Panel panel{
        .title = name, .x_label = "steps", .y_label = "largest |Gv|", .log_x = true, .log_y = true};
    for (const auto& [way, how] : ways) {
      const std::string row = fmt::format("{}, {}", name, way);
      std::vector<double> position, velocity;
      report::Curve curve{way, {}, {}};
      for (const int n : steps) {
        const Residual found = way == std::string_view("twice") ? twice(method, n) : run(method, n, how);
        into.set(row, fmt::format("position, N = {}", n), found.position);
        into.set(row, fmt::format("velocity, N = {}", n), found.velocity);
        position.push_back(found.position + 1e-300), velocity.push_back(found.velocity + 1e-300);
        curve.x.push_back(n), curve.y.push_back(found.velocity);
      }
      panel.curves.push_back(curve);
      into.set(row, "order of position", order(position));
      into.set(row, "order of velocity", order(velocity));
    }
    figure.panels.push_back(panel);
  }
  into.figures.push_back({"velocity", figure});
}

}  // namespace trammel::experiments

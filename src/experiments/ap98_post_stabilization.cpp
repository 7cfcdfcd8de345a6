// experiments/ap98_post_stabilization.cpp: a particle on an ellipse, corrected once or twice after every
// step. [AP98, 10.2; AQR94, (3.9), (4.8)]
//
// F has one block per level unless it is H'(HH')⁻¹. On a circle one pass would already be exact for the
// velocity.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using integrate::ProjectionOptions;
using model::der;

struct Residual {
  double position = 0, velocity = 0;
  double error = 0;  // of the state at t = 1
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

// q1² + 4 q2² = 1, gravity (0, -1), from (1, 0) with the velocity (0, 1/2), to t = 1.
Residual corrected_run(const char* method, int steps, const ProjectionOptions& how) {
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
  const double exact[] = {0.9980633685709, 0.0536035329654, 0.0311027021213,
                          -0.4300247167444};  // x, x', y, y'
  for (int i = 0; i < 4; ++i)
    worst.error =
        std::max(worst.error, std::fabs(at.at_step(at.steps())[static_cast<std::size_t>(i)] - exact[i]));
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
              {"twice", {.passes = 2}},
              {"H once", {.direction = ProjectionOptions::Direction::orthogonal, .passes = 1}}};
  pipeline::Options tight{
      .t_end = 1, .tolerance = 1e-13, .method = "dop853", .formulation = "underlying_ode"};
  tight.certify = pipeline::Certify::off;
  const solution::Solution exact = pipeline::solve(ellipse(), tight);
  for (const char* name : {"x", "y", "der(x)", "der(y)"})
    into.set("dop853, tolerance 1e-13", std::string(name) + " at t = 1", exact.end(name));
  report::Figure figure{.title = "Defect of the velocity constraint", .panels = {}};
  for (const auto& [name, method, steps] : methods) {
    report::Panel panel{
        .title = name, .x_label = "steps", .y_label = "largest |Gv|", .log_x = true, .log_y = true};
    for (const auto& [way, how] : ways) {
      const std::string row = fmt::format("{}, {}", name, way);
      std::vector<double> position, velocity, error;
      report::Curve curve{way, {}, {}};
      for (const int n : steps) {
        const Residual found = corrected_run(method, n, how);
        error.push_back(found.error + 1e-300);
        into.set(row, fmt::format("position, N = {}", n), found.position);
        into.set(row, fmt::format("velocity, N = {}", n), found.velocity);
        position.push_back(found.position + 1e-300), velocity.push_back(found.velocity + 1e-300);
        curve.x.push_back(n), curve.y.push_back(found.velocity);
      }
      panel.curves.push_back(curve);
      into.set(row, "order of position", order(position));
      into.set(row, "order of velocity", order(velocity));
      into.set(row, "order of the solution", std::log2(error[2] / error[3]));
    }
    figure.panels.push_back(panel);
  }
  into.figures.push_back({"velocity", figure});
}

}  // namespace trammel::experiments

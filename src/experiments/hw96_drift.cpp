// experiments/hw96_drift.cpp: how far the pendulum's index-1 form drifts, and what projections do about it.
// [HW96, VII.2, Figures 2.1 and 2.2, exercise 1]
#include <fmt/format.h>

#include <cmath>

#include "experiments/measure.hpp"
#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using integrate::ProjectionOptions;
using model::der;
using Parts = ProjectionOptions::Parts;

// Length 1, g = 1, released at rest from (1, 0). (2.1)
model::Problem pendulum() {
  model::Model m("pendulum");
  const auto x = m.variable("x", {.start = 1, .fixed = true}), y = m.variable("y", {.start = 0}),
             lambda = m.variable("lambda");
  m.start(der(y), 0);
  m.equation("horizontal", der(x, 2) == -x * lambda);
  m.equation("vertical", der(y, 2) == -1.0 - y * lambda);
  m.equation("rod", x * x + y * y == 1.0);
  return m.problem();
}

struct Run {
  std::vector<double> t, position, velocity;  // defects of (2.1c) and (2.2)
  std::vector<std::vector<double>> state;     // x, y, x', y'
};

// step = 0: adaptive, at 1e-6. Defects at the accepted steps, or at `times`.
Run drift_run(const char* method, double t_end, const ProjectionOptions& how, double step, double tolerance,
              const std::vector<double>& times) {
  pipeline::Options options{
      .t_end = t_end, .tolerance = tolerance, .method = method, .formulation = "underlying_ode"};
  options.certify = pipeline::Certify::off;
  options.step.fixed_step = step;
  options.projection = how;
  options.times = times;
  Run result;
  const auto see = [&](double t, double x, double y, double u, double v) {
    result.t.push_back(t);
    result.position.push_back(std::fabs(x * x + y * y - 1));
    result.velocity.push_back(std::fabs(x * u + y * v));
    result.state.push_back({x, y, u, v});
  };
  const solution::Solution s = pipeline::solve(pendulum(), options);
  if (!times.empty()) {
    for (const solution::Sample& at : s.samples)
      see(at.time, at.values[0], at.values[1], at.values[3], at.values[5]);
  } else {
    const solution::Trajectory& steps = s.segments.at(0).trajectory;
    for (int i = 0; i <= steps.steps(); ++i) {
      const Vec z = steps.at_step(i);  // x, x', y, y'
      see(steps.times()[i], z[0], z[2], z[1], z[3]);
    }
  }
  return result;
}

double largest_defect(const Run& run, const std::vector<double>& values, double t_end) {
  double most = 0;
  for (std::size_t i = 0; i < run.t.size() && run.t[i] <= t_end + 1e-9; ++i) most = std::max(most, values[i]);
  return most;
}

std::vector<double> running(const std::vector<double>& values) {
  std::vector<double> result;
  double most = 1e-18;
  for (const double value : values) result.push_back(most = std::max(most, value));
  return result;
}

double error(const Run& found, const Run& exact, double t_end) {
  double worst = 0;
  for (std::size_t i = 0; i < found.t.size() && found.t[i] <= t_end + 1e-9; ++i) {
    double sum = 0;
    for (int k = 0; k < 4; ++k) sum += std::pow(found.state[i][k] - exact.state[i][k], 2);
    worst = std::max(worst, std::sqrt(sum));
  }
  return worst;
}

const ProjectionOptions unprojected{.on = false};
const std::vector<double> times = {10, 20, 50, 100, 200};

struct Exponents {
  double position, velocity;
};
Exponents exponents(const Run& run) {
  std::vector<double> position, velocity;
  for (const double t : times)
    position.push_back(largest_defect(run, run.position, t)),
        velocity.push_back(largest_defect(run, run.velocity, t));
  return {slope(times, position), slope(times, velocity)};
}

}  // namespace

void hw96_fig_2_1(Findings& into) {
  const Run adaptive = drift_run("dopri5", 200, unprojected, 0, 1e-6, {});
  for (const double t : times) {
    const std::string row = fmt::format("adaptive, largest on [0, {:g}]", t);
    into.set(row, "|x^2 + y^2 - 1|", largest_defect(adaptive, adaptive.position, t));
    into.set(row, "|xu + yv|", largest_defect(adaptive, adaptive.velocity, t));
  }
  const Exponents found = exponents(adaptive);
  into.set("exponent of t", "|x^2 + y^2 - 1|", found.position);
  into.set("exponent of t", "|xu + yv|", found.velocity);
  for (const double h : {0.1, 0.2}) {
    const Run constant = drift_run("dopri5", 100, unprojected, h, 1e-6, {});
    for (const double t : {10.0, 100.0}) {
      const std::string row = fmt::format("h = {}, largest on [0, {:g}]", h, t);
      into.set(row, "|x^2 + y^2 - 1|", largest_defect(constant, constant.position, t));
      into.set(row, "|xu + yv|", largest_defect(constant, constant.velocity, t));
    }
  }
  report::Panel panel{.x_label = "t", .y_label = "largest defect so far", .log_x = true, .log_y = true};
  panel.curves = {{"position", adaptive.t, running(adaptive.position)},
                  {"velocity", adaptive.t, running(adaptive.velocity)}};
  into.figures.push_back({"2_1", {.title = "Figure 2.1: drift of DOPRI5, 1e-6", .panels = {panel}}});
}

// Exercise 1: the same with other methods and constant steps.
void hw96_exercise_2_1(Findings& into) {
  const struct {
    const char* method;
    double step;
  } runs[] = {{"dopri5", 0},
              {"dopri5", 0.1},
              {"forward_euler", 0.001},
              {"midpoint", 0.01},
              {"heun", 0.01},
              {"rk4", 0.05},
              {"ab2", 0.01},
              {"ab4", 0.02},
              {"adams", 0},
              {"dop853", 0},
              {"symplectic_midpoint", 0.05}};
  report::Panel positions{
      .title = "position", .x_label = "t", .y_label = "largest |g| so far", .log_x = true, .log_y = true};
  report::Panel velocities{
      .title = "velocity", .x_label = "t", .y_label = "largest |Gu| so far", .log_x = true, .log_y = true};
  for (const auto& [method, step] : runs) {
    const Run found = drift_run(method, 200, unprojected, step, 1e-6, {});
    if (found.t.empty() || found.t.back() < 200 - 1e-6)
      throw std::runtime_error(fmt::format("{} did not reach t = 200", method));
    const Exponents e = exponents(found);
    const std::string name =
        step > 0 ? fmt::format("{}, h = {}", method, step) : fmt::format("{}, adaptive", method);
    into.notes.push_back(fmt::format("{}: position grows like t^{:.2f}, velocity like t^{:.2f}.", name,
                                     e.position, e.velocity));
    into.set(name, "exponent of |g|", e.position), into.set(name, "exponent of |Gu|", e.velocity);
    const std::size_t every = std::max<std::size_t>(1, found.t.size() / 400);
    report::Curve p{name, {}, {}}, v{name, {}, {}};
    const std::vector<double> position = running(found.position), velocity = running(found.velocity);
    for (std::size_t i = 1; i < found.t.size(); i += every) {
      p.x.push_back(found.t[i]), p.y.push_back(position[i]);
      v.x.push_back(found.t[i]), v.y.push_back(velocity[i]);
    }
    positions.curves.push_back(p), velocities.curves.push_back(v);
  }
  into.figures.push_back(
      {"exercise", {.title = "Exercise VII.2.1: drift of other methods", .panels = {positions, velocities}}});
}

void hw96_fig_2_2(Findings& into) {
  std::vector<double> grid;
  for (int i = 1; i <= 1000; ++i) grid.push_back(0.1 * i);
  const Run exact = drift_run("dop853", 100, {}, 0, 1e-13, grid);
  const Run plain = drift_run("dopri5", 100, unprojected, 0, 1e-6, grid),
            position = drift_run("dopri5", 100, {.parts = Parts::positions}, 0, 1e-6, grid),
            velocity = drift_run("dopri5", 100, {.parts = Parts::velocities}, 0, 1e-6, grid),
            both = drift_run("dopri5", 100, {}, 0, 1e-6, grid);
  for (const double t : {10.0, 20.0, 50.0, 100.0}) {
    const std::string row = fmt::format("largest error on [0, {:g}]", t);
    const double a = error(plain, exact, t), b = error(position, exact, t), c = error(velocity, exact, t),
                 d = error(both, exact, t);
    into.set(row, "no projection", a), into.set(row, "position", b);
    into.set(row, "velocity", c), into.set(row, "both", d);
    into.set(row, "velocity / none", c / a), into.set(row, "velocity / both", c / d),
        into.set(row, "position / none", b / a);
  }
  report::Panel panel{.x_label = "t", .y_label = "global error", .log_y = true};
  const auto curve = [&](const char* label, const Run& found) {
    report::Curve result{label, {}, {}};
    for (std::size_t i = 0; i < grid.size(); i += 2) {
      double sum = 0;
      for (int k = 0; k < 4; ++k) sum += std::pow(found.state[i][k] - exact.state[i][k], 2);
      result.x.push_back(grid[i]), result.y.push_back(std::sqrt(sum));
    }
    panel.curves.push_back(result);
  };
  curve("no projection", plain), curve("position", position), curve("velocity", velocity),
      curve("both", both);
  into.figures.push_back({"2_2", {.title = "Figure 2.2: global error with projections", .panels = {panel}}});
}

}  // namespace trammel::experiments

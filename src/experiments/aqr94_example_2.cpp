// experiments/aqr94_example_2.cpp: z' = 3t² with the invariant z = t³ by the midpoint rule, and y' = -(1 +
// ν(z - t³)) y beside it. [AQR94, Example 2 and its continuation]
#include <fmt/format.h>

#include <cmath>

#include "experiments/programs.hpp"
#include "integrate/methods/catalog.hpp"
#include "model/model.hpp"
#include "pipeline/setup.hpp"

namespace trammel::experiments {
namespace {

using integrate::ProjectionOptions;

// z_n - t_n³ at every step; α = 0: without stabilization.
std::vector<double> defects(double alpha, double h, int steps, double start = 0) {
  model::Model m("cubic");
  const auto z = m.variable("z", {.start = 0, .fixed = true});
  m.equation("slope", model::der(z) == 3.0 * m.time() * m.time());
  m.invariant("manifold", z == m.time() * m.time() * m.time());
  ProjectionOptions how{.on = false};
  if (alpha > 0) how = {.alpha = alpha, .taken = ProjectionOptions::Taken::before};  // (3.4)
  pipeline::Setup setup =
      pipeline::set_up(m.problem(), formulation::find_formulation("underlying_ode"), 0,
                       {.project = alpha > 0, .projection = how}, {.engine = program::Engine::vm});
  setup.start.y[0] = start;  // beside the manifold, if asked for
  const integrate::Integrator& method = integrate::find_integrator("midpoint");
  const auto stepper = method.make(*setup.instance);
  integrate::RunOptions options{.projection = how, .dense = false};
  options.step.fixed_step = h;
  std::vector<double> result;
  options.watch = [&](double t, std::span<const double> y, std::span<const double>) {
    result.push_back(y[0] - t * t * t);
    return true;
  };
  integrate::integrate(*setup.instance, method.method, *stepper, alpha > 0 ? setup.projector.get() : nullptr,
                       setup.start, steps * h, options);
  return result;
}

// log10 |y(200)| by the implicit midpoint rule, y(0) = 1, with the z above, α = 1.
double growth(double nu, double h) {
  const std::vector<double> defect = defects(1, h, static_cast<int>(200 / h));
  double result = 0;
  for (std::size_t n = 1; n < defect.size(); ++n) {
    const double rate = 1 + nu * (defect[n] + defect[n - 1]) / 2;
    result += std::log10(std::fabs((1 - h * rate / 2) / (1 + h * rate / 2)));
  }
  return result;
}

}  // namespace

void aqr94_example_2(Findings& into) {
  into.set("alpha = 0, h = 0.1", "z - t^3 at t = 1", defects(0, 0.1, 10).back());
  into.set("alpha = 1, h = 0.1", "z - t^3 at t = 1", defects(1, 0.1, 10).back());
  into.set("alpha = 1, h = 0.05", "z - t^3 at t = 1", defects(1, 0.05, 20).back());
  const std::vector<double> from_5 = defects(1, 0.1, 10, 5);
  into.set("alpha = 1, h = 0.1, z(0) = 5", "z - t^3 after one step", from_5.at(1));
  into.set("alpha = 1, h = 0.1, z(0) = 5", "z - t^3 at t = 1", from_5.back());
  for (const double h : {0.05, 0.1, 0.15, 0.17, 0.2, 0.3})
    into.set(fmt::format("nu = 1000, h = {}", h), "log10 |y(200)|", growth(1000, h));
  double stable = 0.05, unstable = 0.3;
  while (unstable - stable > 1e-5) {
    const double middle = (stable + unstable) / 2;
    (growth(1000, middle) < 0 ? stable : unstable) = middle;
  }
  into.set("nu = 1000", "largest stable h", stable);
  report::Panel panel{.x_label = "h", .y_label = "log10 |y(200)|"};
  report::Curve curve{"nu = 1000", {}, {}};
  for (double h = 0.02; h < 0.25; h += 0.01) curve.x.push_back(h), curve.y.push_back(growth(1000, h));
  panel.curves.push_back(curve);
  panel.marks = {std::cbrt(1.0 / 4000), std::cbrt(4.0 / 1000)};
  into.figures.push_back(
      {"2", {.title = "Example 2, continued: printed bound and true bound (lines)", .panels = {panel}}});
}

}  // namespace trammel::experiments

// experiments/aqr94_example_4.cpp: the slider-crank: AB2 with h = 0.1 on the underlying ODE, first step
// forward Euler, and p <- p - Gᵀ(GGᵀ)⁻¹ g, v <- v - Gᵀ(GGᵀ)⁻¹ G v after every step, both at the point before.
// [AQR94, Example 4, (4.8), Figures 4.2-4.13]
#include <Eigen/Core>
#include <cmath>

#include "experiments/aqr94.hpp"
#include "experiments/laboratory.hpp"
#include "experiments/programs.hpp"
#include "formulation/underlying_ode.hpp"
#include "model/model.hpp"
#include "system/compile.hpp"

namespace trammel::experiments {
namespace {

using model::der;

model::Problem slider_crank() {
  model::Model m("slider-crank");
  const auto th = m.variable("th"), x = m.variable("x"), y = m.variable("y"), ps = m.variable("ps"),
             l1 = m.variable("l1"), l2 = m.variable("l2"), l3 = m.variable("l3");
  m.equation("th", 10.0 * der(th, 2) == l1 * sin(th) - l2 * cos(th) + sin(m.time()) - der(th));
  m.equation("x", der(x, 2) == l1);
  m.equation("y", der(y, 2) == l2 - l3 - 9.81);
  m.equation("ps", der(ps, 2) == 2.0 * l1 * sin(ps) + 2.0 * l2 * cos(ps) + l3 * cos(ps));
  m.equation("g1", x - cos(th) - 2.0 * cos(ps) == 0.0);
  m.equation("g2", sin(th) - 3.0 * sin(ps) == 0.0);
  m.equation("g3", y - sin(ps) == 0.0);
  return m.problem();
}

// States th, x, y, ps with their velocities, pairwise: nothing is eliminated here, as in the paper.
using Vector4 = Eigen::Vector4d;
Vector4 part(Vec z, int level) { return {z[level], z[2 + level], z[4 + level], z[6 + level]}; }
Eigen::Vector3d g(const Vector4& q) {
  return {q[1] - std::cos(q[0]) - 2 * std::cos(q[3]), std::sin(q[0]) - 3 * std::sin(q[3]),
          q[2] - std::sin(q[3])};
}
Eigen::Matrix<double, 3, 4> G(const Vector4& q) {
  Eigen::Matrix<double, 3, 4> jacobian;
  jacobian << std::sin(q[0]), 1, 0, 2 * std::sin(q[3]), std::cos(q[0]), 0, 0, -3 * std::cos(q[3]), 0, 0, 1,
      -std::cos(q[3]);
  return jacobian;
}

}  // namespace

SliderCrankRun aqr94_slider_crank(const char* method, double h, double t_end, bool position, bool velocity) {
  const model::Dae dae = formulation::Formulation{formulation::UnderlyingOde{}}.apply(slider_crank().dae);
  system::Instance instance(system::compile(dae, system::Form::ode, {.engine = program::Engine::vm}));
  const integrate::Integrator& integrator = integrate::find_integrator(method);
  const auto stepper = integrator.make(instance);
  SliderCrankRun result;
  // F of (4.8), as `--passes 1 --project-along block` has it.
  using P = integrate::ProjectionOptions;
  integrate::OrthogonalProjector correction(
      system::compile_invariants(dae, instance.system().state(), {.engine = program::Engine::vm}),
      {.parts = position && velocity ? P::Parts::all
                : position           ? P::Parts::positions
                                     : P::Parts::velocities,
       .direction = P::Direction::block,
       .passes = 1});
  OwnProjector::Move move;
  if (position || velocity) move = [&](double t, Out z) { (void)correction.project(t, z, t, z); };
  OwnProjector projector(move, [&](double t, Vec z) {
    const Vector4 q = part(z, 0);
    result.t.push_back(t);
    result.slider.push_back(std::cos(q[0]) + 3 * std::cos(q[3]));
    result.position.push_back(g(q).norm());
    result.velocity.push_back((G(q) * part(z, 1)).norm());
    result.state.emplace_back(z.begin(), z.end());
  });
  integrate::RunOptions options{.dense = false};
  options.step.fixed_step = h;
  integrate::integrate(instance, integrator.method, *stepper, &projector,
                       {.t = 0, .y = {0, -1, 3, 0, 0, -1. / 3, 0, -1. / 3}}, t_end, options);
  return result;
}

namespace {

// Of those steps that lie before t_end.
double largest_before(const SliderCrankRun& run, const std::vector<double>& values, double t_end) {
  double most = 0;
  for (std::size_t i = 0; i < run.t.size() && run.t[i] < t_end + 1e-9; ++i) most = std::max(most, values[i]);
  return most;
}

}  // namespace

void aqr94_example_4(Findings& into) {
  const double h = 0.1, end = 70;
  const int finer = 50;
  const SliderCrankRun exact = aqr94_slider_crank("rk4", h / finer, end, false, false);
  const auto at = [&](double t) {
    return exact.slider.at(static_cast<std::size_t>(std::lround(t / h) * finer));
  };
  for (const double t : {10.0, 20.0, 30.0})
    into.set("reference",
             t == 10   ? "slider at t = 10"
             : t == 20 ? "slider at t = 20"
                       : "slider at t = 30",
             at(t));
  const std::vector<double>& state = exact.state.at(static_cast<std::size_t>(std::lround(10 / h) * finer));
  const char* names[] = {"th(10)", "th'(10)", "x(10)", "x'(10)", "y(10)", "y'(10)", "ps(10)", "ps'(10)"};
  for (std::size_t i = 0; i < 8; ++i) into.set("reference", names[i], state[i]);
  const struct {
    const char *row, *figure, *title;
    bool position, velocity;
  } ways[] = {{"both", "4_2", "Figures 4.2-4.4: with stabilization", true, true},
              {"none", "4_5", "Figures 4.5-4.7: without stabilization", false, false},
              {"velocity only", "4_8", "Figures 4.8-4.10: with velocity stabilization", false, true},
              {"position only", "4_11", "Figures 4.11-4.13: with coordinate stabilization", true, false}};
  for (const auto& way : ways) {
    const SliderCrankRun found = aqr94_slider_crank("ab2", h, end, way.position, way.velocity);
    std::vector<double> error;
    for (std::size_t i = 0; i < found.t.size(); ++i)
      error.push_back(std::fabs(found.slider[i] - at(found.t[i])));
    for (const double t_end : {20.0, 70.0}) {
      const std::string row = std::string(way.row) + (t_end == 20 ? ", T = 20" : ", T = 70");
      into.set(row, "slider error", largest_before(found, error, t_end));
      into.set(row, "position drift", largest_before(found, found.position, t_end));
      into.set(row, "velocity drift", largest_before(found, found.velocity, t_end));
    }
    report::Figure figure{.title = way.title, .panels = {}, .width = 720, .panel_height = 180};
    figure.panels.push_back({.y_label = "slider error", .curves = {{"error", found.t, error}}});
    figure.panels.push_back({.y_label = "|g|", .curves = {{"position drift", found.t, found.position}}});
    figure.panels.push_back(
        {.x_label = "t", .y_label = "|Gv|", .curves = {{"velocity drift", found.t, found.velocity}}});
    into.figures.push_back({way.figure, figure});
  }
}

}  // namespace trammel::experiments

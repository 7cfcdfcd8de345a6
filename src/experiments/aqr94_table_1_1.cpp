// experiments/aqr94_table_1_1.cpp: x' = q - B(GB)⁻¹(Gq + G'x + r') - γ F (Gx + r), backward Euler, h = 0.01.
// [AQR94, Example 1, Table 1.1, Figure 1.1]
//
// F = B(GB)⁻¹ is Baumgarte's way, F = Gᵀ(GGᵀ)⁻¹ and F = Gᵀ are normal to the constraint. The equations are
// linear, so that Newton's method with the matrix at the end of the step solves them at once.
#include <fmt/format.h>

#include <cmath>

#include "experiments/aqr94.hpp"
#include "experiments/programs.hpp"
#include "formulation/eliminate.hpp"
#include "formulation/lower.hpp"
#include "formulation/stabilize.hpp"
#include "linalg/solver.hpp"
#include "model/model.hpp"
#include "pipeline/setup.hpp"

namespace trammel::experiments {
namespace {

using formulation::Stabilize;
using model::der;

model::Problem example_1() {
  model::Model m("example 1");
  const double nu = 1000;
  const auto t = m.time(), e = exp(t);
  const auto x1 = m.variable("x1", {.start = 1, .fixed = true}), x2 = m.variable("x2"), y = m.variable("y");
  m.equation("x1", der(x1) == (2.0 - t) * nu * y + (1 + nu) * e);
  m.equation("x2", der(x2) == (nu - 1) * y + (1.0 + (nu - 1) / (2.0 - t)) * e);
  m.equation("constraint", (t + 2.0) * x1 + (t * t - 4.0) * x2 - (t * t + t - 2.0) * e == 0.0);
  return m.problem();
}

}  // namespace

AtOne aqr94_backward_euler(const formulation::Formulation& passes, double gamma) {
  const formulation::Entry entry{"form of the table", "", "", formulation::Target::ode, passes, true, false};
  pipeline::Setup setup =
      pipeline::set_up(example_1(), entry, 0, {.gamma = gamma, .form = system::Form::residual},
                       {.engine = program::Engine::vm});
  system::Residual& view = setup.instance->residual();
  const std::size_t n = setup.start.y.size();
  const double h = 0.01;
  std::vector<double> y = setup.start.y, slope(n), r(n), before;
  linalg::SparseMatrix J(view.pattern());
  const auto solver = linalg::make_solver(view.pattern());
  for (int step = 1; step <= 100; ++step) {
    before = y;
    for (int iteration = 0; iteration < 3; ++iteration) {
      for (std::size_t i = 0; i < n; ++i) slope[i] = (y[i] - before[i]) / h;
      const double* levels[] = {y.data(), slope.data()};
      view.residual(step * h, levels, r);
      view.jacobian(step * h, levels, std::vector<double>{1, 1 / h}, J);
      if (solver->factor(J) >= 0) throw std::runtime_error("the matrix of a step is singular");
      solver->solve(r);
      for (std::size_t i = 0; i < n; ++i) y[i] -= r[i];
    }
  }
  std::vector<double> v(setup.plan->reported.names.size());
  setup.observe(1, y, slope, v);
  const double e = std::exp(1.0);
  return {std::max(std::fabs(v[0] - e), std::fabs(v[1] - e)), std::fabs(3 * v[0] - 3 * v[1])};
}

void aqr94_table_1_1(Findings& into) {
  const formulation::Formulation ways[] = {
      {formulation::Eliminate{}, formulation::Baumgarte{}},
      {formulation::Eliminate{}, Stabilize{}},
      {formulation::Eliminate{}, Stabilize{.inverse = Stabilize::Inverse::none, .scaled = false}}};
  const char* names[] = {"F = B(GB)^-1 (Baumgarte)", "F = G'(GG')^-1", "F = G'"};
  report::Panel panel{.x_label = "gamma", .y_label = "error at t = 1", .log_x = true, .log_y = true};
  for (int way = 0; way < 3; ++way) {
    for (const double gamma : {0.0, 1.0, 10.0, 100.0, 1000.0, 1e8}) {
      // A gain of 0 means 1/h to the library; this one has no effect.
      const AtOne found = aqr94_backward_euler(ways[way], gamma == 0 ? 1e-30 : gamma);
      const std::string row = fmt::format("gamma = {:g}", gamma);
      into.set(row, fmt::format("Error{}", way), found.error);
      into.set(row, fmt::format("Drift{}", way), found.drift);
    }
    report::Curve curve{names[way], {}, {}};
    for (double gamma = 0.1; gamma < 2e4; gamma *= std::sqrt(10.0)) {
      const double error = aqr94_backward_euler(ways[way], gamma).error;
      curve.x.push_back(gamma);
      curve.y.push_back(error < 1 ? error : std::nan(""));
    }
    panel.curves.push_back(curve);
  }
  into.figures.push_back({"1_1", {.title = "Figure 1.1: error against gain, Example 1", .panels = {panel}}});
}

}  // namespace trammel::experiments

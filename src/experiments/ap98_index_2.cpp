// experiments/ap98_index_2.cpp: Gauss and Radau methods on an index-2 problem in Hessenberg form, with and
// without projection of each step. [AP98, 10.1.5]
#include "experiments/ap98_index_2.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/programs.hpp"
#include "integrate/methods/catalog.hpp"
#include "model/model.hpp"
#include "pipeline/setup.hpp"

namespace trammel::experiments {

Index2Errors index_2_errors(const char* method, const char* formulation, int steps) {
  using model::der;
  model::Model m("index 2");
  const auto y1 = m.variable("y1", {.start = 1, .fixed = true}), y2 = m.variable("y2", {.start = 1}),
             z = m.variable("z", {.start = 1});
  m.equation("1", der(y1) == y1 * y2 * y2 * z * z);
  m.equation("2", der(y2) == y1 * y1 * y2 * y2 - 3.0 * y2 * y2 * z);
  m.equation("g", y1 * y1 * y2 == 1.0);
  pipeline::Setup setup = pipeline::set_up(m.problem(), formulation::find_formulation(formulation), 0, true,
                                           {.engine = program::Engine::vm});
  // There is a second solution with z(0) = 1/2.
  for (std::size_t i = 0; i < setup.start.y.size(); ++i) setup.start.y[i] = 1;
  const integrate::Integrator& integrator = integrate::find_integrator(method);
  const auto stepper = integrator.make(*setup.instance);
  integrate::RunOptions options;
  options.dense = false;
  options.step.fixed_step = 1.0 / steps;
  Index2Errors worst;
  options.watch = [&](double t, std::span<const double> y, std::span<const double>) {
    worst.y = std::max({worst.y, std::fabs(y[0] - std::exp(t)), std::fabs(y[1] - std::exp(-2 * t))});
    worst.z = std::max(worst.z, std::fabs(y[2] - std::exp(2 * t)));
    // g_y f = 0 is 2 y2 z² - 3 z + y1² = 0; the solution is its larger root.
    const double hidden = (3 + std::sqrt(9 - 8 * y[1] * y[0] * y[0])) / (4 * y[1]);
    worst.hidden_z = std::max(worst.hidden_z, std::fabs(hidden - std::exp(2 * t)));
    return true;
  };
  const integrate::Run run = integrate::integrate(*setup.instance, integrator.method, *stepper,
                                                  setup.projector.get(), setup.start, 1, options);
  if (run.outcome != solution::Outcome::finished) return {HUGE_VAL, HUGE_VAL, HUGE_VAL};
  return worst;
}

void ap98_index_2(Findings& into) {
  const struct {
    const char *row, *method, *formulation;
  } methods[] = {{"Gauss, s = 1, projected", "projected_gauss_1", "constrained"},
                 {"Gauss, s = 2, projected", "projected_gauss_2", "constrained"},
                 {"Gauss, s = 1", "gauss_1", "as_written"},
                 {"Gauss, s = 2", "gauss_2", "as_written"},
                 {"Radau IIA, s = 2", "radau_iia_2", "as_written"}};
  report::Panel y{.title = "y", .x_label = "steps", .y_label = "largest error", .log_x = true, .log_y = true},
      z = y;
  z.title = "z";
  for (const auto& [row, method, formulation] : methods) {
    report::Curve in_y{row, {}, {}}, in_z{row, {}, {}};
    std::vector<double> hidden;
    for (const int n : {16, 32, 64, 128}) {
      const Index2Errors found = index_2_errors(method, formulation, n);
      in_y.x.push_back(n), in_y.y.push_back(found.y);
      in_z.x.push_back(n), in_z.y.push_back(found.z);
      hidden.push_back(found.hidden_z);
    }
    into.set(row, "error of y, N = 64", in_y.y[2]);
    into.set(row, "error of z, N = 128", in_z.y[3]);
    into.set(row, "order of y", std::log2(in_y.y[2] / in_y.y[3]));
    into.set(row, "order of z", std::log2(in_z.y[2] / in_z.y[3]));
    into.set(row, "order of z from the hidden constraint", std::log2(hidden[2] / hidden[3]));
    y.curves.push_back(in_y), z.curves.push_back(in_z);
  }
  into.figures.push_back({"orders", {.title = "Collocation at index 2", .panels = {y, z}}});
}

}  // namespace trammel::experiments

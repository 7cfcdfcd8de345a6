// tests/support/second_order.hpp: the second-order problems of [Wun05] with their exact solutions, and runs
// of BDF formulas on a given grid.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "formulation/catalog.hpp"
#include "integrate/level_bdf.hpp"
#include "model/model.hpp"
#include "pipeline/setup.hpp"

namespace trammel::support {

// A point on the unit circle, φ = t²: y = (sin t², cos t²), λ = −4t². [Wun05, Example 2.4.9 and
// tables 2.2-3.2]
inline model::Problem circular_track(double t0 = 1) {
  using model::der;
  model::Model m("circular track");
  const auto y1 = m.variable("y1", {.start = std::sin(t0 * t0), .fixed = true}),
             y2 = m.variable("y2", {.start = std::cos(t0 * t0)}),
             l = m.variable("l", {.start = -4 * t0 * t0});
  m.start(der(y1), 2 * t0 * std::cos(t0 * t0));
  m.equation("y1", der(der(y1)) == 2 * y2 + l * y1);
  m.equation("y2", der(der(y2)) == -2 * y1 + l * y2);
  m.equation("circle", y1 * y1 + y2 * y2 == 1.0);
  return m.problem();
}

// [Wun05, (8.1)]: q = (sin t, cos t), λ = sin t cos t.
inline model::Problem uniform_circle() {
  using model::der;
  model::Model m("uniform circle");
  const auto q1 = m.variable("q1", {.start = 0, .fixed = true}), q2 = m.variable("q2", {.start = 1}),
             l = m.variable("l", {.start = 0});
  m.start(der(q1), 1);
  m.equation("q1", der(der(q1)) == -q1 - 2 * q1 * der(q1) * der(q2) - 2 * q1 * l);
  m.equation("q2", der(der(q2)) == -der(q1) + 2 * q1 * q2 * q2 - 2 * q2 * l);
  m.equation("circle", q1 * q1 + q2 * q2 == 1.0);
  return m.problem();
}

inline pipeline::Setup second_order_setup(const model::Problem& problem, double t0,
                                          const char* formulation = "second_order") {
  return pipeline::set_up(problem, formulation::find_formulation(formulation), t0,
                          pipeline::SetupOptions{.project = false, .form = system::Form::second_order},
                          {.engine = program::Engine::vm});
}

inline std::size_t place_of(const pipeline::Setup& setup, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(setup.plan->state_names, name) -
                                  setup.plan->state_names.begin());
}

}  // namespace trammel::support

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

// The circular track, and a wheel z that rolls along with it, z' = y2 y1'. The solution is y = (sin t², cos t²), z = t²/2 + sin(2t²)/4,
// l = −4t², m = cos 2t: m pulls at both, so that no coordinate belongs to one constraint alone.
inline model::Problem track_and_wheel() {
  using model::der;
  model::Model model("track and wheel");
  const auto y1 = model.variable("y1", {.start = std::sin(1.0), .fixed = true}),
             y2 = model.variable("y2", {.start = std::cos(1.0)}),
             z = model.variable("z", {.start = 0.5 + std::sin(2.0) / 4, .fixed = true}),
             l = model.variable("l", {.start = -4}), m = model.variable("m");
  const auto t = model.time(), c = cos(t * t), s = sin(t * t), pull = m - cos(2 * t);
  model.start(der(y1), 2 * std::cos(1.0));
  model.equation("y1", der(der(y1)) == 2 * y2 + l * y1 - pull * y2);
  model.equation("y2", der(der(y2)) == -2 * y1 + l * y2);
  model.equation("z", der(der(z)) == 2 * c * c - 8 * t * t * c * s + pull);
  model.equation("circle", y1 * y1 + y2 * y2 == 1.0);
  model.equation("rolling", der(z) == y2 * der(y1));
  return model.problem();
}

// The circular track as first-order equations that no pass turns into second-order ones: y' = w + w³, with the constraint on y, y' or y'' (index 3, 2, 1).
inline model::Problem first_order_track(int index) {
  using model::der;
  model::Model m("first-order track");
  const auto y1 = m.variable("y1", {.start = std::sin(1.0), .fixed = true}),
             y2 = m.variable("y2", {.start = std::cos(1.0), .fixed = index < 3}),
             l = m.variable("l", {.start = -4});
  const auto cubic = [](double v) {  // w + w³ = v
    double w = v / 2;
    for (int i = 0; i < 50; ++i) w -= (w + w * w * w - v) / (1 + 3 * w * w);
    return w;
  };
  const auto w1 = m.variable("w1", {.start = cubic(2 * std::cos(1.0)), .fixed = true}),
             w2 = m.variable("w2", {.start = cubic(-2 * std::sin(1.0)), .fixed = index < 2});
  const auto v1 = w1 + w1 * w1 * w1, v2 = w2 + w2 * w2 * w2;
  m.equation("y1", der(y1) == v1);
  m.equation("y2", der(y2) == v2);
  m.equation("w1", (1.0 + 3.0 * w1 * w1) * der(w1) == 2.0 * y2 + l * y1);
  m.equation("w2", (1.0 + 3.0 * w2 * w2) * der(w2) == -2.0 * y1 + l * y2);
  if (index == 3) m.equation("circle", y1 * y1 + y2 * y2 == 1.0);
  if (index == 2) m.equation("tangent", y1 * v1 + y2 * v2 == 0.0);
  if (index == 1) m.equation("pull", l * (y1 * y1 + y2 * y2) + v1 * v1 + v2 * v2 == 0.0);
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

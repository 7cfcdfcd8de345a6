#include <cmath>
#include <stdexcept>

#include "experiments/wun05_levels.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using model::der;

model::Problem track_model() {
  model::Model m("circular track");
  const auto y1 = m.variable("y1", {.start = std::sin(1.0), .fixed = true}),
             y2 = m.variable("y2", {.start = std::cos(1.0)}), l = m.variable("l", {.start = -4});
  m.start(der(y1), 2 * std::cos(1.0));
  m.equation("y1", der(y1, 2) == 2.0 * y2 + l * y1);
  m.equation("y2", der(y2, 2) == -2.0 * y1 + l * y2);
  m.equation("circle", y1 * y1 + y2 * y2 == 1.0);
  return m.problem();
}

model::Problem third_order_model() {
  model::Model m("third order");
  const auto y1 = m.variable("y1", {.start = std::sin(1.0), .fixed = true}),
             y2 = m.variable("y2", {.start = std::cos(1.0)}), l = m.variable("l", {.start = -4});
  const auto t = m.time(), a = t * t, s = sin(a), c = cos(a);
  m.start(der(y1), 2 * std::cos(1.0));
  m.start(der(y1, 2), 2 * std::cos(1.0) - 4 * std::sin(1.0));
  m.equation("y1", der(y1, 3) == -12.0 * t * s - 8.0 * t * a * c + (l + 4.0 * a) * y1);
  m.equation("y2", der(y2, 3) == -12.0 * t * c + 8.0 * t * a * s + (l + 4.0 * a) * y2);
  m.equation("circle", y1 * y1 + y2 * y2 == 1.0);
  return m.problem();
}

}  // namespace

std::vector<double> grid_errors(int d, const char* method, const char* formulation, int order,
                                const std::vector<double>& steps) {
  pipeline::Options options{.t_start = 1, .method = method, .formulation = formulation};
  options.certify = pipeline::Certify::off;
  options.step.max_order = order;
  double t = 1;
  for (const double h : steps) options.step.grid.push_back(t += h);
  options.t_end = t;
  const solution::Solution s = pipeline::solve(d == 2 ? track_model() : third_order_model(), options);
  if (!s.success()) throw std::runtime_error(s.message);
  std::vector<double> errors;
  for (const double at : options.step.grid) errors.push_back(std::fabs(s.at("l", at) + 4 * at * at));
  return errors;
}

}  // namespace trammel::experiments

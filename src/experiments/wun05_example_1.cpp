#include "experiments/wun05_example_1.hpp"

#include <algorithm>
#include <cmath>

#include "formulation/catalog.hpp"
#include "integrate/driver.hpp"
#include "integrate/methods/catalog.hpp"

namespace trammel::experiments {
namespace {

struct AcceptedPoint {
  double t;
  std::vector<double> y, slope;
};

// Lagrange's polynomial through the first point at or after t and up to five before it. [Wun05, (4.31)]
double interpolated(const std::vector<AcceptedPoint>& points, double t,
                    const std::function<double(const AcceptedPoint&)>& value) {
  const auto after = std::ranges::find_if(points, [&](const AcceptedPoint& p) { return p.t >= t; });
  if (after == points.end()) return std::nan("");
  const auto last = static_cast<int>(after - points.begin()), first = std::max(0, last - 5);
  double sum = 0;
  for (int i = first; i <= last; ++i) {
    double weight = 1;
    for (int m = first; m <= last; ++m)
      if (m != i) weight *= (t - points[m].t) / (points[i].t - points[m].t);
    sum += weight * value(points[i]);
  }
  return sum;
}

}  // namespace

model::Problem point_on_circle() {
  using model::der;
  model::Model m("example 1");
  const auto q1 = m.variable("q1", {.start = 0, .fixed = true}), q2 = m.variable("q2", {.start = 1}),
             l = m.variable("l", {.start = 0});
  m.start(der(q1), 1);
  m.equation("q1", der(der(q1)) == -q1 - 2 * q1 * der(q1) * der(q2) - 2 * q1 * l);
  m.equation("q2", der(der(q2)) == -der(q1) + 2 * q1 * q2 * q2 - 2 * q2 * l);
  m.equation("circle", q1 * q1 + q2 * q2 == 1.0);
  return m.problem();
}

pipeline::Setup example_1_setup(const char* formulation) {
  return pipeline::set_up(point_on_circle(), formulation::find_formulation(formulation), 0,
                          pipeline::SetupOptions{.project = false, .form = system::Form::second_order},
                          {.engine = program::Engine::vm});
}

std::vector<ExampleRow> ExampleRun::run() {
  const integrate::Integrator& integrator = integrate::find_integrator(method);
  const system::Form form = integrator.method.takes.front();
  pipeline::Setup setup = pipeline::set_up(point_on_circle(), formulation::find_formulation(formulation), 0,
                                           pipeline::SetupOptions{.project = false, .form = form},
                                           {.engine = program::Engine::vm});
  const std::vector<std::string>& names = setup.plan->state_names;
  const auto at = [&](const char* name) {
    const auto place = std::ranges::find(names, name);
    return place == names.end() ? -1 : static_cast<int>(place - names.begin());
  };
  const int q1 = at("q1"), q2 = at("q2"), l = at("l"), v1 = at("der(q1)"), v2 = at("der(q2)");
  for (std::size_t i = 0; i < names.size(); ++i) setup.start.nominal[i] = factor ? factor(names[i]) : 1;
  if (setup.start.slope.size() > static_cast<std::size_t>(l)) setup.start.slope[l] = 1;  // λ' = cos 2t
  integrate::RunOptions options;
  options.dense = false;
  options.step.rtol = rtol;
  options.step.atol = atol;
  options.step.first_step = first_step;
  for (int i = 1; i <= 10; ++i) options.times.push_back(0.1 * i);
  if (setup.recoordinate) options.recoordinate = setup.recoordinate;
  const auto stepper = integrator.make(*setup.instance);
  setup.instance->counts() = {};
  std::vector<AcceptedPoint> points;
  options.watch = [&](double t, std::span<const double> y, std::span<const double> slope) {
    points.push_back({t, {y.begin(), y.end()}, {slope.begin(), slope.end()}});
    times.push_back(t);
    lambda.push_back(y[l]);
    return true;
  };
  std::vector<ExampleRow> rows;
  const auto output = [&](double t, Vec y, Vec) {
    const Counts& counts = setup.instance->counts();
    const auto off = [&](int place, double exact) {
      return place < 0 ? std::nan("") : std::fabs(y[place] - exact);
    };
    rows.push_back({off(q1, std::sin(t)), off(q2, std::cos(t)), off(l, std::sin(t) * std::cos(t)),
                    off(v1, std::cos(t)), off(v2, -std::sin(t)), 0, counts.steps,
                    counts.steps + counts.rejected});
  };
  const integrate::Run found = integrate::integrate(*setup.instance, integrator.method, *stepper, nullptr,
                                                    setup.start, 1.3, options, output);
  finished = found.outcome == solution::Outcome::finished;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double t = 0.1 * static_cast<double>(i + 1);
    rows[i].slope_of_l = std::fabs(
        interpolated(points, t, [&](const AcceptedPoint& p) { return p.slope.empty() ? 0 : p.slope[l]; }) -
        std::cos(2 * t));
  }
  constexpr double none = HUGE_VAL;  // of a run that stopped before
  rows.resize(10, {none, none, none, none, none, none, 0, 0});
  return rows;
}

}  // namespace trammel::experiments

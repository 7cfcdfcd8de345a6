#include "mechanisms.hpp"

#include "contest.hpp"
#include "support/andrews_data.hpp"
#include "support/problems.hpp"

namespace trammel::bench {

using model::der;
using support::Form;

// Cranks of length 1 at (0,0), (1,0), ..., (N,0), their ends joined by rods of length 1, unit masses at the
// ends, hanging, pushed to the right with speed 1.
model::Problem four_bars(int n) {
  model::Model m("four-bar");
  m.interval(0, 2);
  const model::Formula g = m.parameter("g", 9.81);
  std::vector<model::Formula> x, y, fx, fy;
  for (int i = 0; i <= n; ++i) {
    const std::string number = std::to_string(i);
    x.push_back(m.variable("x" + number, {.start = i, .fixed = i == 0}));
    y.push_back(m.variable("y" + number, {.start = -1}));
    fx.emplace_back(0.0), fy.push_back(-g);
  }
  m.start(der(x[0]), 1);
  const auto rod = [&](const std::string& name, int i, int j) {  // j < 0: the ground below crank i
    const model::Formula lambda = m.variable("lambda " + name), dx = x[i] - (j < 0 ? double(i) : x[j]),
                         dy = j < 0 ? y[i] : y[i] - y[j];
    m.equation(name, dx * dx + dy * dy == 1.0);
    fx[i] -= lambda * dx, fy[i] -= lambda * dy;
    if (j >= 0) fx[j] += lambda * dx, fy[j] += lambda * dy;
  };
  for (int i = 0; i <= n; ++i) {
    rod("crank " + std::to_string(i), i, -1);
    if (i > 0) rod("coupler " + std::to_string(i), i, i - 1);
  }
  for (int i = 0; i <= n; ++i) {
    m.equation("x motion " + std::to_string(i), der(x[i], 2) == fx[i]);
    m.equation("y motion " + std::to_string(i), der(y[i], 2) == fy[i]);
  }
  return m.problem();
}

Mechanism andrews_mechanism() {
  Mechanism result{"Andrews",
                   support::andrews(Form::second_order),
                   {support::andrews(Form::second_order), support::andrews(Form::accelerations)},
                   0.03};
  for (int i = 0; i < 7; ++i)
    result.exact.emplace("q" + std::to_string(i + 1), support::andrews_data::q_end[i]);
  return result;
}

Mechanism car_axis_mechanism() {
  const double* end = support::car_axis_end;
  return {"car axis",
          support::car_axis(Form::second_order),
          {support::car_axis(Form::second_order)},
          3,
          {{"xl", end[0]}, {"yl", end[1]}, {"xr", end[2]}, {"yr", end[3]}}};
}

Mechanism pendulum_mechanism() {
  const model::Problem problem = support::pendulum(Form::second_order);
  return {
      "pendulum", problem, {problem}, 10, {{"x", support::pendulum_end[0]}, {"y", support::pendulum_end[1]}}};
}

namespace {

// Positions at the end by a run whose error does not matter here.
Mechanism with_tight_run(Mechanism mechanism) {
  Contestant tight = explicit_contestant(mechanism, "dop853");
  const PeerRun run = tight.run(1e-13);
  for (std::size_t i = 0; i < run.y.size(); ++i)
    if (tight.names[i].starts_with("x") || tight.names[i].starts_with("y"))
      mechanism.exact.emplace(tight.names[i], run.y[i]);
  return mechanism;
}

}  // namespace

Mechanism chain_mechanism(int links) {
  const model::Problem problem = support::chain(links);
  return with_tight_run({"chain of " + std::to_string(links) + " links", problem, {problem}, 1});
}

Mechanism four_bar_mechanism(int loops) {
  const model::Problem problem = four_bars(loops);
  return with_tight_run({std::to_string(loops) + " four-bar loops", problem, {problem}, 2});
}

}  // namespace trammel::bench

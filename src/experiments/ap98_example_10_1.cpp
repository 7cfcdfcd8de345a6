// experiments/ap98_example_10_1.cpp: y1 + ηt y2 = q(t), y1' + ηt y2' + (1 + η) y2 = 0 by backward Euler,
// which fails for η <= -1/2 although the problem is harmless. [AP98, Example 10.1]
#include <fmt/format.h>

#include <cmath>

#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using model::der;

// q = sin t: y1 = sin t + ηt cos t, y2 = -cos t.
solution::Solution backward_euler_run(double eta, double h) {
  model::Model m("example 10.1");
  const auto y1 = m.variable("y1"), y2 = m.variable("y2", {.start = -1});
  m.equation("1", y1 + eta * m.time() * y2 == sin(m.time()));
  m.equation("2", der(y1) + eta * m.time() * der(y2) + (1 + eta) * y2 == 0.0);
  pipeline::Options options{.t_end = 1, .method = "backward_euler", .formulation = "as_written"};
  options.certify = pipeline::Certify::off;
  options.step.fixed_step = h;
  return pipeline::solve(m.problem(), options);
}

}  // namespace

void ap98_example_10_1(Findings& into) {
  for (const double eta : {2.0, 0.0, -0.25, -0.4, -0.49, -0.6})
    for (const double h : {0.1, 0.01, 0.005}) {
      const solution::Solution s = backward_euler_run(eta, h);
      // A run that blew up ends where its numbers are no longer finite.
      const double error = s.success() ? std::fabs(s.end("y2") + std::cos(1.0)) : HUGE_VAL;
      into.set(fmt::format("eta = {:g}", eta), fmt::format("error of y2 at t = 1, h = {}", h), error);
    }
  double refused = 0;
  try {
    refused = backward_euler_run(-1, 0.1).success() ? 0 : 1;
  } catch (const std::exception&) {
    refused = 1;
  }
  into.set("eta = -1", "backward Euler is refused or fails", refused);
}

}  // namespace trammel::experiments

// What stiff equations determine is as good between the steps of collocation methods as at their ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel {
namespace {

using model::der;
using model::Model;

// τ y' = sin t − y from 0, long after the layer: y = (sin t − τ cos t)/(1 + τ²). Largest error between steps.
double error_between_steps(const std::string& method, double tau, double tolerance) {
  Model m("lag");
  const auto y = m.variable("y", {.start = 0, .fixed = true});
  m.equation("lag", tau * der(y) == sin(m.time()) - y);
  pipeline::Options options{.t_end = 10, .tolerance = tolerance, .method = method};
  options.dense = true;
  const solution::Solution run = pipeline::solve(m, options);
  EXPECT_TRUE(run.success()) << run.message;
  double worst = 0;
  for (int i = 0; i < 300; ++i) {
    const double t = 10 * (i + 0.37) / 300;
    const double exact = (std::sin(t) - tau * std::cos(t) + tau * std::exp(-t / tau)) / (1 + tau * tau);
    worst = std::max(worst, std::fabs(run.at("y", t) - exact));
  }
  return worst;
}

// Steps grow with the superconvergence at their ends, of which nothing is left between the nodes: 850 tolerances were
// seen there.
TEST(BetweenSteps, StiffVariablesKeepTheTolerance) {
  for (const char* method : {"radau5", "radau_iia_5", "radau"})
    for (const double tau : {1e-2, 1e-4, 1e-6})
      for (const double tolerance : {1e-4, 1e-6, 1e-8})
        EXPECT_LT(error_between_steps(method, tau, tolerance), 50 * tolerance)
            << method << " " << tau << " " << tolerance;
}

}  // namespace
}  // namespace trammel

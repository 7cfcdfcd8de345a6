// experiments/wun05_example_1.hpp: a point on the unit circle, [Wun05, (8.1)]: q = (sin t, cos t), λ = sin t
// cos t on [0, 1], with what a run says of it at t = 0.1, 0.2, .., 1.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "pipeline/setup.hpp"

namespace trammel::experiments {

model::Problem point_on_circle();
pipeline::Setup example_1_setup(const char* formulation);  // as second-order form

struct ExampleRow {
  double q1 = 0, q2 = 0, l = 0, v1 = 0, v2 = 0, slope_of_l = 0;  // errors
  long steps = 0, attempts = 0;
};

struct ExampleRun {
  std::string method, formulation = "second_order";
  double rtol = 1e-4, atol = 1e-4;
  // atol of the state called so, in units of that above. Empty: 1 for all.
  std::function<double(const std::string& state)> factor = {};
  double first_step = 0;
  bool finished = false;                        // after run()
  std::vector<double> times = {}, lambda = {};  // at every step

  // Ten rows. The run goes on to 1.3, so that its last steps are not cut.
  std::vector<ExampleRow> run();
};

}  // namespace trammel::experiments

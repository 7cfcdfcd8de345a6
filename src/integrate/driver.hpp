// integrate/driver.hpp: the step loop that all methods share.
#pragma once

#include <functional>
#include <vector>

#include "integrate/method.hpp"
#include "integrate/options.hpp"
#include "integrate/projector.hpp"
#include "solution/solution.hpp"

namespace trammel::integrate {

struct Run {  // one segment, and why it stopped
  solution::Outcome outcome = solution::Outcome::finished;
  double t = 0;
  std::vector<double> y = {}, slope = {};
  solution::Trajectory trajectory;
  double constraint_residual = 0;
  double h = 0;           // the last step size tried
  bool fixed = false;     // it was the user's
  int row = -1;           // the equation at fault, if one is
  int worst = -1;         // the component of the state that the error test complained about last
  bool diverged = false;  // the last try ended because Newton's iteration did not converge
  Trouble trouble = {};
};

// Called with the state at each output time of the options that the segment passes, and with its slope if the
// method keeps one (Stepper::dense_slope).
using Output = std::function<void(double t, Vec y, Vec slope)>;

struct Start {
  double t = 0;
  std::vector<double> y = {}, slope = {};  // slope: y', for methods that work on the residual
  std::vector<double> nominal = {};        // typical sizes, per component
};

Run integrate(Instance& instance, const Method& method, Stepper& stepper, Projector* projector,
              const Start& start, double t_end, const RunOptions& options, const Output& output = {});

}  // namespace trammel::integrate

// solution/follower.hpp: somebody who looks on while a run is made, and keeps of it what they need.
#pragma once

#include <functional>

#include "base/span.hpp"

namespace trammel::solution {

// Told of a run step by step, so that nobody has to keep all of it. The run is the same with and without one.
class Follower {
 public:
  using ValuesAt = std::function<void(double t, Out values)>;  // of all reported variables

  virtual ~Follower() = default;
  // A piece of the run begins here: the run itself, what follows an event, what another method goes on with.
  virtual void begin(double t, Vec values) = 0;
  // Asked once per accepted step: will values inside it be wanted? Making them costs a part of a step.
  virtual bool reads_inside() = 0;
  // An accepted step. `at` serves for its end, and inside if that was asked for. `order` of the formula.
  virtual void step(double from, double to, int order, const ValuesAt& at) = 0;
  // All that was told so far belongs to a run that is made once more from its start.
  virtual void again() = 0;
  // That repetition has failed: what was told before it counts.
  virtual void back() = 0;
};

}  // namespace trammel::solution

// solution/readout.hpp: the user's variables from the states of a trajectory, for any number of threads.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/span.hpp"

namespace trammel::solution {

// All user variables at a point, from the states there and their slopes. It has work arrays of its own: one
// thread at a time.
using Observe = std::function<void(double t, Vec state, Vec slope, Out values)>;

// Hands out an Observe per call and takes it back: as many are made as threads ask at the same time.
class Readout {
 public:
  using Make = std::function<Observe()>;
  // Some variables follow from the states alone; `of_states` computes these and leaves the others open. Which
  // ones they are is said per variable; none: `of_states` is not needed, everything is equally cheap.
  explicit Readout(Make all, std::vector<char> states_only = {}, Make of_states = {});

  void operator()(double t, Vec state, Vec slope, Out values) const;
  void of_states(double t, Vec state, Vec slope, Out values) const;
  bool needs_states_only(std::size_t variable) const;
  bool plain() const { return plain_; }  // made by read_states()

 private:
  class Pool;
  std::shared_ptr<Pool> all_, of_states_;
  std::vector<char> states_only_;
  bool plain_ = false;
  friend Readout read_states();
};

// What is reported is the state itself, one value after the other.
Readout read_states();

}  // namespace trammel::solution

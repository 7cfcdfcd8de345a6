// certify/continuity.hpp: unknowns without a derivative may leave their branch unseen.
//
// An equation with several solutions holds on each of them. So values that satisfy it at every point may still
// jump from one solution to another, which no solution does. Where an unknown changes by more than its course
// suggests, the step is halved again and again; a change that does not become smaller is a jump.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "certify/equations.hpp"

namespace trammel::certify {

// What is reported at a time within the last step.
using Inside = std::function<void(double t, Out values)>;

struct Jump {
  int value = -1;  // among the reported ones
  double time = 0, from = 0, to = 0;
};

class Continuity {
 public:
  // Models with choices or steps in them may jump: nothing is watched there.
  explicit Continuity(const Equations& equations);

  // A step from (a, first) to (b, last); the last change before it was `before`, per reported value, in a
  // step of length `length`.
  std::optional<Jump> across(double a, Vec first, double b, Vec last, Vec sizes, const Inside& inside);
  // The same with a point within, and the slopes there.
  std::optional<Jump> through(double a, Vec first, double t, Vec middle, Vec slope, double b, Vec last,
                              Vec sizes, const Inside& inside);

 private:
  std::optional<Jump> halve(int value, double a, double from, double b, double to, const Inside& inside);
  std::vector<int> watched_;
  std::vector<double> change_, at_;  // of the step before
  double length_ = 0;
};

}  // namespace trammel::certify

// certify/continuity.hpp: unknowns without a derivative may leave their branch unseen.
//
// An equation with several solutions holds on each of them. So values that satisfy it at every point may
// still jump from one solution to another, which no solution does. Where an unknown changes much between two
// points, the time between them is halved again and again; a change that does not become smaller is a jump.
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

// Unknowns without a derivative that enter some equation nonlinearly together, among the reported values.
// Models with choices or steps in them may jump: nothing is watched there.
std::vector<int> worth_watching(const EquationCode& equations, const model::Dae& dae,
                                const std::vector<expr::Expr>& leaves);

class Continuity {
 public:
  Continuity(const std::vector<int>& watched, std::size_t values)
      : watched_(watched), change_(watched.size(), -1), at_(values), next_(values), here_(values) {}
  bool watches() const { return !watched_.empty(); }

  // Whether something changed in the step from `first` to `last`, of the length h, by much more than in the
  // step before.
  bool suspects(Vec first, Vec last, double h, Vec sizes);
  // Looks for a jump in the step from (a, first) to (b, last) at so many points within. `bound`: what the
  // tolerance allows, in units of the sizes.
  std::optional<Jump> find(double a, Vec first, double b, Vec last, int points, double bound, Vec sizes,
                           const Inside& inside);

 private:
  std::optional<Jump> halve(int value, double a, double from, double b, double to, const Inside& inside);
  std::vector<int> watched_;
  std::vector<double> change_, at_, next_, here_;
  double length_ = 0;
};

}  // namespace trammel::certify

// certify/across.hpp: what has jumped at an event, and whether the equations explain it.
//
// Over an instant the equations as written say: Σ ∂F/∂x' (x+ - x-) + Σ ∂F/∂y P = 0, where P are impulses of
// unknowns without a derivative, whatever they are. A jump that no impulses make is explained only by a
// reinit, which acts on the equations of what it sets. Equations that are not linear in derivatives and
// algebraic unknowns say nothing about impulses.
#pragma once

#include <optional>
#include <vector>

#include "certify/equations.hpp"

namespace trammel::certify {

struct Across {
  double t = 0;
  Vec before, behind;           // of all reported values
  Vec sizes;                    // of them
  Vec allowed;                  // per variable: what the tolerance leaves, in units of its size
  const std::vector<int>& set;  // reported values that a reinit has set
};
// The reported value that has jumped without an explanation; none: all jumps are explained.
std::optional<int> unexplained(Equations& equations, const Across& event);

}  // namespace trammel::certify

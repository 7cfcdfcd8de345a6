// pipeline/sliding.hpp: motion on a surface that both sides push towards.
//
// Where der(x) = if s > 0 then f else g and both f and g lead to s = 0, the solution stays there and moves
// with α f + (1 - α) g, the α in [0, 1] being such that s stays zero [Fil88]. So the choice is replaced by α,
// an unknown, and s = 0 is added: equations of index 2, like any others. The motion leaves the surface where
// α becomes 0 or 1. Several surfaces at once, like two blocks that both stick, have a share each. The language
// defines none of this, so it is noted.
#pragma once

#include <vector>

#include "pipeline/held.hpp"

namespace trammel::pipeline {

// Where the motion stays: one sheet after another, each of relations with the same zero function, or its
// negative.
struct Surface {
  struct Member {
    int relation = -1;
    double above = 1;  // its value where the zero function of the first of its sheet is positive
    int sheet = 0;
  };
  std::vector<Member> members = {};

  int sheets() const { return members.empty() ? 0 : members.back().sheet + 1; }
  void add(const Surface& sheet);
  void remove(int sheet);
};
// One sheet, of a relation that is a truth.
Surface surface_of(const Held& held, int relation);

// The problem on the surface. Two relations per sheet are added behind the others: α > 0 and α < 1.
Held on_surface(const Held& held, const Surface& surface);

}  // namespace trammel::pipeline

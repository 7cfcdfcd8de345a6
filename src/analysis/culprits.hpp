// analysis/culprits.hpp: a small set of equations or unknowns to blame for a structurally singular model.
//
// In the matroid of matchable equations, what one unmatched equation reaches by alternating paths is a
// circuit: k equations that share k − 1 unknowns, of which any may be removed and none is innocent. [EF65]
// Where even the smallest circuit is large (everything in a network hangs together), derivatives tell more:
// among all largest matchings, one of largest Σσ leaves out the equation that adds least, and paths along
// the edges of the highest derivatives stay near it.
#pragma once

#include <vector>

#include "analysis/structure.hpp"

namespace trammel::analysis {

struct Culprits {
  bool any = false;
  int rows = 0, columns = 0;  // of the smallest circuit found
  // The whole circuit if it is small; otherwise the likeliest first and a few of its neighbours.
  bool whole = true;
  std::vector<int> row = {}, column = {};
};

struct Blame {
  Culprits over;    // rows = columns + 1: equations too many
  Culprits under;   // columns = rows + 1: unknowns too many
  int surplus = 0;  // equations that find no unknown of their own
  int missing = 0;  // unknowns that find no equation
};

// For a signature that has no perfect matching, and a largest one.
Blame find_culprits(const Signature& sigma, const Matching& largest);

}  // namespace trammel::analysis

// analysis/untangle.hpp: equations that cancel in each other, so that their structure misleads.
//
// The structure counts which derivatives stand in an equation, not whether they cancel: x'' + y = 0 beside
// x'' + y + x = t seem to determine x'' and y, and do not. Where the equations for the highest derivatives
// depend on each other by numbers, u' J = 0 identically in all variables and parameters, the combination
// sum u_i F_i^(c_i - c), c the smallest c_i in it, holds lower derivatives only. It takes the place of one of
// them, and the sum of all orders that the structure can assign falls by one at least: the linear combination
// method of [TNP17], here with constant u. Where the members that are differentiated most do it alone, the
// others are left out. Where an equation as a whole was added to another, it is taken out of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/diagnosis.hpp"

namespace trammel::analysis {

struct Untangled {
  model::Dae dae;             // the same solutions; its structure is not misled by constant combinations
  std::vector<int> replaced;  // equations, by number
  std::string note = {};      // which, and by what
  bool misled = false;        // the structure as written was: it counted too many freedoms
  // How often the equations as written must be differentiated, as a structural index: combinations hold
  // derivatives of them.
  int index = 0;
};

// None: nothing cancels like that. What follows from other equations, or contradicts them, stays as it is.
// The graph of the model grows.
std::optional<Untangled> untangled(const model::Dae& dae);

}  // namespace trammel::analysis

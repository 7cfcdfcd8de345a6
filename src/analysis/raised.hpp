// analysis/raised.hpp: unknowns that only name derivatives, and raise the index by that.
//
// Which derivatives may become variables without raising the index? Those that some other equation needs.
// [Wun05, section 3.2, Example 3.2.1]: x1'' + x1' + x2 = f1, x1 = f2 has index 3; with v2 = x2', which
// nothing else asks for, it is 4, and the solution needs f2''' where it needed f2''.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/diagnosis.hpp"

namespace trammel::analysis {

struct Raised {
  std::vector<std::string> unknowns, equations;  // that could be left out
  int index = 0;                                 // without them
};

// Unknowns that stand in one equation each, v = x^(l), which says what they are. None if the index is as high without
// them. `affordable`: structural analyses that may be made to find the fewest.
std::optional<Raised> names_that_raise_the_index(const model::Dae& dae, const Diagnosis& found,
                                                 int affordable = 20);

}  // namespace trammel::analysis

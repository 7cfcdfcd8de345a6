// modelica/subscript_check.hpp: subscripts that are known only while a model runs must lie inside their arrays
// then.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "modelica/event_table.hpp"
#include "modelica/value.hpp"

namespace trammel::modelica {

inline bool at_run_time(const std::vector<Index>& list) {
  return std::ranges::any_of(list, [](const Index& i) { return static_cast<bool>(i.run_time); });
}

// An assertion for each such subscript of the array `name`, where `relevant` holds.
void check_subscripts(EventTable& events, Graph& g, const std::vector<Index>& list, const Shape& shape,
                      const std::string& name, Expr relevant, Place place);

// Of Reals that were selected in a loop that ends only while the model runs, where nothing is asserted: NaN outside of
// the array, so that a guess which leads there is refused and a search beyond the end of a table ends.
void outside_is_nan(Graph& g, Value& selected, const std::vector<Index>& list, const Shape& shape);

}  // namespace trammel::modelica

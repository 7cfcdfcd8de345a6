// modelica/subscript_check.hpp: subscripts that are known only while a model runs must lie inside their arrays
// then.
#pragma once

#include <string>
#include <vector>

#include "modelica/event_table.hpp"
#include "modelica/value.hpp"

namespace trammel::modelica {

// An assertion for each such subscript of the array `name`, where `relevant` holds.
void check_subscripts(EventTable& events, Graph& g, const std::vector<Index>& list, const Shape& shape,
                      const std::string& name, Expr relevant, Place place);

}  // namespace trammel::modelica

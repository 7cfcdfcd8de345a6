// model/simplification.hpp: homotopy(actual, simplified) as a parameter of the equations [MLS36, 3.7.4.2].
//
// It says how much is taken of the simplified arguments: 0 in the run, and 1, going to 0, where a start is looked for.
#pragma once

#include <string_view>

#include "model/dae.hpp"

namespace trammel::model {

inline constexpr std::string_view simplification_name = "homotopy()";

// Its id; -1: there is no homotopy.
inline int simplification(const Dae& dae) {
  for (const Parameter& parameter : dae.parameters)
    if (dae.graph->parameter_name(parameter.id) == simplification_name) return parameter.id;
  return -1;
}

}  // namespace trammel::model

// model/inputs.hpp: what an author writes as a function of time alone, and where that jumps or bends.
//
// sign, abs, min, max, rounding, and relations in noEvent(..) or in functions make no events. Those of time alone are
// known beforehand, though: a step that passes over a pulse would never see it. So steps end there, and nobody is told.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "model/dae.hpp"

namespace trammel::model {

// Variables that explicit equations, v = f(time, ..), make functions of time and parameters: the formula by the
// id of the variable's symbol.
std::unordered_map<std::uint32_t, expr::Expr> functions_of_time(Dae& dae);

// Adds a silent relation for each place in the equations where a function of time alone jumps or bends.
void watch_inputs(Dae& dae);

}  // namespace trammel::model

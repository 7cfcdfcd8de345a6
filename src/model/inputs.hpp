// model/inputs.hpp: what an author writes as a function of time alone, and where that jumps or bends.
//
// sign, abs, min, max, rounding, and relations in noEvent(..) or in functions make no events. Those of time alone are
// known beforehand, though: a step that passes over a pulse would never see it. So steps end there, and nobody is told.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/dae.hpp"

namespace trammel::model {

// Variables that explicit equations, v = f(time, ..), make functions of time and parameters: the formula by the
// id of the variable's symbol.
std::unordered_map<std::uint32_t, expr::Expr> functions_of_time(Dae& dae);

// Adds a silent relation for each place in the equations where a function of time alone jumps or bends.
void watch_inputs(Dae& dae);

// Makes events of what jumps without one (sign, rounding, relations in noEvent(..) or in functions): of those
// that print as one of the texts.
void make_events_of_jumps(Dae& dae, const std::vector<std::string>& texts);
// How a jump is named.
std::string jump_text(const expr::Graph& graph, expr::Expr jump);

}  // namespace trammel::model

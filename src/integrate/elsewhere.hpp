// integrate/elsewhere.hpp: linearizations whose matrices are spread over ranks.
#pragma once

#include <string_view>

#include "integrate/iteration_matrix.hpp"
#include "system/elsewhere.hpp"

namespace trammel::integrate {

system::SpreadEquations* elsewhere(const Linearization& model);  // none: the matrices are here

// For methods that need more of a matrix than SpreadEquations offers: an Error of kind usage.
[[noreturn]] void refuse_elsewhere(std::string_view what);

void iteration_sizes(const Linearization& model, double c, Vec y, Out result);  // |dF/dy + c dF/dy'| |y|

}  // namespace trammel::integrate

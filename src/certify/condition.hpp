// certify/condition.hpp: what rounding makes of derivatives and algebraic unknowns.
#pragma once

#include <optional>
#include <vector>

#include "certify/equations.hpp"

namespace trammel::certify {

// The equations as written, solved for the highest derivatives and algebraic unknowns at a point: how much each of
// these changes, relative to its size, if all rows change by theirs. 0 for states. None where the equations do not
// determine them, which is so above index 1.
std::optional<std::vector<double>> felt_from_rows(Equations& equations, double t, Vec values, Vec sizes,
                                                  Vec row_sizes);

}  // namespace trammel::certify

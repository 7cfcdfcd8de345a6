// pipeline/hidden_levels.hpp: unknowns of a higher index than the structure tells.
#pragma once

#include "base/span.hpp"
#include "linalg/dependence.hpp"
#include "system/system.hpp"

namespace trammel::pipeline {

// The structure may call a system regular whose numbers never are: charges that always add up to zero,
// currents of which one follows from the others. The unknowns in the null space of the top equations at this
// point then follow from a hidden constraint, one level deeper than the structure says, and errors of those
// without a derivative must not be tested. Returned are all of them, with the equations at fault.
linalg::Dependence mark_hidden_levels(system::Residual& residual, double t, Vec y, Vec slope);

}  // namespace trammel::pipeline

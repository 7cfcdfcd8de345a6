// report/energy_curves.hpp: the energy of a mechanism along a run, where it has one that should not change.
#pragma once

#include <optional>

#include "model/dae.hpp"
#include "report/gather.hpp"

namespace trammel::report {

// Columns: kinetic energy, potential energy, change of their sum; all energies count from the start. `names`:
// of the variables in the rows.
std::optional<Table> energy_curves(const model::Dae& dae, const std::vector<std::string>& names,
                                   const SpreadRows& rows);

}  // namespace trammel::report

// program/vm.hpp: the bytecode machine.
#pragma once

#include "program/kernel.hpp"

namespace trammel::program {

// Runs a kernel over its tables. `slots` has kernel.slots * lanes numbers; lanes is 1, 2, 4 or 8.
void run_bytecode(const Kernel& kernel, int lanes, const double* const* in, double* const* out,
                  double* slots);

}  // namespace trammel::program

// cli/sweep_table.hpp: a sweep whose rows are kept until its end: one CSV file, or JSON.
#pragma once

#include "cli/sweep_runner.hpp"

namespace trammel::cli {

int sweep_to_table(const Arguments& arguments);

}  // namespace trammel::cli

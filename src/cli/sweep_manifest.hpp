// cli/sweep_manifest.hpp: what a sweep was asked for, as data: sweep.json.
#pragma once

#include <string>
#include <vector>

#include "cli/sweep_runner.hpp"
#include "report/json.hpp"

namespace trammel::cli {

report::Json manifest_of(const Arguments& arguments, const SweepRunner& runner,
                         const std::vector<std::string>& columns);

// What makes them two sweeps: "the model", "the parameters", ...; empty if they are one.
std::string difference(const report::Json& there, const report::Json& asked);

}  // namespace trammel::cli

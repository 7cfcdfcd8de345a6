// cli/report.hpp: --report, --against, --open.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli/arguments.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/compare.hpp"
#include "pipeline/examine.hpp"
#include "solution/solution.hpp"

namespace trammel::cli {

// Write the file of --report, and open it if that was asked for.
void report_run(const Arguments& arguments, const modelica::Loaded& loaded, const solution::Solution& run,
                double tolerance);
void report_examination(const Arguments& arguments, const modelica::Loaded& loaded,
                        const pipeline::Examination& found, nlohmann::ordered_json facts);
// Comparisons of one problem at several tolerances, as `trammel compare --json` tells each.
void report_comparison(const Arguments& arguments, const modelica::Loaded& loaded,
                       nlohmann::ordered_json tables);

}  // namespace trammel::cli

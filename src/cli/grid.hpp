// cli/grid.hpp: at which times the variables are wanted.
#pragma once

#include <optional>
#include <vector>

#include "cli/arguments.hpp"
#include "solution/solution.hpp"

namespace trammel::cli {

// The times of --at, ascending, each once. A time outside the interval is an Error of kind usage.
std::vector<double> asked_times(const Arguments& arguments, double t_start, double t_end);

// The rows of a file: --interval or --points, else the annotation's interval, else 500 points. Both ends
// always belong to it.
std::vector<double> output_grid(const Arguments& arguments, std::optional<double> annotated, double t_start,
                                double t_end);

std::vector<double> merged(const std::vector<double>& a,
                           const std::vector<double>& b);  // ascending, each once

// Those samples whose time is among `times`; both ascending.
std::vector<solution::Sample> pick(const std::vector<solution::Sample>& samples,
                                   const std::vector<double>& times);

}  // namespace trammel::cli

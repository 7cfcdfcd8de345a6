// report/csv.hpp: trajectories as comma-separated text.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "solution/solution.hpp"

namespace trammel::report {

// Where written text goes, piece by piece: a long trajectory never stands in memory twice.
using Sink = std::function<void(std::string_view)>;

// The shortest decimal that reads back as the same double; "NaN", "Infinity", "-Infinity" for what is no
// number.
std::string number(double value);

// First column time, then one per variable under its full name. A name with a comma, as in a[1,2], is quoted
// as RFC 4180 says.
void write_csv(const std::vector<std::string>& variables, const std::vector<solution::Sample>& rows,
               const Sink& sink);

}  // namespace trammel::report

// cli/sweep_rows.hpp: a run of a sweep as words and numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/sweep.hpp"

namespace trammel::cli {

std::string status(const pipeline::SweepRow& row);    // success, unproved, error, not run
std::string sentence(const pipeline::SweepRow& row);  // why it failed; empty if it did not
std::string certificate(
    const pipeline::SweepRow& row);      // certified, not certified, not judged; empty without
std::string csv_cell(std::string text);  // quoted as RFC 4180 says, on one line

// ",x,y": those variables at the end and at the times that were asked for; a cell is empty where there is no
// such value.
std::string csv_names(const std::vector<std::string>& names, const std::vector<double>& times);
std::string csv_values(const pipeline::SweepRow& row, const std::vector<std::string>& names,
                       const std::vector<double>& times);

// Where a run has these variables among its own; none where it has not.
std::vector<std::optional<std::size_t>> places(const pipeline::SweepRow& row,
                                               const std::vector<std::string>& names);

}  // namespace trammel::cli

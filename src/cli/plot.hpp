// cli/plot.hpp: pictures of a run: --plot.
#pragma once

#include <string>

#include "cli/arguments.hpp"
#include "model/dae.hpp"
#include "report/labels.hpp"
#include "solution/solution.hpp"

namespace trammel::cli {

// Whether a file of this name is a picture: .svg or .png.
bool is_picture(const std::string& path);

// Throws the Error that plotting would end with, as far as that can be known before the run.
void check_plots(const Arguments& arguments, const model::Dae& dae);

// Draws to the file of -o, if that is a picture, else as text for standard output.
std::string plot(const Arguments& arguments, const std::string& title, const report::Units& units,
                 const solution::Solution& run);

}  // namespace trammel::cli

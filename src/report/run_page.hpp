// report/run_page.hpp: a run as the data of its report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "model/dae.hpp"
#include "model/drawing.hpp"
#include "solution/solution.hpp"

namespace trammel::report {

using Json = nlohmann::ordered_json;

struct RunPageOptions {
  std::size_t numbers = 120'000;  // of all variables together; each takes 5.3 bytes of the file
  std::size_t points = 4000;      // of one variable, at most
  double tolerance = 1e-6;        // of the run: the tube of comparisons
};

// Variables over time, constraint residuals by level, step sizes, the animation; everything about the run
// that --json says.
Json run_page(const model::Problem& problem, const model::Drawing& drawing, const solution::Solution& run,
              const RunPageOptions& options = {});

// Another result, a file that -o FILE.json wrote, beside this one: its curves, and the differences at its own
// times. Throws an Error of kind io or usage for a file that cannot be read as such.
Json against_page(const std::string& path, const solution::Solution& run);

}  // namespace trammel::report
